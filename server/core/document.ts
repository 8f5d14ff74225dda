import { CandidateKernel } from './rules/candidateKernel';
import { Checker } from './rules/check';
import { type Counts, collectProblems, findProblems } from './rules/findings';
import type { Rule } from './rules/rule';
import type { RuleSet } from './rules/ruleSet';
import { allRules } from './rules/rules';
import { tablesOf } from './rules/tables';
import { wholeDocument } from './rules/wholeDocument';
import {
  type DocumentKind,
  type DocumentType,
  documentType,
  type LanguageId,
  schemaOfKind,
} from './schema/kind';
import { type Problem, severities } from './schema/problem';
import { compileSchemas, type Schema, type Schemas } from './schema/schema';
import { Contexts } from './syntax/context';
import { rootOf } from './syntax/nodes';
import { Parser } from './syntax/parser';
import { addChange, type Change, changesOf, Reuse } from './syntax/reuse';
import { RunKernel } from './syntax/runKernel';
import type { Tree } from './syntax/tree';
import { clampRange, type Edit, editText, type Text, textOf } from './text/text';
import { finished, type Work } from './work';

/**
 * A document of one of our languages, parsed and checked: the façade behind which the engine stands. It is a
 * value; an edit gives a new one, which shares with the old what the edit did not touch.
 */
export interface Document {
  readonly text: Text;
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly options: DocumentOptions;
  /** What is documented of the root value (or of each line); null for an unrecognized document. */
  readonly schema: Schema | null;
  /** How many problems there are, by severity in the order of `severities`; not cut. */
  readonly counts: Counts;
  readonly engine: Engine;
  /** @internal Problems of the document as a whole. */
  readonly whole: readonly Problem[];
}

export interface DocumentOptions {
  readonly language: LanguageId;
  /** The last segment of the document's path: it decides what an empty document is. */
  readonly name: string;
  /** What the document is known to be, whatever its keys: used for request bodies. */
  readonly kind?: DocumentKind;
}

/** What documents share. One engine serves any number of documents. */
export interface Engine {
  readonly schemas: Schemas;
  /** Created on the first call, so that a server answers `initialize` sooner. */
  analyzer(): Analyzer;
}

/** What analysis needs besides a document and the schemas. */
export interface Analyzer {
  readonly ruleSet: RuleSet;
  /** Null if it is not wanted or the host forbids WebAssembly: then every member is read token by token. */
  readonly runKernel: RunKernel | null;
  /** Why a wanted kernel is missing; null if none is. */
  readonly kernelFailure: string | null;
  readonly contexts: Contexts;
  /** For each schema of a root value, the schema of what is around it; kept, so that findings stay valid. */
  readonly containers: Map<Schema, Schema>;
  /** One object of each class that does the work. */
  readonly kept: readonly object[];
}

/** At most so many problems of a document are listed. */
export const problemLimit = 1000;
/** Code units that are parsed between two breaks. */
const slice = 50_000;

export interface EngineOptions {
  /** The checks of the parts of a document; `allRules` if left out. */
  readonly rules?: readonly Rule[];
  /** Which kernels are wanted; both if left out. Without them the engine gives the same results, only slower. */
  readonly kernels?: { readonly members: boolean; readonly prefilter: boolean };
}

export function createEngine(options: EngineOptions = {}): Engine {
  const schemas = compileSchemas();
  let analyzer: Analyzer | null = null;
  return { schemas, analyzer: () => (analyzer ??= analyzerOf(schemas, options)) };
}

function analyzerOf(schemas: Schemas, options: EngineOptions): Analyzer {
  const { rules = allRules, kernels = { members: true, prefilter: true } } = options;
  const tables = tablesOf(schemas, rules);
  const run = made(kernels.members, () => new RunKernel(schemas.grammar.vocabulary));
  const candidate = made(kernels.prefilter, () => new CandidateKernel(tables));
  const ruleSet = { schemas, tables, kernel: candidate.kernel };
  const contexts = new Contexts();
  return {
    ruleSet,
    runKernel: run.kernel,
    kernelFailure: run.failure ?? candidate.failure,
    contexts,
    containers: new Map(),
    kept: oneOfEach(ruleSet, contexts, run.kernel),
  };
}

/** A kernel if it is wanted, or why there is none: some security policies forbid WebAssembly. */
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

/** Parses and checks a text. */
export function openDocument(engine: Engine, content: string, options: DocumentOptions): Document {
  return finished(analyze(engine, textOf(content), options));
}

/** The document after edits, each made to the result of the one before. */
export function editDocument(document: Document, edits: readonly Edit[]): Document {
  const start: Revision = { text: document.text, changes: [] };
  return finished(reanalyze(document, edits.reduce(revise, start)));
}

