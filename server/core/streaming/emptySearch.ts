import { nothingToSendAt } from '../rules/wholeDocument';
import type { Problem } from '../schema/problem';
import type { Names } from '../schema/schema';
import { childCount } from '../syntax/nodes/children';
import { childWithKey } from '../syntax/nodes/named';
import type { Node } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import type { Text } from '../text/text';

/** Searches groups for a trajectory, one after the other. The same rule as `emptyOf`, which has all groups at once. */
export class EmptySearch<Found extends Problem> {
  /** The problem if no trajectory is found; null if there is no group. */
  problem: Found | null = null;
  /** Whether there is something to send. */
  isOver = false;
  /** Whether the problem is reported at an array. */
  isAtArray = false;
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  /** Begins with the container of the groups. `place` gives the problem its final form. */
  begin(groups: Node, place: (problem: Problem) => Found): void {
    if (groups.kind === Kind.array && childCount(groups) === 0) this.found(groups, 'trajectory group', place);
  }

  /** Adds what another search found in the groups that follow. */
  addFound({
    problem,
    isOver,
    isAtArray,
  }: Pick<EmptySearch<Found>, 'problem' | 'isOver' | 'isAtArray'>): void {
    this.isOver ||= isOver;
    if (problem === null || this.isAtArray || (this.problem !== null && !isAtArray)) return;
    this.problem = problem;
    this.isAtArray = isAtArray;
  }

  /** Adds the next group. */
  add(text: Text, group: Node, place: (problem: Problem) => Found): void {
    const trajectories = childWithKey(text, group, this.names.trajectories);
    if (trajectories !== null && (trajectories.kind !== Kind.array || childCount(trajectories) > 0))
      this.isOver = true;
    else if (!this.isAtArray && (trajectories !== null || this.problem === null))
      this.found(trajectories ?? group, 'trajectory', place);
  }

  private found(node: Node, what: string, place: (problem: Problem) => Found): void {
    this.isAtArray = node.kind === Kind.array;
    this.problem = place(nothingToSendAt(node, what));
  }
}
