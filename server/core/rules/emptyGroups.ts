import { childAt, childCount, childrenNear, childrenOf } from '../syntax/nodes/children';
import { childWithKey } from '../syntax/nodes/named';
import type { Node } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import type { Part } from '../syntax/tree/tree';
import type { Text } from '../text/text';
import type { Work } from '../work';

/** Summary of the groups in a part. */
interface GroupSums {
  /** Whether a group has trajectories, or something else in their place. */
  readonly hasAny: boolean;
  /** Index in the part of the first group whose array of trajectories is empty; -1 if there is none. */
  readonly firstEmpty: number;
}

const known = new WeakMap<Part, GroupSums>();

/**
 * If no group has trajectories: the first empty array of them, or what lacks one. Else null. Cached by part, because
 * there may be a million groups; yields after each part that is not.
 */
export function* emptyOf(text: Text, groups: Node, name: string): Work<Node | null> {
  if (childCount(groups) === 0) return groups.kind === Kind.document ? null : groups;
  const sums = yield* sumsOfGroups(text, groups, name);
  if (sums.hasAny) return null;
  const first = childAt(groups, 0)!;
  if (first.kind === Kind.array || sums.firstEmpty < 0) return first;
  return childWithKey(text, childAt(groups, sums.firstEmpty)!, name);
}

function* sumsOfGroups(text: Text, groups: Node, name: string): Work<GroupSums> {
  if (groups.handle.type === 'row') return sumsOf(text, childrenOf(groups), name);
  const { parts, memberCounts } = groups.handle.branch;
  let firstEmpty = -1;
  for (let i = 0; i < parts.length; i++) {
    const before = memberCounts[i]!;
    if (memberCounts[i + 1] === before) continue;
    let sums = known.get(parts[i]!);
    if (sums === undefined) {
      known.set(parts[i]!, (sums = sumsOf(text, childrenNear(groups, before), name)));
      yield;
    }
    if (sums.hasAny) return sums;
    if (firstEmpty < 0 && sums.firstEmpty >= 0) firstEmpty = before + sums.firstEmpty;
  }
  return { hasAny: false, firstEmpty };
}

function sumsOf(text: Text, groups: Iterable<Node>, name: string): GroupSums {
  let firstEmpty = -1;
  let index = 0;
  for (const group of groups) {
    const trajectories = childWithKey(text, group, name);
    if (trajectories !== null) {
      if (trajectories.kind !== Kind.array || childCount(trajectories) > 0)
        return { hasAny: true, firstEmpty };
      if (firstEmpty < 0) firstEmpty = index;
    }
    index++;
  }
  return { hasAny: false, firstEmpty };
}