/** The document after edits that are all in offsets of its text as it is, in order and apart. */
export function editAtOnce(document: Document, edits: readonly Edit[]): Document {
  let { text } = document;
  // Backwards, no edit moves another.
  for (let i = edits.length - 1; i >= 0; i--) text = editText(text, edits[i]!);
  return finished(reanalyze(document, { text, changes: changesOf(edits) }));
}

/** As `openDocument`, but yields now and then, so that the caller can do something else or give up. */
export function* analyze(engine: Engine, text: Text, options: DocumentOptions): Work<Document> {
  return yield* analyzeWith(engine, text, { options });
}

/** A text that has come from a document's by edits, with what they changed; not parsed yet. */
export interface Revision {
  readonly text: Text;
  readonly changes: readonly Change[];
}

/** The text after one more edit. It costs next to nothing, so positions can always be those of the newest text. */
export function revise(revision: Revision, edit: Edit): Revision {
  const { from, to } = clampRange(revision.text, edit.from, edit.to);
  return {
    text: editText(revision.text, { from, to, insert: edit.insert }),
    changes: addChange(revision.changes, from, to, edit.insert.length),
  };
}

/** Parses and checks what a revision changed of a document; yields now and then. */
export function* reanalyze(document: Document, { text, changes }: Revision): Work<Document> {
  const reuse = new Reuse(document.tree.root, changes);
  return yield* analyzeWith(document.engine, text, { options: document.options, reuse });
}

/**
 * The problems of a document, errors first and then in document order. A list that would be longer than the
 * limit is cut, and its last entry says so.
 */
export function problemsOf(document: Document, limit = problemLimit): Problem[] {
  const { tree, text, whole, counts } = document;
  const total = counts[0] + counts[1] + counts[2] + counts[3];
  const room = total > limit ? limit - 1 : limit;
  const problems: Problem[] = [];
  for (const severity of severities) {
    const own = whole.filter((problem) => problem.severity === severity);
    const found = collectProblems(tree.root, { text, severity, limit: room - problems.length });
    problems.push(
      ...[...own, ...found].sort((a, b) => a.from - b.from || a.to - b.to).slice(0, room - problems.length),
    );
  }
  if (total > limit) problems.push(cutNotice(room, total));
  return problems;
}

function cutNotice(shown: number, total: number): Problem {
  return {
    code: 'too-many-problems',
    severity: 'information',
    from: 0,
    to: 0,
    message: `Only the first ${shown} of ${total} problems are listed, errors first. The others appear as these are fixed.`,
  };
}

function* analyzeWith(
  engine: Engine,
  text: Text,
  { options, reuse }: { readonly options: DocumentOptions; readonly reuse?: Reuse },
): Work<Document> {
  const { language, name } = options;
  const { schemas } = engine;
  const { contexts, ruleSet, runKernel } = engine.analyzer();
  const lines = language === 'trajectory-jsonl';
  const grammar = lines ? schemas.grammar.lines : schemas.grammar;
  const reusing = reuse === undefined ? {} : { reuse };
  const parser = new Parser(text, { grammar, contexts, lines, kernel: runKernel, ...reusing });
  while (parser.advance(slice)) yield;
  const { tree } = parser;
  const type: DocumentType = options.kind
    ? { kind: options.kind, shape: null }
    : documentType(rootOf(tree), { text, schemas, language, name });
  const schema = schemaOfKind(schemas, type.kind);
  const container = containerOf(engine, schema);
  const noun = lines ? 'Each line' : 'The document';
  const found = yield* findProblems(tree.root, { text, ruleSet, container, noun });
  const partial = { text, tree, type, options, schema, engine };
  const whole = wholeDocument({ text, tree, type, names: schemas.names, counts: found });
  const counts = severities.map(
    (severity, i) => found[i]! + whole.filter((p) => p.severity === severity).length,
  );
  return { ...partial, counts: counts as unknown as Counts, whole };
}

/**
 * An object of each class that does the work. V8 forgets the machine code of a class when its last object is
 * collected; then the next keystroke would find the engine cold.
 */
function oneOfEach(ruleSet: RuleSet, contexts: Contexts, kernel: RunKernel | null): readonly object[] {
  const text = textOf('');
  const parser = new Parser(text, { grammar: ruleSet.schemas.grammar, contexts, lines: false, kernel });
  parser.advance(1);
  return [parser, new Reuse(parser.tree.root, []), new Checker(text, ruleSet)];
}

/** The schema of the container that the root value stands in. */
function containerOf({ schemas, analyzer }: Engine, schema: Schema | null): Schema {
  if (schema === null) return schemas.anything;
  const { containers } = analyzer();
  const known = containers.get(schema);
  if (known !== undefined) return known;
  const container = { ...schemas.anything, items: schema };
  containers.set(schema, container);
  return container;
}
