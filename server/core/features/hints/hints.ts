import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import type { Problem } from '../../schema/problem';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf } from '../../syntax/nodes';
import type { Work } from '../../work';
import { memberNamed } from '../namedMember';
import { baseOf, Remembered } from '../remembered';
import { rewardOf } from '../rewards';
import { equalRewards } from './equalRewards';
import { type HintRule, hintOf, type TrajectorySubject } from './hint';
import { groupSubject, mostMessages, trajectorySubject } from './hintSubjects';
import { invalidArguments } from './invalidArguments';
import { invalidParameters } from './invalidParameters';
import { mismatchedArguments } from './mismatchedArguments';
import { missingTools } from './missingTools';
import { noAssistantTurn } from './noAssistantTurn';
import { unansweredCall } from './unansweredCall';
import { unknownCall } from './unknownCall';

const trajectoryRules: readonly HintRule<TrajectorySubject>[] = [
  noAssistantTurn,
  unansweredCall,
  unknownCall,
  invalidArguments,
  invalidParameters,
  mismatchedArguments,
  missingTools,
];

/** Trajectories of a document that are looked at, and of one group. */
const mostTrajectories = 10_000;

/** What is known of a trajectory or of a group; offsets count from the part of the tree that it stands in. */
interface Known {
  readonly hints: readonly Problem[];
  readonly trajectories: number;
  readonly reward: number | null;
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
  for (const node of root === null ? [] : childrenOf(root)) {
    if (found.length > limit || trajectories >= mostTrajectories) {
      const message = 'From here on nothing is looked at for hints: there is too much.';
      const notice = hintOf('too-many-problems', bracketOf(node), message);
      return limit > 0 ? [...found.slice(0, limit - 1), notice] : [];
    }
    const known = yield* isBare ? trajectoryKnown(document, node) : groupKnown(document, node);
    trajectories += known.trajectories;
    found.push(...shifted(known.hints, node));
    yield;
  }
  if (found.length <= limit) return found;
  const last = found[limit - 1];
  if (last === undefined) return [];
  return [
    ...found.slice(0, limit - 1),
    hintOf('too-many-problems', last, 'The hints from here on are not listed: there are too many.'),
  ];
}

/** What holds the groups of a document, or its trajectories where they are in no group. */
function holderOf(document: Document): { readonly root: Node | null; readonly isBare: boolean } {
  const { type, tree, engine } = document;
  if (type.kind === 'trajectory-lines') return { root: rootOf(tree), isBare: true };
  if (type.shape === 'trajectory') return { root: rootOf(tree), isBare: true };
  if (type.shape === 'groups' || type.shape === 'trajectories') {
    return { root: childAt(rootOf(tree), 0), isBare: type.shape === 'trajectories' };
  }
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
    rewards.push(known.reward);
    hints.push(...shifted(known.hints, trajectory));
    yield;
  }
  const isWhole = array !== null && rewards.length === childCount(array);
  if (isWhole) equalRewards(groupSubject(document, group, rewards), (...hint) => hints.push(hintOf(...hint)));
  const known: Known = { hints: relative(hints, group), trajectories: rewards.length, reward: null };
  knownGroups.set(group, known);
  return known;
}

function* trajectoryKnown(document: Document, trajectory: Node): Work<Known> {
  const remembered = knownTrajectories.get(trajectory);
  if (remembered !== undefined) return remembered;
  const hints: Problem[] = [];
  const subject = trajectorySubject(document, trajectory);
  if (subject !== null) {
    for (const rule of trajectoryRules) {
      yield* rule(subject, (...hint) => hints.push(hintOf(...hint))) ?? [];
    }
  } else if (trajectory.kind === Kind.object && isTooLong(document, trajectory)) {
    const message = `Hints are given for conversations of up to ${mostMessages} messages; this one is longer.`;
    hints.push(hintOf('too-many-problems', bracketOf(trajectory), message));
  }
  const reward = rewardOf(document, trajectory);
  const known: Known = { hints: relative(hints, trajectory), trajectories: 1, reward };
  knownTrajectories.set(trajectory, known);
  return known;
}

function isTooLong(document: Document, trajectory: Node): boolean {
  const messages = memberNamed(document, trajectory, document.engine.schemas.names.messages);
  return messages?.kind === Kind.array && childCount(messages) > mostMessages;
}

function relative(hints: readonly Problem[], node: Node): Problem[] {
  return [...hints].sort((a, b) => a.from - b.from || a.to - b.to).map((hint) => moved(hint, -baseOf(node)));
}

function shifted(hints: readonly Problem[], node: Node): readonly Problem[] {
  return hints.length === 0 ? hints : hints.map((hint) => moved(hint, baseOf(node)));
}

function moved(hint: Problem, by: number): Problem {
  return { ...hint, from: hint.from + by, to: hint.to + by };
}

function bracketOf({ from }: Node): { readonly from: number; readonly to: number } {
  return { from, to: from + 1 };
}
