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
  const list = new HintList(isBare ? 'trajectory' : 'group', listLimit);
  let trajectories = 0;
  let unseen: Node | null = null;
  for (const node of childrenOf(root)) {
    if (trajectories >= maxTrajectories) {
      unseen = node;
      break;
    }
    const known = yield* isBare ? trajectoryKnown(document, node) : groupKnown(document, node);
    trajectories += known.rewards.length;
    list.add(known.hints, baseOf(node));
    yield;
  }
  const found = [...ofWhole(document), ...list.list()].sort((a, b) => a.from - b.from || a.to - b.to);
  if (unseen === null && found.length <= limit) return found;
  const listed = found.slice(0, limit - 1);
  const range = found[listed.length] ?? bracketOf(unseen!);
  return [
    ...listed,
    hintOf('too-many-problems', range, 'No hints are listed from here on: the document is too large.'),
  ];
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
