import { CandidateKernel } from './rules/checking/candidateKernel';
import { Checker } from './rules/checking/check';
import type { RuleSet } from './rules/checking/ruleSet';
import { tablesOf } from './rules/checking/tables';
import type { Rule } from './rules/rule';
import { allRules } from './rules/rules';
import { compileSchemas } from './schema/compile';
import type { Schema, Schemas } from './schema/schema';
import { Parser } from './syntax/parser';
import { RunKernel } from './syntax/runKernel';
import { Contexts } from './syntax/tree/context';
import { Reuse } from './syntax/tree/reuse';
import type { Tree } from './syntax/tree/tree';
import { type Decoder, newDecoder } from './text/decoder';
import { type Text, textOf } from './text/text';
import type { Work } from './work';

/** State shared by documents. One engine serves any number of them. */
export interface Engine {
  /** Compiled on first use, like the analyzer, so that the server answers `initialize` sooner. */
  readonly schemas: Schemas;
  analyzer(): Analyzer;
}

/** What analysis needs besides a document and the schemas. */
export interface Analyzer {
  readonly ruleSet: RuleSet;
  /** Null if disabled or the host forbids WebAssembly; then every member is read token by token. */
  readonly runKernel: RunKernel | null;
  /** Why an enabled kernel is missing; null if none is missing. */
  readonly kernelFailure: string | null;
  /** Decodes files; null if disabled or the host forbids WebAssembly. */
  readonly decoder: Decoder | null;
  readonly contexts: Contexts;
  /** The container schema of each root schema. Cached, because problems are kept by container schema. */
  readonly containers: Map<Schema, Schema>;
  /** See `oneOfEach`. */
  readonly kept: readonly object[];
}

/** Code units parsed between two yields. */
const yieldEvery = 5000;

export interface EngineOptions {
  /** Rules to check the parts of a document with; `allRules` by default. */
  readonly rules?: readonly Rule[];
  /** Enabled kernels; all by default. Without them the engine gives the same results, only slower. */
  readonly kernels?: { readonly members: boolean; readonly prefilter: boolean; readonly decoding?: boolean };
}

export function createEngine(options: EngineOptions = {}): Engine {
  let schemas: Schemas | null = null;
  let analyzer: Analyzer | null = null;
  const engine: Engine = {
    get schemas() {
      schemas ??= compileSchemas();
      return schemas;
    },
    analyzer: () => (analyzer ??= analyzerOf(engine.schemas, options)),
  };
  return engine;
}

function analyzerOf(schemas: Schemas, options: EngineOptions): Analyzer {
  const { rules = allRules, kernels = { members: true, prefilter: true } } = options;
  const { decoding = true } = kernels;
  const tables = tablesOf(schemas, rules);
  const run = made(kernels.members, () => new RunKernel(schemas.grammar.vocabulary));
  const candidate = made(kernels.prefilter, () => new CandidateKernel(tables));
  const ruleSet = { schemas, tables, kernel: candidate.kernel };
  const contexts = new Contexts();
  return {
    ruleSet,
    runKernel: run.kernel,
    kernelFailure: run.failure ?? candidate.failure,
    decoder: decoding ? newDecoder() : null,
    contexts,
    containers: new Map(),
    kept: oneOfEach(ruleSet, contexts, run.kernel),
  };
}

/** A kernel if enabled, or why it is missing: some security policies forbid WebAssembly. */
function made<Kernel>(
  isWanted: boolean,
  make: () => Kernel,
): { readonly kernel: Kernel | null; readonly failure: string | null } {
  try {
    return { kernel: isWanted ? make() : null, failure: null };
  } catch (error) {
    return { kernel: null, failure: String(error) };
  }
}

/** Parses a text, reusing parts of the previous tree; yields regularly. */
export function* parseInSlices(
  { schemas, analyzer }: Engine,
  text: Text,
  { lines, reuse }: { readonly lines: boolean; readonly reuse?: Reuse },
): Work<Tree> {
  const { contexts, runKernel: kernel } = analyzer();
  const grammar = lines ? schemas.grammar.lines : schemas.grammar;
  const reusing = reuse === undefined ? {} : { reuse };
  const parser = new Parser(text, { grammar, contexts, lines, kernel, ...reusing });
  while (parser.advance(yieldEvery)) yield;
  return parser.tree;
}

/** The schema of the root value's container. */
export function containerOf({ schemas, analyzer }: Engine, schema: Schema | null): Schema {
  if (schema === null) return schemas.anything;
  const { containers } = analyzer();
  const known = containers.get(schema);
  if (known !== undefined) return known;
  const container = { ...schemas.anything, items: schema };
  containers.set(schema, container);
  return container;
}

/**
 * One object of each hot class. V8 discards the machine code of a class when its last object is collected; then the
 * next keystroke would run cold.
 */
function oneOfEach(ruleSet: RuleSet, contexts: Contexts, kernel: RunKernel | null): readonly object[] {
  const text = textOf('');
  const parser = new Parser(text, { grammar: ruleSet.schemas.grammar, contexts, lines: false, kernel });
  parser.advance(1);
  return [parser, new Reuse(parser.tree.root, []), new Checker(text, ruleSet)];
}
