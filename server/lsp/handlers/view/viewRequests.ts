import type { CancellationToken, RequestType } from 'vscode-languageserver';
import { compareTrajectories, maxCompared } from '../../../core/collection/comparison/comparison';
import { pageOf } from '../../../core/collection/conversations/conversation';
import type { FoundProblem } from '../../../core/collection/conversations/problems';
import { textSlice, valueAtPath } from '../../../core/collection/conversations/texts';
import type { Excerpt } from '../../../core/collection/excerpt';
import { indexAtOffset, missingAtIndex, nodeAtIndex, trajectoryAt } from '../../../core/collection/lookup';
import type { GroupSizes } from '../../../core/collection/summaries/collection';
import { type Difference, differenceTo } from '../../../core/collection/summaries/difference';
import { type MergedRows, mergedRows } from '../../../core/collection/summaries/merged';
import type { Document } from '../../../core/document';
import { trajectoryHints } from '../../../core/features/hints/trajectoryHints';
import { type GroupLines, groupLines } from '../../../core/features/lines/groupLines';
import { label } from '../../../core/features/visible';
import type { Range } from '../../../core/text/range';
import { offsetAt } from '../../../core/text/text';
import type { Work } from '../../../core/work';
import type {
  CollectionChange,
  collectionRequest,
  GroupRows,
  TrajectoryRows,
} from '../../../viewProtocol/collection';
import type { Comparison, compareRequest } from '../../../viewProtocol/comparison';
import type {
  ConversationPage,
  conversationRequest,
  MessageProblem,
  textRequest,
} from '../../../viewProtocol/conversation';
import type { groupLinesRequest } from '../../../viewProtocol/export';
import type {
  IndexInGroup,
  locateItemRequest,
  PartOfValue,
  trajectoryAtRequest,
} from '../../../viewProtocol/places';
import { integersOf, toBase64 } from '../../base64';
import type { ServerContext } from '../../feature';
import type { Asked } from '../../params';
import type { Summaries } from '../../viewedFiles/viewSource';
import { afterProblems, showWarning } from '../inSlices';
import { aboutTrajectories, sourceOf, type TrajectoryOfSource } from './viewSources';

// Requests from the trajectory view: see `viewProtocol/`.

type ResponseOf<Request> =
  Request extends RequestType<infer _Params, infer Result, infer _Error> ? Result : never;

/** The summaries of all trajectories, or their changes. */
export async function collectionOf(
  server: ServerContext,
  { uri, since }: Asked<typeof collectionRequest>,
  token: CancellationToken,
): Promise<CollectionChange | null> {
  const { collections } = server;
  const changes = function* ({
    collection,
    kind,
    version,
    problemsElsewhere,
    wrongFile,
  }: Summaries): Work<CollectionChange> {
    const difference = differenceTo(collection, collections.find(uri, since));
    const trajectories = yield* toTrajectoryRows(difference);
    const { state, isWhole, isComplete, groups } = difference;
    return {
      version,
      kind,
      state: collections.add(uri, state),
      isWhole,
      isComplete,
      groups: { from: groups.from, removed: groups.removed, rows: toGroupRows(groups.pieces) },
      trajectories,
      columnsLeftOut: state.columns.leftOut,
      booleans: state.columns.booleans,
      problemsElsewhere,
      wrongFile,
    };
  };
  return sourceOf(server, uri).summaries(token, changes);
}

function* toTrajectoryRows({
  trajectories: { from, removed, alike, pieces },
  state: { columns },
}: Difference): Work<CollectionChange['trajectories']> {
  return { from, removed, alike, rows: encoded(yield* mergedRows(pieces, columns)) };
}

function encoded(rows: MergedRows): TrajectoryRows {
  return {
    count: rows.count,
    reward: toBase64(rows.reward),
    startTime: toBase64(rows.startTime),
    messages: toBase64(rows.messages),
    characters: toBase64(rows.characters),
    problems: toBase64(rows.problems),
    calls: toBase64(rows.calls),
    unanswered: toBase64(rows.unanswered),
    cutOff: toBase64(rows.cutOff),
    numbers: rows.numbers.map(({ name, values }) => ({ name, values: toBase64(values) })),
    labels: rows.labels.map(({ name, texts, values }) => ({ name, texts, values: toBase64(values) })),
    tools: {
      names: rows.tools.names,
      starts: toBase64(rows.tools.starts),
      codes: toBase64(rows.tools.codes),
    },
  };
}

function toGroupRows(pieces: readonly GroupSizes[]): GroupRows {
  const count = pieces.reduce((sum, { trajectories }) => sum + trajectories.length, 0);
  const all = new Int32Array(count);
  let at = 0;
  for (const { trajectories } of pieces) {
    all.set(trajectories, at);
    at += trajectories.length;
  }
  return { count, trajectories: toBase64(all) };
}

/** A page of a trajectory's conversation. */
export async function conversationOf(
  server: ServerContext,
  { uri, ...asked }: Asked<typeof conversationRequest>,
  token: CancellationToken,
): Promise<ConversationPage | null> {
  const page = function* (excerpt: Excerpt, version: number): Work<ConversationPage | null> {
    const trajectory = excerpt.numberOf(asked.trajectory);
    const hintsOf = server.hasHints ? trajectoryHints : null;
    const found =
      trajectory === null ? null : yield* pageOf(excerpt.document, { ...asked, trajectory, hintsOf });
    if (found === null) return null;
    const { start, ...others } = found;
    const told = (problems: readonly FoundProblem[]) => problems.map((one) => toProblem(one, start));
    const messages = found.messages.map((card) => ({ ...card, problems: told(card.problems) }));
    return { ...others, version, messages, problems: told(found.problems) };
  };
  return sourceOf(server, uri).about({ trajectories: [asked.trajectory] }, token, page);
}

