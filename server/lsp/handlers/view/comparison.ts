import type { CancellationToken } from 'vscode-languageserver';
import { compareTrajectories, maxCompared } from '../../../core/collection/comparison/comparison';
import type { Work } from '../../../core/work';
import type { Comparison, compareRequest } from '../../../viewProtocol/comparison';
import { toBase64 } from '../../base64';
import type { ServerContext } from '../../feature';
import type { Asked } from '../../params';
import { aboutTrajectories, type TrajectoryOfSource } from './viewSources';

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
