import { typeFromLines } from '../detection/documentType';
import { checkedSchema, type DocumentOptions } from '../document';
import { containerOf, type Engine } from '../engine';
import type { HintSearch } from '../features/hints/hints';
import type { Counts } from '../rules/checking/problemCollector';
import {
  deepNestingAt,
  explainEmpty,
  maxProblemsBehindEmpty,
  nothingToSendAt,
  wrongFileProblem,
} from '../rules/wholeDocument';
import type { DocumentType } from '../schema/documentKind';
import { type Problem, severities } from '../schema/problem';
import type { Names } from '../schema/schema';
import { Kind } from '../syntax/tree/nodeKind';
import type { Range } from '../text/range';
import type { EmptySearch } from './emptySearch';
import type { StructureOfLines } from './lineStructure';
import type { PlacedProblem } from './placed';
import type { ProblemSum } from './problemSum';
import type { ExcerptAt } from './slidingText';

/** What the check of a text found. */
export interface Checked {
  readonly type: DocumentType;
  /** The first problems by severity, then in document order, as `problemsOf` lists them, without its last entry. */
  readonly problems: readonly PlacedProblem[];
  /** Explaining hints, as `findHints` lists them. */
  readonly hints: readonly PlacedProblem[];
  /** Numbers of all problems in the order of `severities`, without explaining hints. */
  readonly counts: Counts;
  /** The line where reading stopped because of too many syntax errors, counted from zero; null if all was read. */
  readonly stoppedAt: number | null;
}

/** What was found in the pieces of lines. */
interface Found {
  readonly engine: Engine;
  readonly options: DocumentOptions & { readonly limit: number };
  readonly structure: StructureOfLines;
  readonly problems: readonly ProblemSum[];
  readonly hints: readonly HintSearch[];
  /** The line where reading stopped, if there is text after it. */
  readonly stoppedAt: number | null;
}

/** Decides what depends on all lines. */
export function verdictOnLines(found: Found): Checked {
  const { structure } = found;
  const type = typeOf(found);
  if (type.wrongFile !== null)
    return wrongFileVerdict(type, atPlace(structure, wrongFileProblem(type.wrongFile)));
  const container = containerOf(found.engine, checkedSchema(found.engine, type));
  const sum = found.problems.find((one) => one.container === container)!;
  const whole = [...deepNesting(structure), ...nothingToSend(found, type, sum)];
  const list = listed(sum, whole, found.options.limit);
  return { type, ...list, hints: hintsOf(found, type), stoppedAt: found.stoppedAt };
}

function typeOf({ engine, options, structure }: Found): DocumentType {
  const { kind, language, name } = options;
  if (kind !== undefined) return { kind, shape: null, wrongFile: null, linesHold: null };
  const { sums, count, first } = structure;
  const facts = {
    text: structure.headText,
    schemas: engine.schemas,
    language,
    name,
    hasSyntaxErrors: structure.hasSyntaxErrors,
    conflicts: structure.conflicts(),
  };
  return typeFromLines(facts, { sums, count, first: () => first });
}

function deepNesting(structure: StructureOfLines): PlacedProblem[] {
  const { deep, depth } = structure;
  return deep === null ? [] : [atPlace(structure, deepNestingAt(deep, depth))];
}

function nothingToSend(
  { engine, structure }: Found,
  { kind }: DocumentType,
  sum: ProblemSum,
): PlacedProblem[] {
  const { names } = engine.schemas;
  if (kind === 'group-lines') return emptyProblem(linesOf(structure), sum, { range: null, names });
  if (structure.groups === null) return [];
  const { search, range } = structure.groups;
  return emptyProblem(search, sum, { range, names });
}

/** The search in all lines, which finds nothing if there are none. */
function linesOf(structure: StructureOfLines): Pick<EmptySearch<PlacedProblem>, 'problem' | 'isOver'> {
  if (structure.count > 0) return structure.lines;
  const problem = nothingToSendAt({ kind: Kind.lines, from: 0, to: 0 }, 'trajectory group');
  return { problem: atPlace(structure, problem), isOver: false };
}

/** The problem of a container without trajectories, unless other problems explain it; `range` is null for the whole text. */
export function emptyProblem(
  { problem, isOver }: Pick<EmptySearch<PlacedProblem>, 'problem' | 'isOver'>,
  sum: ProblemSum,
  { range, names }: { readonly range: Range | null; readonly names: Names },
): PlacedProblem[] {
  if (problem === null || isOver) return [];
  const areExplained = (['error', 'warning'] as const).some((severity) =>
    explainEmpty(sum.list(severity).slice(0, maxProblemsBehindEmpty), range, names),
  );
  return areExplained ? [] : [problem];
}

/** The problems of a text and those of it as a whole, as `problemsOf` lists them. */
export function listed(
  sum: ProblemSum,
  whole: readonly PlacedProblem[],
  limit: number,
): Pick<Checked, 'problems' | 'counts'> {
  const counts = severities.map(
    (severity, i) => sum.total[i]! + whole.filter((problem) => problem.severity === severity).length,
  ) as unknown as Counts;
  const problems: PlacedProblem[] = [];
  for (const severity of severities) {
    const own = whole.filter((problem) => problem.severity === severity);
    const all = [...own, ...sum.list(severity)].sort((a, b) => a.from - b.from || a.to - b.to);
    for (const problem of all.slice(0, limit - problems.length)) problems.push(problem);
  }
  return { problems, counts };
}

/** The verdict on a text of another type. */
export function wrongFileVerdict(type: DocumentType, problem: PlacedProblem): Checked {
  const counts = severities.map((severity) => (severity === problem.severity ? 1 : 0));
  return { type, problems: [problem], hints: [], counts: counts as unknown as Counts, stoppedAt: null };
}

function hintsOf({ hints }: Found, { kind }: DocumentType): PlacedProblem[] {
  if (kind === 'unrecognized') return [];
  const search = hints.find(({ isBare }) => isBare === (kind === 'trajectory-lines'));
  return (search?.list([], Number.POSITIVE_INFINITY) ?? []) as PlacedProblem[];
}

function atPlace(structure: StructureOfLines, problem: Problem): PlacedProblem {
  return problemAt(problem, structure.placeOf(problem.from));
}

/** A problem of the whole document, which is on one line, at its position. */
export function problemAt(problem: Problem, { start, excerpt }: ExcerptAt): PlacedProblem {
  const end = { line: start.line, character: start.character + problem.to - problem.from };
  return { ...problem, start, end, excerpt };
}
