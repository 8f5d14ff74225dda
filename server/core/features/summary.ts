import { memberNamed, trajectoriesOf } from '../collection/reading/namedMember';
import type { Document } from '../document';
import { groupsOf } from '../rules/wholeDocument';
import type { DocumentKind } from '../schema/documentKind';
import { childAt, childCount, childrenOf } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { nameValue } from '../syntax/tree/strings';
import type { Range } from '../text/range';
import type { Work } from '../work';
import { StringBuilder } from './longStrings';
import { firstMixedLine } from './mixedLine';

/** What a request needs from a document. Offsets are UTF-16 code units. */
export interface Summary {
  readonly kind: DocumentKind;
  /** Total numbers of errors and warnings, not limited by the length of the list of problems. */
  readonly errors: number;
  readonly warnings: number;
  /** Decoded string properties of the root; null if they are not strings. */
  readonly split: string | null;
  readonly modelId: string | null;
  /** Null if there is nothing to send: in a training config, an unrecognized document, an empty one. */
  readonly groups: SummaryGroups | null;
  /** The training config: a property of the root, or the root itself. */
  readonly config: Range | null;
  /** 0 for bare trajectories. */
  readonly groupCount: number;
  /** Also counts an array of bare trajectories, which cannot be sent but can be converted. */
  readonly trajectoryCount: number;
  /** In JSON Lines, the first line (zero-based) that is a trajectory among groups, or a group among trajectories. */
  readonly mixedLine: number | null;
}

/**
 * One array of groups, or `from,to` of each group in turn, as comma-separated decimal numbers. One string, because a
 * file can contain a million groups, and a long string is encoded in slices.
 */
export type SummaryGroups =
  | { readonly kind: 'array'; readonly slice: Range }
  | { readonly kind: 'items'; readonly bounds: string }
  /** Like `items`, for each bare trajectory; they may become one group or a group each. */
  | { readonly kind: 'trajectories'; readonly bounds: string };

/**
 * The kind of a document and the ranges that a request body is made of. Visits every group, but not the contents of
 * trajectories.
 */
export function* summarize(document: Document): Work<Summary> {
  const { type, counts } = document;
  const { schemas } = document.engine;
  const isBare = type.kind === 'trajectory-lines';
  const trajectories = yield* measure(bareContainer(document), isBare);
  const container = isBare ? null : groupsOf({ ...document, schemas });
  const areItems = container !== null && container.kind !== Kind.array;
  const groups = yield* measure(container, areItems, (group) => countIn(document, group, childCount));
  return {
    kind: type.kind,
    errors: counts[0],
    warnings: counts[1],
    ...membersOfRequest(document),
    groups: isBare ? { kind: 'trajectories', bounds: trajectories.bounds } : sourceOf(container, groups),
    groupCount: groups.count,
    trajectoryCount: trajectories.count + groups.inner,
    mixedLine: yield* firstMixedLine(document),
  };
}

/** What the root of a request contains besides its groups. */
export function membersOfRequest(document: Document): Pick<Summary, 'split' | 'modelId' | 'config'> {
  const { names } = document.engine.schemas;
  return {
    split: stringUnder(document, names.split),
    modelId: stringUnder(document, names.modelId),
    config: configOf(document),
  };
}

/** The container of bare trajectories: the lines, or an array. */
export function bareContainer({ type, tree }: Document): Node | null {
  const root = rootOf(tree);
  if (type.shape === 'trajectories') return childAt(root, 0);
  return type.kind === 'trajectory-lines' ? root : null;
}

interface Measured {
  readonly count: number;
  /** The sum of what `inner` gives for each member. */
  readonly inner: number;
  /** As in `SummaryGroups`; empty unless needed. */
  readonly bounds: string;
}

/** Visits the members of a container, and keeps none of them: there can be a million. */
function* measure(
  container: Node | null,
  hasBounds: boolean,
  inner: (member: Node) => number = () => 0,
): Work<Measured> {
  const bounds = new StringBuilder();
  let count = 0;
  let sum = 0;
  for (const member of container === null ? [] : childrenOf(container)) {
    sum += inner(member);
    if (hasBounds) bounds.push(`${count === 0 ? '' : ','}${member.from},${member.to}`);
    count++;
    // A single member may be large.
    yield;
  }
  return { count, inner: sum, bounds: bounds.toString() };
}

function sourceOf(container: Node | null, { count, bounds }: Measured): SummaryGroups | null {
  if (container === null) return null;
  if (container.kind === Kind.array) return { kind: 'array', slice: sliceOf(container) };
  // Lines, and a document of one group, have none while they are empty.
  return count === 0 ? null : { kind: 'items', bounds };
}

/** The number of trajectories in a group; `count` gives that of the items of an array. */
export function countIn(document: Document, group: Node, count: (array: Node) => number): number {
  const trajectories = trajectoriesOf(document, group);
  return trajectories === null ? 0 : count(trajectories);
}

function stringUnder(document: Document, name: string): string | null {
  const member = memberOfRoot(document, name);
  return member === null ? null : nameValue(document.text, member);
}

function configOf(document: Document): Range | null {
  const root = rootOf(document.tree);
  const isConfig = document.type.kind === 'training-config';
  const config = isConfig ? childAt(root, 0) : memberOfRoot(document, document.engine.schemas.names.config);
  return config === null || config.kind === Kind.key ? null : sliceOf(config);
}

/** A property of the root value; JSON Lines have none. */
export function memberOfRoot(document: Document, name: string): Node | null {
  const root = rootOf(document.tree);
  const value = root.kind === Kind.document ? childAt(root, 0) : null;
  return value === null ? null : memberNamed(document, value, name);
}

function sliceOf({ from, to }: Node): Range {
  return { from, to };
}
