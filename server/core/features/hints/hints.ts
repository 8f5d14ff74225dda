import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import type { Code, Problem } from '../../schema/problem';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf } from '../../syntax/nodes';
import type { Work } from '../../work';
import type { Range } from '../contentRange';
import { memberNamed } from '../namedMember';
import { baseOf, Remembered } from '../remembered';
import { rewardOf } from '../rewards';
import { callArguments } from './callArguments';
import { equalRewards } from './equalRewards';
import { invalidParameters } from './invalidParameters';
import { missingTools } from './missingTools';
import { noAssistantTurn } from './noAssistantTurn';
import { pairedCalls } from './pairedCalls';
import { bracketOf, type HintRule, mostMessages, type ReportHint, trajectoryOf } from './trajectory';

const trajectoryRules: readonly HintRule[] = [
  noAssistantTurn,
  pairedCalls,
  callArguments,
  invalidParameters,
  missingTools,
];

/** Trajectories of a document that are looked at, and of one group. */
const mostTrajectories = 10_000;

/** What is known of a trajectory or of a group; offsets count from the part of the tree that it stands in. */
interface Known {
  readonly hints: readonly Problem[];
  /** Of each trajectory; null where it is no number. */
  readonly rewards: readonly (number | null)[];
}

const knownTrajectories = new Remembered<Known>();
const knownGroups = new Remembered<Known>();

/**
 * Explaining hints on a document, in document order: what is valid, and yet may not be what was meant. When
 * there would be more than the limit, or more trajectories than are looked at, the last one says so. It yields
 * often, so that the caller can do something else or give up; what has not changed since the last time costs
 * next to nothing.
 */
export function* findHints(document: Document, limit: number): Work<Problem[]> {
  const found: Problem[] = [];
  const { root, isBare } = holderOf(document);
  let trajectories = 0;
  let unseen: Node | null = null;
  for (const node of root === null ? [] : childrenOf(root)) {
    unseen = node;
    if (found.length > limit || trajectories >= mostTrajectories) break;
    const known = yield* isBare ? trajectoryKnown(document, node) : groupKnown(document, node);
    trajectories += known.rewards.length;
    found.push(...movedBy(known.hints, baseOf(node)));
    unseen = null;
    yield;
  }
  found.sort((a, b) => a.from - b.from || a.to - b.to);
  if (unseen === null && found.length <= limit) return found;
  const listed = found.slice(0, Math.max(0, limit - 1));
  const place = found[listed.length] ?? bracketOf(unseen!);
  const notice = hintOf('too-many-problems', place, 'From here on no hints are listed: there is too much.');
  return [...listed, notice].slice(0, limit);
}

/** What holds the groups of a document, or its trajectories where they are in no group. */
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
  const hints: Problem[] = [];
  const rewards: (number | null)[] = [];
  for (const trajectory of array?.kind === Kind.array ? childrenOf(array) : []) {
    if (rewards.length >= mostTrajectories) break;
    const known = yield* trajectoryKnown(document, trajectory);
    rewards.push(...known.rewards);
    hints.push(...movedBy(known.hints, baseOf(trajectory)));
    yield;
  }
  const isWhole = array !== null && rewards.length === childCount(array);
  if (isWhole) equalRewards(rewards, array.key!, (...hint) => hints.push(hintOf(...hint)));
  const known: Known = { hints: movedBy(hints, -baseOf(group)), rewards };
  knownGroups.set(group, known);
  return known;
}

function* trajectoryKnown(document: Document, node: Node): Work<Known> {
  const remembered = knownTrajectories.get(node);
  if (remembered !== undefined) return remembered;
  const hints: Problem[] = [];
  const report: ReportHint = (...hint) => hints.push(hintOf(...hint));
  const trajectory = trajectoryOf(document, node);
  if (trajectory === 'too long') {
    const message = `Hints are given for conversations of up to ${mostMessages} messages; this one is longer.`;
    report('too-many-problems', bracketOf(node), message);
  } else if (trajectory !== null) {
    for (const rule of trajectoryRules) yield* rule(trajectory, report) ?? [];
  }
  const known: Known = { hints: movedBy(hints, -baseOf(node)), rewards: [rewardOf(document, node)] };
  knownTrajectories.set(node, known);
  return known;
}

function movedBy(hints: readonly Problem[], by: number): Problem[] {
  return hints.map((hint) => ({ ...hint, from: hint.from + by, to: hint.to + by }));
}

function hintOf(code: Code, { from, to }: Range, message: string): Problem {
  return { code, severity: 'hint', from, to, message };
}
