import { RequestType } from 'vscode-languageserver-protocol';
import type { Integers } from './collection';

/** Messages between the trajectory view and the language server about comparisons. */

/** A trajectory of a comparison. */
export interface ComparedTrajectory {
  readonly trajectory: number;
  readonly group: number;
  /** Index in its group. */
  readonly member: number;
  /** Number of its messages. */
  readonly total: number;
  /** The first tools that it calls, in order of their first call, and how often. */
  readonly calls: readonly { readonly name: string; readonly count: number }[];
  /** Number of all its calls. */
  readonly callCount: number;
}

/** The messages of some trajectories, aligned in rows: equal ones stand in one row, others by their roles. */
export interface Comparison {
  /** The version of each trajectory's document. */
  readonly versions: readonly number[];
  readonly trajectories: readonly ComparedTrajectory[];
  /** For each row and trajectory the index of the message; -1 if there is none in this row. */
  readonly rows: Integers;
  /** Per row: 1 if all trajectories say the same there. Ids of tool calls do not count. */
  readonly alike: Integers;
  /** Per row an index into `names`; -1 if the message has no role. */
  readonly roles: { readonly names: readonly string[]; readonly rows: Integers };
  /** The first row that is not alike, and the first of these with a message of the assistant; null if there is none. */
  readonly firstDifference: number | null;
  readonly firstOfAssistant: number | null;
  /** Whether further messages were not compared, because there are too many. */
  readonly isCut: boolean;
}

/** Compares two to four trajectories. `documents`: the document of each, if not all are in `uri`. */
export const compareRequest = new RequestType<
  {
    readonly uri: string;
    readonly trajectories: readonly number[];
    readonly documents?: readonly string[];
  },
  Comparison | null,
  void
>('trajectory/compare');
