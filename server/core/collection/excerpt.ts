import { type Document, type DocumentOptions, listingOf, type TrajectoryPlace } from '../document';
import { type Engine, parseInSlices } from '../engine';
import { firstIndex } from '../firstIndex';
import { findProblems } from '../rules/checking/partProblems';
import type { DocumentType } from '../schema/documentKind';
import type { Problem } from '../schema/problem';
import type { Names } from '../schema/schema';
import { type Chunk, chunksOfString } from '../text/chunks';
import { offsetAt, type Position, positionAt, textOfChunks } from '../text/text';
import type { Work } from '../work';

/** Consecutive items of a long text: whole groups, bare trajectories, or some trajectories of one group. */
export interface Stretch {
  readonly chunks: readonly Chunk[];
  /** Offset in the whole text, and the position of that. */
  readonly from: number;
  readonly at: Position;
  /** The numbers of its first trajectory and group in the whole text, and how many there are. */
  readonly trajectory: number;
  readonly trajectories: number;
  readonly group: number;
  readonly groups: number;
  /** The index in its group of the first trajectory if these are only some of one group; else null. */
  readonly member: number | null;
}

/** Part of a long text as a document of its own, with other numbers and offsets; or a whole document. */
export interface Excerpt {
  readonly document: Document;
  /** The number of a trajectory in the excerpt; null if it is not in it. */
  numberOf(trajectory: number): number | null;
  /** The same for a group. */
  groupOf(group: number): number | null;
  /** Its first trajectory, and the first one behind it. */
  readonly start: number;
  readonly end: number;
  /** The place in the whole text of a trajectory of the excerpt. */
  placeOf(local: TrajectoryPlace): TrajectoryPlace;
  /** The position in the whole text of an offset of the excerpt. */
  positionOf(offset: number): Position;
  /** The offset in the excerpt of a position in the whole text; null if that is not in it. */
  offsetOf(position: Position): number | null;
}

/** A whole document. */
export function wholeExcerpt(document: Document): Excerpt {
  return {
    document,
    numberOf: (trajectory) => trajectory,
    groupOf: (group) => group,
    start: 0,
    end: Number.POSITIVE_INFINITY,
    placeOf: (place) => place,
    positionOf: (offset) => positionAt(document.text, offset),
    offsetOf: (position) => offsetAt(document.text, position),
  };
}

/** What an excerpt shares with the whole text. */
export interface ExcerptOptions {
  readonly options: DocumentOptions;
  readonly type: DocumentType;
  /** Problems of the whole text that its parts do not show: repeated hints, and those of the document as a whole. */
  readonly ofWhole: readonly Problem[];
  /** Whether problems are looked for. */
  readonly isChecked: boolean;
}

/** A stretch in an excerpt: where its text, trajectories and groups begin there. */
interface Placed {
  readonly stretch: Stretch;
  readonly offset: number;
  readonly length: number;
  readonly trajectory: number;
  readonly group: number;
}

/** An excerpt with some stretches of a text, in order. */
export function* excerptOf(
  engine: Engine,
  stretches: readonly Stretch[],
  { options, type: ofText, ofWhole, isChecked }: ExcerptOptions,
): Work<Excerpt> {
  const type = typeFor(stretches, ofText);
  const { chunks, placed } = assembled(stretches, type, engine.schemas.names);
  const text = textOfChunks(chunks);
  const tree = yield* parseInSlices(engine, text, { lines: isLines(type) });
  if (isChecked) yield* findProblems(tree.root, listingOf(engine, text, { type, options }));
  const placeOf = (place: TrajectoryPlace): TrajectoryPlace => placeIn(placed, place);
  const local = ofWhole.flatMap((problem) => localProblem(placed, problem));
  const document: Document = {
    ...{ text, tree, type, options, engine, schema: null, counts: [0, 0, 0, 0] },
    whole: local.filter(({ severity }) => severity !== 'hint'),
    repeatedHints: local.filter(({ severity }) => severity === 'hint'),
    placeOf,
  };
  const last = stretches.at(-1);
  return {
    document,
    numberOf: (trajectory) => numberIn(placed, trajectory),
    groupOf: (group) => groupIn(placed, group),
    start: stretches[0]?.trajectory ?? 0,
    end: last === undefined ? 0 : last.trajectory + last.trajectories,
    placeOf,
    positionOf: (offset) => positionIn(placed, document, offset),
    offsetOf: (position) => offsetIn(placed, document, position),
  };
}

function isLines({ kind }: DocumentType): boolean {
  return kind === 'group-lines' || kind === 'trajectory-lines';
}

/** Parts of a document that is one group are several groups. */
function typeFor(stretches: readonly Stretch[], type: DocumentType): DocumentType {
  const isInParts = stretches.some(({ member }) => member !== null);
  return type.kind === 'group' && isInParts ? { ...type, kind: 'log-request' } : type;
}