/** The message quotes the document, which may contain invisible or bidirectional characters. */
function toProblem({ severity, message, from, to }: FoundProblem, start: number): MessageProblem {
  return { severity, message: label(message), from: from - start, to: to - start };
}

/** Maximum code units of text in one response. */
const maxTextLength = 1_000_000;

/** A range of a text of a trajectory. */
export async function textAt(
  server: ServerContext,
  { uri, version, trajectory, path, form, from, to }: Asked<typeof textRequest>,
  token: CancellationToken,
): Promise<ResponseOf<typeof textRequest>> {
  const found = function* (
    { document, numberOf }: Excerpt,
    newest: number,
  ): Work<ResponseOf<typeof textRequest>> {
    const number = newest === version ? numberOf(trajectory) : null;
    const located = number === null ? null : yield* trajectoryAt(document, number);
    const value = located && valueAtPath(document.text, located.node, path);
    return (
      value &&
      (yield* textSlice(document.text, value, { form, from, to: Math.min(to, from + maxTextLength) }))
    );
  };
  return sourceOf(server, uri).about({ trajectories: [trajectory] }, token, found);
}

/** Some trajectories, aligned. */
export async function comparisonOf(
  server: ServerContext,
  { uri, trajectories, documents }: Asked<typeof compareRequest>,
  token: CancellationToken,
): Promise<Comparison | null> {
  const asked = trajectories
    .slice(0, maxCompared)
    .map((trajectory, i) => ({ uri: documents?.[i] ?? uri, trajectory }));
  const compared = function* (all: readonly TrajectoryOfSource[]): Work<Comparison | null> {
    const found = yield* compareTrajectories(all);
    if (found === null) return null;
    const { rows, alike, roles } = found;
    return {
      ...found,
      versions: found.trajectories.map((_, i) => all[i]!.version),
      rows: toBase64(Int32Array.from(rows.flat())),
      alike: toBase64(alike),
      roles: { names: roles.names, rows: toBase64(roles.rows) },
    };
  };
  return aboutTrajectories(server, { asked, token }, compared);
}

/** Groups as JSON Lines. */
export async function groupLinesOf(
  server: ServerContext,
  { uri, version, groups }: Asked<typeof groupLinesRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const wanted = integersOf(groups);
  const lines = function* (
    { document, groupOf }: Excerpt,
    newest: number,
  ): Work<GroupLines | { readonly refused: 'edited' }> {
    return newest === version
      ? yield* groupLines(document, numbersOf(wanted, groupOf))
      : { refused: 'edited' };
  };
  const found = await sourceOf(server, uri).about({ groups: wanted }, token, lines);
  if (found !== null && 'text' in found) return found.text;
  if (found !== null || !token.isCancellationRequested)
    showWarning(server.connection, `The selection is not saved: ${whyRefused[found?.refused ?? 'edited']}`);
  return null;
}

/** The numbers of groups in an excerpt, one after the other: there may be a million. */
function* numbersOf(groups: Iterable<number>, groupOf: Excerpt['groupOf']): Generator<number> {
  for (const group of groups) {
    const number = groupOf(group);
    if (number !== null) yield number;
  }
}

const whyRefused = {
  edited: 'the text has changed in the meantime.',
  'not-json': 'a group in it is not JSON. Fix its syntax errors first.',
  'too-long':
    'it has more than 50 million characters. Select fewer groups, and save them one after the other.',
};

/** The range of a trajectory, of one of its messages, or of a group. */
export async function locateItem(
  server: ServerContext,
  { uri, trajectory, message, part = null }: Asked<typeof locateItemRequest>,
  token: CancellationToken,
): Promise<ResponseOf<typeof locateItemRequest>> {
  const located = function* (excerpt: Excerpt, version: number): Work<ResponseOf<typeof locateItemRequest>> {
    const { document } = excerpt;
    const index = localIndex(excerpt, trajectory);
    if (index === null) return null;
    const node = yield* nodeAtIndex(document, index, message);
    if (node === null) return yield* missingAtIndex(document, index);
    const range = part === null ? node : ((yield* partOf(document, index, part)) ?? node);
    return { version, start: excerpt.positionOf(range.from), end: excerpt.positionOf(range.to) };
  };
  const wanted =
    typeof trajectory === 'number' ? { trajectories: [trajectory] } : { groups: [trajectory.group] };
  return sourceOf(server, uri).about(wanted, token, located);
}

function localIndex(excerpt: Excerpt, index: number | IndexInGroup): number | IndexInGroup | null {
  if (typeof index === 'number') return excerpt.numberOf(index);
  const group = excerpt.groupOf(index.group);
  return group === null ? null : { ...index, group };
}

/** The range of a part of a value; null if there is no such value. */
function* partOf(
  document: Document,
  trajectory: number | IndexInGroup,
  { path, from, to }: PartOfValue,
): Work<Range | null> {
  const node = yield* nodeAtIndex(document, trajectory, null);
  const value = node && valueAtPath(document.text, node, path);
  return value && { from: value.from + from, to: Math.min(value.from + to, value.to) };
}

/** The trajectory and the message at a position. */
export async function trajectoryAtPosition(
  server: ServerContext,
  { uri, position }: Asked<typeof trajectoryAtRequest>,
  token: CancellationToken,
): Promise<ResponseOf<typeof trajectoryAtRequest>> {
  const found = function* (
    document: Document,
    version: number,
  ): Work<ResponseOf<typeof trajectoryAtRequest>> {
    return { version, ...(yield* indexAtOffset(document, offsetAt(document.text, position))) };
  };
  return afterProblems(server, { uri, token }, found);
}
