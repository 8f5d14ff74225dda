import { memberNamed } from '../collection/reading/namedMember';
import { numberIn } from '../collection/reading/strings';
import type { Document } from '../document';
import { rewardName } from '../schema/fields';
import { childCount, childrenOf } from '../syntax/nodes/children';
import type { Node } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import type { Work } from '../work';

/** Statistics of a group's numeric rewards. */
export interface Rewards {
  readonly mean: number;
  /** Population standard deviation, not an estimate from a sample. */
  readonly deviation: number;
  readonly lowest: number;
  readonly highest: number;
  /** Number of rewards in the trajectories that were read. */
  readonly count: number;
  /** Trajectories in the group, and how many of them were read. */
  readonly trajectories: number;
  readonly seen: number;
}

/** The rank of a trajectory's reward in its group. */
export interface Standing {
  readonly reward: number;
  /** 1 is the highest. */
  readonly rank: number;
  /** Other trajectories with the same reward. */
  readonly ties: number;
  readonly rewards: Rewards;
}

/** Maximum trajectories to read: a hover must not read a whole file. */
const maxTrajectories = 1000;

/** Statistics of an array of trajectories; null if it has no rewards. */
export function* rewardsOf(document: Document, trajectories: Node): Work<Rewards | null> {
  return summary(yield* valuesOf(document, trajectories), childCount(trajectories));
}

/** The standing of a trajectory in the array that it is an item of; null if it has no reward. */
export function* standingOf(document: Document, trajectory: Node): Work<Standing | null> {
  const reward = rewardOf(document, trajectory);
  const group = trajectory.parent;
  if (reward === null || group?.kind !== Kind.array) return null;
  const values = yield* valuesOf(document, group);
  if (trajectory.index >= maxTrajectories) values.push(reward);
  return {
    reward,
    rank: 1 + values.filter((value) => value > reward).length,
    ties: values.filter((value) => value === reward).length - 1,
    rewards: summary(values, childCount(group))!,
  };
}

/** Formats a number with four significant digits, from 100 on with two decimals. */
export function roundedNumber(value: number): string {
  const size = Math.abs(value);
  return String(Number(size >= 100 && size < 1e15 ? value.toFixed(2) : value.toPrecision(4)));
}

/** The reward of a trajectory; null if it is not a finite number. */
export function rewardOf(document: Document, trajectory: Node): number | null {
  const node = memberNamed(document, trajectory, rewardName(document.engine.schemas));
  const value = numberIn(document.text, node);
  return Number.isNaN(value) ? null : value;
}

function* valuesOf(document: Document, trajectories: Node): Work<number[]> {
  const values: number[] = [];
  for (const trajectory of childrenOf(trajectories)) {
    if (trajectory.index >= maxTrajectories) break;
    const value = rewardOf(document, trajectory);
    if (value !== null) values.push(value);
    yield;
  }
  return values;
}

function summary(values: readonly number[], total: number): Rewards | null {
  if (values.length === 0) return null;
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  const numbers = { count: values.length, trajectories: total, seen: Math.min(total, maxTrajectories) };
  // Rounding must not move the mean of equal values.
  if (areEqual(lowest, highest)) return { ...numbers, mean: lowest, deviation: 0, lowest, highest: lowest };
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  // Squares of large values overflow, and so do their differences; those of halves, and of shares of them, do not.
  const scale = Math.max(highest / 2 - mean / 2, mean / 2 - lowest / 2);
  const squares = values.reduce((sum, value) => sum + ((value / 2 - mean / 2) / scale) ** 2, 0);
  const deviation = 2 * scale * Math.sqrt(squares / values.length);
  return { ...numbers, mean, deviation, lowest, highest };
}

/** Whether two rewards are equal but for rounding, as in the view: 0.1 + 0.2 is 0.30000000000000004. */
export function areEqual(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-12 * Math.max(1, Math.abs(a), Math.abs(b));
}
