import { groupContainerOf } from '../../collection/reading/groupContainer';
import { memberNamed, trajectoriesOf } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { rewardName } from '../../schema/fields';
import type { Problem } from '../../schema/problem';
import { childAt, childrenFrom, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { baseOf, NodeCache } from '../../syntax/nodes/nodeCache';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { rewardOf } from '../rewards';
import { emptySplit } from './emptySplit';
import { equalRewards } from './equalRewards';
import { explainTrajectory } from './explainTrajectory';
import { type Counted, HintList, HintsByCode, moved, type PlaceHint } from './hintList';
import { missingReward } from './missingReward';
import { isGroup } from './readTrajectory';
import { bracketOf, hintOf, type ReportHint } from './trajectory';

/** Maximum trajectories to check in a document. */
export const maxTrajectories = 10_000;
/** Groups or bare trajectories for which hints of one code are listed; the others are only counted. */
const maxListed = 20;

/** Results for a trajectory or group. Offsets are relative to its part of the tree. */
interface Known {
  readonly hints: readonly Counted[];
  /** Per trajectory; null if not a number. */
  readonly rewards: readonly (number | null)[];
}

interface KnownTrajectory extends Known {
  /** Whether it has a reward, of any type; null if it is no trajectory. */
  readonly hasReward: boolean | null;
}

/** Of a group without trajectories. Not remembered, because there may be a million of them. */
const nothing: Known = { hints: [], rewards: [] };

const knownTrajectories = new NodeCache<KnownTrajectory>();
const knownGroups = new NodeCache<Known>();

/**
 * Explaining hints on a document, in document order: valid data that may not be what was meant. Per code, a group or
 * bare trajectory has one hint, on the first occurrence. If there are more hints than the limit (at most that of
 * problems) or more trajectories than are checked, the last hint says so. Yields often, so that the caller can do
 * something else or give up. Unchanged groups and trajectories cost next to nothing.
 */
export function* findHints(document: Document, limit: number, listLimit = maxListed): Work<Problem[]> {
  const container = groupContainerOf(document);
  if (container === null || limit <= 0) return [];
  const search = new HintSearch(container.isBare, listLimit);
  for (const node of childrenOf(container.node)) {
    if (search.isOver) break;
    yield* search.add(document, node, unchanged);
    yield;
  }
  // In a root of millions of members, the first lookup and the next one are long enough for a step each.
  yield;
  return search.list(hintsOfWhole(document), limit);
}

/** The hints of a group or bare trajectory. */
export interface HintsOfNode {
  /** In their final form. */
  readonly hints: readonly Counted[];
  /** Number of its trajectories. */
  readonly trajectories: number;
  /** The hint that no more are listed, in case it is the first that is not checked. */
  end(): Problem;
}

/** Finds the hints of a group or bare trajectory. `place` gives each hint, relative to the document, its final form. */
export function* hintsOfNode(
  document: Document,
  node: Node,
  { isBare, place }: { readonly isBare: boolean; readonly place: PlaceHint },
): Work<HintsOfNode> {
  const end = (): Problem => place(noMoreHints(bracketOf(node)));
  const array = isBare ? null : trajectoriesOf(document, node);
  const begun = array === null ? null : removedFrom(array);
  if (array !== null && begun !== null) {
    const { group, kept } = begun;
    for (const trajectory of childrenFrom(array, kept)) yield* group.add(document, trajectory, place);
    return { hints: group.list(array, place), trajectories: group.rewards.length, end };
  }
  const { hints, rewards } = yield* isBare ? trajectoryKnown(document, node) : groupKnown(document, node);
  const placedHints = hints.map(({ hint, count }) => ({ hint: place(moved(hint, baseOf(node))), count }));
  return { hints: placedHints, trajectories: rewards.length, end };
}

/** The hints of consecutive groups, or of bare trajectories. */
export class HintSearch {
  readonly isBare: boolean;
  private readonly found: HintList;
  private trajectories = 0;
  /** Where hints end, because there are too many trajectories. */
  private end: Problem | null = null;

  constructor(isBare: boolean, listLimit = maxListed) {
    this.isBare = isBare;
    this.found = new HintList(isBare ? 'trajectory' : 'group', listLimit);
  }

  /** Whether later groups or trajectories are not checked. */
  get isOver(): boolean {
    return this.end !== null;
  }

  /** Checks the next group or bare trajectory. */
  *add(document: Document, node: Node, place: PlaceHint): Work<void> {
    if (this.isOver) return;
    if (this.trajectories >= maxTrajectories) this.end = place(noMoreHints(bracketOf(node)));
    else this.addFound(yield* hintsOfNode(document, node, { isBare: this.isBare, place }));
  }

  /** Adds what was found in the next group or bare trajectory. */
  addFound({ hints, trajectories, end }: HintsOfNode): void {
    if (this.isOver) return;
    if (this.trajectories >= maxTrajectories) {
      this.end = end();
      return;
    }
    this.trajectories += trajectories;
    this.found.add(hints);
  }

  /** All hints in document order, with those of the whole document; the last one says if the list is cut. */
  list(ofDocument: readonly Problem[], limit: number): Problem[] {
    const { end } = this;
    const found = [...ofDocument, ...this.found.list()].sort((a, b) => a.from - b.from || a.to - b.to);
    if (end === null && found.length <= limit) return found;
    const listed = found.slice(0, limit - 1);
    const next = found[listed.length];
    if (next === undefined) return [...listed, end!];
    const { fix: _, ...others } = next;
    return [...listed, { ...others, ...noMoreHints(next) }];
  }
}

function noMoreHints(range: Range): Problem {
  return hintOf(
    'too-many-problems',
    range,
    'No hints are listed from here on: the document has too many trajectories or hints.',
  );
}

/** Hints on the whole document. */
export function hintsOfWhole(document: Document): Problem[] {
  const hints: Problem[] = [];
  emptySplit(document, (...hint) => hints.push(hintOf(...hint)));
  return hints;
}

/** Finds the hints of consecutive trajectories of a group. */
export class GroupSearch {
  /** Per trajectory; null if not a number. */
  readonly rewards: (number | null)[] = [];
  /** Numbers of trajectories with and without a reward, and the hint on the first one without, still without its message. */
  private readonly counts = { with: 0, without: 0 };
  private firstWithout: Problem | null = null;
  private readonly hints = new HintsByCode();
  private total = 0;

  /** Whether there are more trajectories than are checked. */
  get isOver(): boolean {
    return this.total > maxTrajectories;
  }

  *add(document: Document, trajectory: Node, place: PlaceHint): Work<void> {
    this.total++;
    if (this.isOver) return;
    const known = yield* trajectoryKnown(document, trajectory);
    this.rewards.push(...known.rewards);
    if (known.hasReward === true) this.counts.with++;
    if (known.hasReward === false) {
      this.counts.without++;
      this.firstWithout ??= place(hintOf('missing-reward', bracketOf(trajectory), ''));
    }
    this.hints.addAll(known.hints, baseOf(trajectory), place);
  }

  /** The hints of the group, relative to `base`, after all trajectories of its array were added. */
  list({ key }: Node, place: PlaceHint, base = 0): Counted[] {
    const isWhole = this.rewards.length === this.total;
    if (!isWhole) return this.hints.list(-base);
    equalRewards(this.rewards, key!, (...hint) => this.hints.add(place(hintOf(...hint))));
    const message = missingReward(this.counts);
    if (message !== null) this.hints.add({ ...this.firstWithout!, message });
    return this.hints.list(-base);
  }
}

/** What a streaming check has found in trajectories of a group that are cut out of its array. */
export interface RemovedTrajectories {
  readonly group: GroupSearch;
  /** Number of trajectories at the start of the array that were not cut out, but are in `group`, too. */
  readonly kept: number;
}

function removedFrom({ handle }: Node): RemovedTrajectories | null {
  return handle.type === 'branch' ? (handle.branch.removed as RemovedTrajectories | null) : null;
}

function* groupKnown(document: Document, group: Node): Work<Known> {
  const array = trajectoriesOf(document, group);
  if (array === null || childAt(array, 0) === null) return nothing;
  const remembered = knownGroups.get(group);
  if (remembered !== undefined) return remembered;
  const search = new GroupSearch();
  for (const trajectory of childrenOf(array)) {
    yield;
    yield* search.add(document, trajectory, unchanged);
    if (search.isOver) break;
  }
  const known: Known = { hints: search.list(array, unchanged, baseOf(group)), rewards: search.rewards };
  knownGroups.set(group, known);
  return known;
}

const unchanged: PlaceHint = (hint) => hint;

function* trajectoryKnown(document: Document, node: Node): Work<KnownTrajectory> {
  const remembered = knownTrajectories.get(node);
  if (remembered !== undefined) return remembered;
  const hints = new HintsByCode();
  const report: ReportHint = (...hint) => hints.add(hintOf(...hint));
  yield* explainTrajectory(document, node, report);
  const known: KnownTrajectory = {
    hints: hints.list(-baseOf(node)),
    rewards: [rewardOf(document, node)],
    hasReward: hasReward(document, node),
  };
  knownTrajectories.set(node, known);
  return known;
}

function hasReward(document: Document, node: Node): boolean | null {
  if (node.kind !== Kind.object || isGroup(document, node)) return null;
  if (memberNamed(document, node, rewardName(document.engine.schemas)) !== null) return true;
  // The rest of an object that is cut off may have had one.
  return (node.flags & Flag.broken) === 0 ? false : null;
}
