import { groupContainerOf } from '../../server/core/collection/reading/groupContainer';
import { collectSummaries } from '../../server/core/collection/summaries/collection';
import { type MergedRows, mergedRows } from '../../server/core/collection/summaries/merged';
import type { Document } from '../../server/core/document';
import { areEqual } from '../../server/core/features/rewards';
import { childrenOf } from '../../server/core/syntax/nodes/children';
import { Kind } from '../../server/core/syntax/tree/nodeKind';
import type { Work } from '../../server/core/work';

/** What the statistics of some documents are made of: a number per trajectory. */
export class Figures {
  files = 0;
  groups = 0;
  trajectories = 0;
  groupsWithSpread = 0;
  groupsWithoutSpread = 0;
  /** Equal rewards, but some trajectories have none: with theirs, there may be a spread. */
  groupsWithUnknownSpread = 0;
  groupsWithoutRewards = 0;
  readonly groupSizes: number[] = [];
  readonly rewards: number[] = [];
  readonly messages: number[] = [];
  readonly characters: number[] = [];
  readonly calls: number[] = [];
  unansweredCalls = 0;
  /** By the names of metrics and other numbers in the documents. */
  readonly numbers = new Map<string, number[]>();
  /** Numbers of trajectories by the tools that they call. */
  readonly tools = new Map<string, number>();

  /** Adds the trajectories of a document. */
  *add(document: Document): Work<void> {
    const { rows, groups, columns } = yield* collectSummaries(document);
    const merged = yield* mergedRows(rows, { ...columns, numbers: [], labels: [] });
    this.files++;
    this.trajectories += merged.count;
    push(this.rewards, merged.reward);
    push(this.messages, merged.messages);
    push(this.characters, merged.characters);
    push(this.calls, merged.calls);
    for (const unanswered of merged.unanswered) this.unansweredCalls += unanswered;
    // In the view, each trajectory without a group is one; here it is in none.
    const container = groupContainerOf(document);
    const sizes = groups.flatMap(({ trajectories }) => [...trajectories]);
    let from = 0;
    for (const { kind, index } of container?.isBare === false ? childrenOf(container.node) : []) {
      const to = from + sizes[index]!;
      // Any other value has its number, too, but is no group.
      if (kind === Kind.object) this.addGroup(merged.reward.subarray(from, to));
      from = to;
      yield;
    }
    // All of them: the view shows only some columns.
    for (const piece of rows) {
      for (const { name, values } of piece.numbers) this.addNumbers(name, values);
      yield;
    }
    this.addTools(merged);
  }

  private addGroup(rewards: Float64Array): void {
    this.groups++;
    this.groupSizes.push(rewards.length);
    const known = rewards.filter(Number.isFinite);
    if (known.length === 0) this.groupsWithoutRewards++;
    else if (known.some((reward) => !areEqual(reward, known[0]!))) this.groupsWithSpread++;
    else if (known.length < rewards.length) this.groupsWithUnknownSpread++;
    else this.groupsWithoutSpread++;
  }

  private addNumbers(name: string, values: Iterable<number>): void {
    const known = this.numbers.get(name) ?? [];
    this.numbers.set(name, known);
    for (const value of values) if (Number.isFinite(value)) known.push(value);
  }

  private addTools({ tools }: MergedRows): void {
    for (const code of tools.codes) {
      const name = tools.names[code]!;
      this.tools.set(name, (this.tools.get(name) ?? 0) + 1);
    }
  }
}

/** One by one: the number of arguments of a call is limited. */
function push(to: number[], values: Iterable<number>): void {
  for (const value of values) to.push(value);
}