/** The text around the stretches that makes them a document of the same type. */
function frameOf(
  type: DocumentType,
  { groups }: Names,
): readonly [before: string, between: string, after: string] {
  if (isLines(type)) return ['', '\n', ''];
  if (type.shape === 'trajectory' || type.kind === 'group') return ['', ',', ''];
  if (type.kind === 'unrecognized') return ['[', ',', ']'];
  return [`{${JSON.stringify(groups)}:[`, ',', ']}'];
}

function assembled(
  stretches: readonly Stretch[],
  type: DocumentType,
  names: Names,
): { readonly chunks: Chunk[]; readonly placed: Placed[] } {
  const [before, between, after] = frameOf(type, names);
  const chunks: Chunk[] = [];
  const placed: Placed[] = [];
  let [length, trajectory, group] = [0, 0, 0];
  const add = (more: readonly Chunk[]): void => {
    for (const chunk of more) {
      chunks.push(chunk);
      length += chunk.units.length;
    }
  };
  add(chunksOfString(before));
  for (const [i, stretch] of stretches.entries()) {
    if (i > 0) add(chunksOfString(between));
    const isPart = stretch.member !== null;
    if (isPart) add(chunksOfString(`{${JSON.stringify(names.trajectories)}:[`));
    const offset = length;
    add(stretch.chunks);
    placed.push({ stretch, offset, length: length - offset, trajectory, group });
    if (isPart) add(chunksOfString(']}'));
    trajectory += stretch.trajectories;
    group += stretch.groups;
  }
  add(chunksOfString(after));
  return { chunks, placed };
}

function localProblem(placed: readonly Placed[], problem: Problem): Problem[] {
  const found = lastUpTo(placed, problem.from, ({ stretch }) => stretch.from);
  if (found === null || !isIn(found, problem.from)) return [];
  const shift = found.offset - found.stretch.from;
  return [{ ...problem, from: problem.from + shift, to: problem.to + shift }];
}

/** The first stretch that ends behind a number. */
function firstBehind(
  placed: readonly Placed[],
  number: number,
  endOf: (stretch: Stretch) => number,
): Placed | null {
  return placed[firstIndex(placed.length, (i) => endOf(placed[i]!.stretch) > number)] ?? null;
}

function isIn({ stretch, length }: Placed, offset: number): boolean {
  return offset >= stretch.from && offset < stretch.from + length;
}

/** The last stretch with a place up to a number, or the first one. All numbers ascend with the stretches. */
function lastUpTo(
  placed: readonly Placed[],
  number: number,
  placeOf: (one: Placed) => number,
): Placed | null {
  return placed[Math.max(0, firstIndex(placed.length, (i) => placeOf(placed[i]!) > number) - 1)] ?? null;
}

function numberIn(placed: readonly Placed[], number: number): number | null {
  const found = firstBehind(placed, number, ({ trajectory, trajectories }) => trajectory + trajectories);
  if (found === null || number < found.stretch.trajectory) return null;
  return found.trajectory + number - found.stretch.trajectory;
}

function groupIn(placed: readonly Placed[], number: number): number | null {
  const found = firstBehind(placed, number, ({ group, groups }) => group + groups);
  if (found === null || number < found.stretch.group) return null;
  return found.group + number - found.stretch.group;
}

function placeIn(placed: readonly Placed[], { trajectory, group, member }: TrajectoryPlace): TrajectoryPlace {
  const found = lastUpTo(placed, trajectory, (one) => one.trajectory)!;
  const { stretch } = found;
  return {
    trajectory: stretch.trajectory + trajectory - found.trajectory,
    group: stretch.group + group - found.group,
    member: member + (stretch.member ?? 0),
  };
}

function positionIn(placed: readonly Placed[], { text }: Document, offset: number): Position {
  const { stretch, offset: start } = lastUpTo(placed, offset, (one) => one.offset)!;
  const [from, at] = [positionAt(text, start), positionAt(text, offset)];
  const line = stretch.at.line + at.line - from.line;
  const isFirst = at.line === from.line;
  return { line, character: isFirst ? stretch.at.character + at.character - from.character : at.character };
}

function offsetIn(
  placed: readonly Placed[],
  { text }: Document,
  { line, character }: Position,
): number | null {
  for (const { stretch, offset, length } of placed) {
    const { at } = stretch;
    const from = positionAt(text, offset);
    const isFirst = line === at.line;
    const local = {
      line: from.line + line - at.line,
      character: isFirst ? from.character + character - at.character : character,
    };
    if (local.line < from.line || (isFirst && local.character < from.character)) continue;
    const found = offsetAt(text, local);
    if (found < offset + length) return found;
  }
  return null;
}
