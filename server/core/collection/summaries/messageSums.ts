import { Kind } from '../../syntax/tree/nodeKind';
import type { Pack, Part } from '../../syntax/tree/tree';
import { runToEnd, type Work } from '../../work';
import { collectionFields } from '../reading/fields';
import {
  callsOf,
  charactersOf,
  countOfCalls,
  messageIn,
  resultOf,
  type TextAndSchemas,
} from '../reading/messages';
import { type CallTurn, pairCalls } from '../reading/pairing';
import { notPlain, plainCharacters } from '../reading/plainMessages';
import { decodedLength, nameIn } from '../reading/strings';
import { branchValue, memberRow, type PartSlice, rowAfter, slicesIn, type Value } from '../reading/values';

/** Sums of the messages of a slice. */
export interface MessageSums {
  count: number;
  characters: number;
  calls: number;
  cutOff: number;
  /** The messages that call tools or are results, numbered from the first message of the slice. */
  turns: CallTurn[] | null;
  /** The distinct tools that are called. */
  tools: Set<string> | null;
}

/** Maximum tools of a trajectory. */
const maxTools = 1000;
/** Rows read at once; hardly any pack has more. */
const maxRowsAtOnce = 5000;
/** The finish reason of a choice that was cut off. */
const cutOffReason = 'length';

/** Sums of parts that contain messages; they depend only on the part's text. */
const known = new WeakMap<Part, MessageSums>();

/** Sums of the messages of a trajectory. Those of a large array are computed per part. */
export function* sumOfMessages(source: TextAndSchemas, messages: Value | null): Work<MessageSums> {
  const sum = nothing();
  if (messages?.kind !== Kind.array) return sum;
  if (messages.part.type === 'pack') {
    yield* addRowsInSteps(sum, source, rowsIn(messages, messages.part));
    return sum;
  }
  const cut = cutSums.get(messages.part.removed ?? noObject);
  if (cut !== undefined) add(sum, cut);
  for (const [i, { part, offset }] of [...slicesIn(messages)].entries()) {
    // What was cut out includes the first part.
    if (cut !== undefined && i === 0) continue;
    let own = known.get(part);
    if (own === undefined) {
      own = yield* sumOfPart(source, part, offset);
      known.set(part, own);
    }
    add(sum, own);
  }
  return sum;
}

/** Sums of messages that were cut out of a text, and of those before them, by the `removed` of their array. */
const cutSums = new WeakMap<object, MessageSums>();
const noObject = {};
/** Maximum messages with calls, or results, of what is cut out: further calls count as answered. */
const maxTurns = 1_000_000;

/** Keeps the sums of the next parts of an array of messages: the first time of its first part, too. */
export function keepCutMessages(source: TextAndSchemas, removed: object, slices: Iterable<PartSlice>): void {
  const sum = cutSums.get(removed) ?? nothing();
  cutSums.set(removed, sum);
  for (const { part, offset } of slices) {
    const own = runToEnd(sumOfPart(source, part, offset));
    add(sum, (sum.turns?.length ?? 0) < maxTurns ? own : { ...own, turns: null });
  }
}

/** Whether the array with this `removed` has such sums. */
export function hasCutMessages(removed: object): boolean {
  return cutSums.has(removed);
}

/** Like `sumOfMessages`, without yielding; null if that could take long. */
export function sumOfFew(source: TextAndSchemas, messages: Value | null): MessageSums | null {
  const sum = nothing();
  if (messages?.kind !== Kind.array) return sum;
  if (messages.part.type === 'branch') return null;
  const slice = rowsIn(messages, messages.part);
  if (slice.rowEnd - slice.row > maxRowsAtOnce) return null;
  addRows(sum, source, slice);
  return sum;
}

function rowsIn({ row, offset }: Value, pack: Pack): PackSlice {
  return { pack, offset, row: row + 1, rowEnd: rowAfter(pack, row) };
}

/** Calls that no message answers. */
export function* unansweredOf({ turns }: MessageSums): Work<number> {
  return turns === null ? 0 : (yield* pairCalls(turns)).unanswered;
}

function nothing(): MessageSums {
  return { count: 0, characters: 0, calls: 0, cutOff: 0, turns: null, tools: null };
}

function* sumOfPart(source: TextAndSchemas, part: Part, offset: number): Work<MessageSums> {
  const sum = nothing();
  if (part.type === 'pack')
    yield* addRowsInSteps(sum, source, { pack: part, offset, row: part.row, rowEnd: part.rowEnd });
  else {
    addMessage(sum, source, branchValue(part, offset));
    yield;
  }
  return sum;
}

function add(sum: MessageSums, other: MessageSums): void {
  if (other.turns !== null) {
    sum.turns ??= [];
    for (const turn of other.turns) sum.turns.push({ ...turn, message: turn.message + sum.count });
  }
  if (other.tools !== null) addTools(sum, other.tools);
  sum.count += other.count;
  sum.characters += other.characters;
  sum.calls += other.calls;
  sum.cutOff += other.cutOff;
}

function addTools(sum: MessageSums, names: Iterable<string>): void {
  sum.tools ??= new Set();
  for (const name of names) if (sum.tools.size < maxTools) sum.tools.add(name);
}

type PackSlice = Omit<PartSlice, 'part'> & { readonly pack: Pack };

function* addRowsInSteps(sum: MessageSums, source: TextAndSchemas, slice: PackSlice): Work<void> {
  let { row } = slice;
  while (row < slice.rowEnd) {
    row = addRows(sum, source, { ...slice, row });
    yield;
  }
}

/**
 * Adds messages that are rows of a pack, up to the number read at once; most are plain, so their content is not read.
 * Returns the row after them.
 */
function addRows(
  sum: MessageSums,
  source: TextAndSchemas,
  { pack, offset, row: first, rowEnd }: PackSlice,
): number {
  const fields = collectionFields(source.schemas);
  let row = first;
  for (; row < rowEnd && row - first <= maxRowsAtOnce; row = rowAfter(pack, row)) {
    const characters = plainCharacters(source.text, { pack, offset, row }, fields);
    if (characters === notPlain) addMessage(sum, source, memberRow(pack, row, offset));
    else {
      sum.count++;
      sum.characters += characters;
    }
  }
  return row;
}

function addMessage(sum: MessageSums, source: TextAndSchemas, item: Value): void {
  const { text, schemas } = source;
  const message = messageIn(collectionFields(schemas), item);
  const { content } = message;
  sum.characters +=
    content?.kind === Kind.string ? decodedLength(text, content) : charactersOf(text, content);
  if (nameIn(text, message.finishReason) === cutOffReason) sum.cutOff++;
  const called = callsOf(source, message);
  const result = resultOf(source, message);
  if (called.length > 0 || result !== null) {
    sum.calls += Math.max(called.length, countOfCalls(message));
    addTools(
      sum,
      called.flatMap(({ name }) => name ?? []),
    );
    sum.turns ??= [];
    sum.turns.push({ message: sum.count, calls: called.map(({ id }) => id), result });
  }
  sum.count++;
}
