import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Work } from '../../work';
import { trajectoryAt } from '../lookup';
import { collectionFields } from '../reading/fields';
import type { TextAndSchemas } from '../reading/messages';
import { pick } from '../reading/pick';
import { countIn, valueOfNode } from '../reading/values';
import { Codes } from '../summaries/rows';
import { type AlignedRow, alignTurns } from './alignment';
import { type Turn, turnsOf } from './turns';

/** A trajectory of a comparison. */
export interface Compared {
  readonly trajectory: number;
  readonly group: number;
  readonly member: number;
  /** Number of its messages. */
  readonly total: number;
  /** The first tools that it calls, in order of their first call, and how often. */
  readonly calls: readonly { readonly name: string; readonly count: number }[];
  /** Number of all its calls. */
  readonly callCount: number;
}

/** The messages of some trajectories, aligned. */
export interface Comparison {
  readonly trajectories: readonly Compared[];
  readonly rows: readonly AlignedRow[];
  /** Rows in which all trajectories say the same: 1, else 0. */
  readonly alike: Int32Array;
  /** Per row: the role of its messages, an index into `names`; -1 if they have none. */
  readonly roles: { readonly names: readonly string[]; readonly rows: Int32Array };
  /** The first row that is not alike, and the first of these with a message of the assistant; null if there is none. */
  readonly firstDifference: number | null;
  readonly firstOfAssistant: number | null;
  /** Whether messages were left out, because a trajectory has too many. */
  readonly isCut: boolean;
}

/** Maximum trajectories to compare. */
export const maxCompared = 4;
/** Maximum messages of a trajectory to compare: four such trajectories make a response of less than 1 MB. */
const maxMessages = 5000;
/** Maximum tools of a trajectory, and maximum roles, to name. */
const maxTools = 50;
const maxRoles = 100;
/** Stands for the roles beyond these. */
const otherRole = '…';

/** A trajectory to compare, by its number in its document. */
export interface TrajectoryIn {
  readonly document: Document;
  readonly trajectory: number;
}

/** Compares trajectories, also of several documents; null if one of them does not exist. */
export function* compareTrajectories(all: readonly TrajectoryIn[]): Work<Comparison | null> {
  const codes = new Codes();
  const trajectories: Compared[] = [];
  const turns: Turn[][] = [];
  for (const { document, trajectory } of all.slice(0, maxCompared)) {
    const source: TextAndSchemas = { text: document.text, schemas: document.engine.schemas };
    const located = yield* trajectoryAt(document, trajectory);
    if (located === null) return null;
    const { trajectory: fields } = collectionFields(source.schemas);
    const [first = null] = pick(valueOfNode(located.node), fields);
    const messages = first?.kind === Kind.array ? first : null;
    const own = yield* turnsOf(source, messages, { codes, limit: maxMessages });
    const { group, member } = located;
    const place = document.placeOf?.({ trajectory, group, member }) ?? { trajectory, group, member };
    const total = messages === null ? 0 : countIn(messages);
    const callCount = own.reduce((sum, turn) => sum + turn.calls.length, 0);
    trajectories.push({ ...place, total, calls: callsIn(own), callCount });
    turns.push(own);
  }
  const rows = yield* alignTurns(turns);
  const isCut = trajectories.some(({ total }) => total > maxMessages);
  return { trajectories, rows, ...differencesIn(rows, turns), roles: rolesIn(rows, turns), isCut };
}

function rolesIn(rows: readonly AlignedRow[], turns: readonly (readonly Turn[])[]): Comparison['roles'] {
  const codes = new Codes();
  const ofRows = Int32Array.from(rows, (row) => {
    const column = row.findIndex((turn) => turn >= 0);
    const role = turns[column]?.[row[column]!]?.role ?? null;
    if (role === null) return -1;
    const isNamed = codes.texts.length < maxRoles || codes.texts.includes(role);
    return codes.of(isNamed ? role : otherRole);
  });
  return { names: codes.texts, rows: ofRows };
}

function callsIn(turns: readonly Turn[]): Compared['calls'] {
  const counts = new Map<string, number>();
  for (const { calls } of turns) for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].slice(0, maxTools).map(([name, count]) => ({ name, count }));
}

function differencesIn(
  rows: readonly AlignedRow[],
  turns: readonly (readonly Turn[])[],
): Pick<Comparison, 'alike' | 'firstDifference' | 'firstOfAssistant'> {
  const alike = Int32Array.from(rows, (row) => {
    const [first, ...others] = row.map((turn, i) => turns[i]![turn]?.said ?? -1);
    return first !== -1 && others.every((said) => said === first) ? 1 : 0;
  });
  const firstDifference = alike.indexOf(0);
  const firstOfAssistant = rows.findIndex(
    (row, i) => alike[i] === 0 && row.some((turn, column) => turns[column]![turn]?.isAssistant === true),
  );
  return {
    alike,
    firstDifference: firstDifference < 0 ? null : firstDifference,
    firstOfAssistant: firstOfAssistant < 0 ? null : firstOfAssistant,
  };
}
