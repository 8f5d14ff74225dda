import type { CancellationToken } from 'vscode-languageserver';
import type { GroupSizes } from '../../../core/collection/summaries/collection';
import { type Difference, differenceTo } from '../../../core/collection/summaries/difference';
import { type MergedRows, mergedRows } from '../../../core/collection/summaries/merged';
import type { Work } from '../../../core/work';
import type {
  CollectionChange,
  collectionRequest,
  GroupRows,
  TrajectoryRows,
} from '../../../viewProtocol/collection';
import { toBase64 } from '../../base64';
import type { ServerContext } from '../../feature';
import type { Asked } from '../../params';
import type { Summaries } from '../../viewedFiles/viewSource';
import { sourceOf } from './viewSources';

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
