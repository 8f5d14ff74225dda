import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import type { Code, Fix, Problem } from '../../schema/problem';
import { baseOf, NodeCache } from '../../syntax/tree/nodeCache';
import { Kind } from '../../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf } from '../../syntax/tree/nodes';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { rewardOf } from '../rewards';
import { callArguments } from './callArguments';
import { emptySplit } from './emptySplit';
import { equalRewards } from './equalRewards';
import { type Counted, HintList, HintsByCode } from './hintList';
import { invalidParameters } from './invalidParameters';
import { missingTools } from './missingTools';
import { noAssistantTurn } from './noAssistantTurn';
import { pairedCalls } from './pairedCalls';
import { bracketOf, type HintRule, max as maxParts, type ReportHint, trajectoryOf } from './trajectory';

const trajectoryRules: readonly HintRule[] = [
  noAssistantTurn,
  pairedCalls,
  callArguments,
  invalidParameters,
  missingTools,
];

/** Maximum trajectories to check in a document. */
const maxTrajectories = 10_000;
/** Groups or bare trajectories for which hints of one code are listed; the others are only counted. */
const maxListed = 20;

/** Results for a trajectory or group. Offsets are relative to its part of the tree. */
interface Known {
  readonly hints: readonly Counted[];
  /** Per trajectory; null if not a number. */
  readonly rewards: readonly (number | null)[];
}

const knownTrajectories = new NodeCache<Known>();
const knownGroups = new NodeCache<Known>();

/**
 * Explaining hints on a document, in document order: valid data that may not be what was meant. Per code, a group or
 * bare trajectory has one hint, on the first occurrence. If there are more hints than the limit (at most that of
 * problems) or more trajectories than are checked, the last hint says so. Yields often, so that the caller can do
 * something else or give up. Unchanged groups and trajectories cost next to nothing.
 */
export function* findHints(document: Document, limit: number, listLimit = maxListed): Work<Problem[]> {
  const { root, isBare } = holderOf(document);
  if (root === null || limit <= 0) return [];
  const search = new HintSearch(isBare, listLimit);
  for (const node of childrenOf(root)) {
    if (search.isOver) break;
    yield* search.add(document, node, (hint) => hint);
    yield;
  }
  return search.list(ofWhole(document), limit);
}

/** Finds the hints of consecutive groups, or of bare trajectories. */
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

  /** Checks the next group or bare trajectory. `place` gives each hint, relative to the document, its final form. */
  *add(document: Document, node: Node, place: (hint: Problem) => Problem): Work<void> {
    if (this.isOver) return;
    if (this.trajectories >= maxTrajectories) {
      this.end = place(noMoreHints(bracketOf(node)));
      return;
    }
    const known = yield* this.isBare ? trajectoryKnown(document, node) : groupKnown(document, node);
    this.trajectories += known.rewards.length;
    this.found.add(known.hints, baseOf(node), place);
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
  return hintOf('too-many-problems', range, 'No hints are listed from here on: the document is too large.');
}

/** Hints on the whole document. */
function ofWhole(document: Document): Problem[] {
  const hints: Problem[] = [];
  emptySplit(document, (...hint) => hints.push(hintOf(...hint)));
  return hints;
}

/** The container of a document's groups, or of its bare trajectories. */
function holderOf(document: Document): { readonly root: Node | null; readonly isBare: boolean } {
  const { type, tree, engine } = document;
  const root = rootOf(tree);
  if (type.kind === 'trajectory-lines' || type.shape === 'trajectory') return { root, isBare: true };
  if (type.shape === 'trajectories') return { root: childAt(root, 0), isBare: true };
  if (type.shape === 'groups') return { root: childAt(root, 0), isBare: false };
  if (type.kind === 'unrecognized' || type.kind === 'training-config') return { root: null, isBare: false };
  return { root: groupsOf({ ...document, names: engine.schemas.names }), isBare: false };
}

function* groupKnown(document: Document, group: Node): Work<Known> {
  const remembered = knownGroups.get(group);
  if (remembered !== undefined) return remembered;
  const array = memberNamed(document, group, document.engine.schemas.names.trajectories);
  const hints = new HintsByCode();
  const rewards: (number | null)[] = [];
  for (const trajectory of array?.kind === Kind.array ? childrenOf(array) : []) {
    if (rewards.length >= maxTrajectories) break;
    yield;
    const known = yield* trajectoryKnown(document, trajectory);
    rewards.push(...known.rewards);
    hints.addAll(known.hints, baseOf(trajectory));
  }
  const isWhole = array !== null && rewards.length === childCount(array);
  if (isWhole) equalRewards(rewards, array.key!, (...hint) => hints.add(hintOf(...hint)));
  const known: Known = { hints: hints.list(-baseOf(group)), rewards };
  knownGroups.set(group, known);
  return known;
}

function* trajectoryKnown(document: Document, node: Node): Work<Known> {
  const remembered = knownTrajectories.get(node);
  if (remembered !== undefined) return remembered;
  const hints = new HintsByCode();
  const report: ReportHint = (...hint) => hints.add(hintOf(...hint));
  const trajectory = yield* trajectoryOf(document, node);
  if (trajectory === 'too long') {
    const message = `Hints are given for conversations of up to ${maxParts.messages} messages with ${maxParts.calls} tool calls, and for up to ${maxParts.tools} tools. This trajectory has more.`;
    report('too-many-problems', bracketOf(node), message);
  } else if (trajectory !== null) {
    for (const rule of trajectoryRules) yield* rule(trajectory, report) ?? [];
  }
  const known: Known = { hints: hints.list(-baseOf(node)), rewards: [rewardOf(document, node)] };
  knownTrajectories.set(node, known);
  return known;
}

function hintOf(code: Code, { from, to }: Range, message: string, fix?: Fix): Problem {
  return { code, severity: 'information', from, to, message, ...(fix === undefined ? {} : { fix }) };
}
