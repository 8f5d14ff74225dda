import { groupContainerOf } from '../../collection/reading/groupContainer';
import { typeFromValue } from '../../detection/documentType';
import { checkedSchema, type Document, isBlank, nounOf } from '../../document';
import { containerOf, type Engine } from '../../engine';
import { HintSearch, hintsOfWhole } from '../../features/hints/hints';
import { problemsOfPart, visitOfRoot } from '../../rules/checking/partProblems';
import { deepNestingAt, firstDeep, groupsOf, wrongFileProblem } from '../../rules/wholeDocument';
import type { DocumentType } from '../../schema/documentKind';
import type { Problem } from '../../schema/problem';
import { childrenFrom } from '../../syntax/nodes/children';
import { runToEnd } from '../../work';
import type { ConflictLines } from '../conflictLines';
import { EmptySearch } from '../emptySearch';
import { type PlacedProblem, placed } from '../placed';
import { type ProblemSum, problemsIn } from '../problemSum';
import { type ExcerptAt, offsetIn, placeIn, positionIn, rangeIn, type Window } from '../slidingText';
import type { StreamOptions } from '../streamOptions';
import { type Checked, emptyProblem, listed, problemAt, wrongFileVerdict } from '../verdict';
import { removedFrom } from './holders';
import type { Parsed } from './parseDocument';

/** What was found in the parts that were cut out of a document, and the rest of it. */
interface Found {
  readonly engine: Engine;
  readonly options: StreamOptions;
  readonly sums: readonly ProblemSum[];
  readonly conflicts: ConflictLines;
  /** The first deeply nested container, and the nesting depth, of what was cut out. */
  readonly deep: { readonly from: number; readonly place: ExcerptAt } | null;
  readonly depth: number;
  readonly window: Window;
  readonly parsed: Parsed;
  /** The beginning of the text. */
  readonly head: Window;
}

/** Decides what depends on the whole document. */
export function verdictOnDocument(found: Found): Checked {
  const { engine, options, window, parsed } = found;
  const type = typeOf(found);
  const document = documentOf(found, type);
  const hints = options.hints ? hintsOf(found, document) : [];
  if (type.wrongFile !== null) {
    const place = placeOf(found, type.wrongFile.from);
    return { ...wrongFileVerdict(type, problemAt(wrongFileProblem(type.wrongFile), place)), hints };
  }
  const container = containerOf(engine, checkedSchema(engine, type));
  const sum = found.sums.find((one) => one.container === container)!;
  const top = visitOfRoot(parsed.root, engine.schemas, { container, noun: nounOf(options) });
  const { ruleSet } = engine.analyzer();
  sum.add(problemsIn(top, { ruleSet, window, from: 0, sums: [sum] }));
  if (options.kind === undefined && isBlank(parsed, problemsOfPart(parsed.root).counts))
    return { type, problems: [], counts: [0, 0, 0, 0], hints, stoppedAt: null };
  const whole = [...deepNesting(found), ...nothingToSend(found, document, sum)];
  const { readTo } = parsed;
  const stoppedAt = readTo < window.text.length ? positionIn(window, readTo).line : null;
  const list = listed(sum, whole, options.limit);
  return { type, ...list, hints, stoppedAt };
}

function typeOf({ engine, options, window, parsed, head, conflicts }: Found): DocumentType {
  const { kind, language, name } = options;
  if (kind !== undefined) return { kind, shape: null, wrongFile: null, linesHold: null };
  const { schemas } = engine;
  const about = { schemas, language, name };
  const hasSyntaxErrors = parsed.syntaxErrors > 0;
  const facts = { ...about, text: head.text, hasSyntaxErrors, conflicts: conflicts.search.found };
  return typeFromValue(facts, { ...about, text: window.text, tree: parsed });
}

/** The position of a problem of a wrong file: at a conflict, or at the beginning. */
function placeOf({ conflicts, head }: Found, offset: number): ExcerptAt {
  const { first } = conflicts;
  return first?.from === offset ? first.place : placeIn(head, offset);
}

function documentOf({ engine, options, window, parsed }: Found, type: DocumentType): Document {
  const { text } = window;
  return { text, tree: parsed, type, options, schema: null, counts: [0, 0, 0, 0], engine, whole: [] };
}

function deepNesting({ deep, depth, window, parsed: { root } }: Found): PlacedProblem[] {
  const most = Math.max(depth, root.depth);
  const node = firstDeep(root);
  const own = node === null ? null : { from: offsetIn(window, node.from), place: placeIn(window, node.from) };
  const first = deep !== null && (own === null || deep.from < own.from) ? deep : own;
  return first === null ? [] : [problemAt(deepNestingAt(first.from, most), first.place)];
}

function nothingToSend({ engine, window }: Found, document: Document, sum: ProblemSum): PlacedProblem[] {
  const { schemas } = engine;
  const { names } = schemas;
  const groups = groupsOf({ ...document, schemas });
  if (groups === null) return [];
  const place = (problem: Problem): PlacedProblem => placed(problem, window);
  const removed = removedFrom(groups);
  const search = removed?.empty ?? new EmptySearch<PlacedProblem>(names);
  if (removed === null) search.begin(groups, place);
  for (const group of childrenFrom(groups, removed?.kept ?? 0)) {
    if (search.isOver) break;
    search.add(document.text, group, place);
  }
  return emptyProblem(search, sum, { range: rangeIn(window, groups), names });
}

function hintsOf({ window }: Found, document: Document): PlacedProblem[] {
  const container = groupContainerOf(document);
  if (container === null) return [];
  const { node: root, isBare } = container;
  const place = (hint: Problem): PlacedProblem => placed(hint, window);
  const removed = removedFrom(root);
  const search = (isBare ? removed?.bare : removed?.groups) ?? new HintSearch(isBare);
  for (const node of childrenFrom(root, removed?.kept ?? 0)) {
    if (search.isOver) break;
    runToEnd(search.add(document, node, place));
  }
  return search.list(hintsOfWhole(document).map(place), Number.POSITIVE_INFINITY) as PlacedProblem[];
}
