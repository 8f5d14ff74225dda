import { memberNamed } from '../collection/reading/namedMember';
import type { Document } from '../document';
import { groupsOf } from '../rules/wholeDocument';
import type { DocumentKind } from '../schema/documentKind';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf, stringValue } from '../syntax/tree/nodes';
import type { Range } from '../text/range';
import type { Work } from '../work';
import { StringBuilder } from './longStrings';

/** What is needed of a document to make a request of it. Offsets are UTF-16 code units. */
export interface Summary {
  readonly kind: DocumentKind;
  /** Problems of severity error and warning; counted in full, not cut. */
  readonly errors: number;
  readonly warnings: number;
  /** The decoded values of these properties of the root, where they are strings. */
  readonly split: string | null;
  readonly modelId: string | null;
  /** Null where there is nothing to send: in a training config, an unrecognized document, an empty one. */
  readonly groups: SummaryGroups | null;
  /** The training config: a property of the root, or the root itself. */
  readonly config: Range | null;
  /** 0 where the trajectories are in no group yet. */
  readonly groupCount: number;
  /** An array of bare trajectories has some too: it cannot be sent, but converted. */
  readonly trajectoryCount: number;
}

/**
 * One array of groups, or `from,to` of each group in turn: decimal numbers with commas between them, in one string,
 * because a file can hold a million and a long string is encoded in slices.
 */
export type SummaryGroups =
  | { readonly kind: 'array'; readonly slice: Range }
  | { readonly kind: 'items'; readonly bounds: string }
  /** The same of each trajectory: they are in no group yet, and may become one group or a group each. */
  | { readonly kind: 'trajectories'; readonly bounds: string };

/**
 * What a document is, and where the parts of a request body stand in it. It looks at every group, but not
 * into trajectories.
 */
export function* summarize(document: Document): Work<Summary> {
  const { type, counts, engine } = document;
  const { names } = engine.schemas;
  const isBare = type.kind === 'trajectory-lines';
  const trajectories = yield* membersOf(bareContainer(document));
  const container = groupsOf({ ...document, names });
  const groups = yield* membersOf(container);
  let trajectoryCount = trajectories.length;
  for (const group of groups) {
    trajectoryCount += countIn(document, group);
    yield;
  }
  return {
    kind: type.kind,
    errors: counts[0],
    warnings: counts[1],
    split: stringUnder(document, names.split),
    modelId: stringUnder(document, names.modelId),
    groups: isBare
      ? { kind: 'trajectories', bounds: yield* boundsOf(trajectories) }
      : yield* sourceOf(container, groups),
    config: configOf(document),
    groupCount: groups.length,
    trajectoryCount,
  };
}

/** What holds trajectories that are in no group: the lines, or an array. */
function bareContainer({ type, tree }: Document): Node | null {
  const root = rootOf(tree);
  if (type.shape === 'trajectories') return childAt(root, 0);
  return type.kind === 'trajectory-lines' ? root : null;
}

/** The members of a container; there can be a million. */
export function* membersOf(container: Node | null): Work<Node[]> {
  const members: Node[] = [];
  for (const member of container === null ? [] : childrenOf(container)) {
    if (members.push(member) % yieldEvery === 0) yield;
  }
  return members;
}

/** Members that are looked at between two breaks. */
const yieldEvery = 1000;

function* sourceOf(container: Node | null, groups: readonly Node[]): Work<SummaryGroups | null> {
  if (container === null) return null;
  if (container.kind === Kind.array) return { kind: 'array', slice: sliceOf(container) };
  // A document of one group that is still empty has none.
  if (container.kind === Kind.document && groups.length === 0) return null;
  return { kind: 'items', bounds: yield* boundsOf(groups) };
}

function* boundsOf(nodes: readonly Node[]): Work<string> {
  const bounds = new StringBuilder();
  for (const [i, { from, to }] of nodes.entries()) {
    bounds.push(`${i === 0 ? '' : ','}${from},${to}`);
    if (i % yieldEvery === 0) yield;
  }
  return bounds.toString();
}

/** The number of trajectories in a group. */
function countIn(document: Document, group: Node): number {
  const trajectories = memberNamed(document, group, document.engine.schemas.names.trajectories);
  return trajectories?.kind === Kind.array ? childCount(trajectories) : 0;
}

function stringUnder(document: Document, name: string): string | null {
  const member = memberOfRoot(document, name);
  return member === null ? null : stringValue(document.text, member);
}

function configOf(document: Document): Range | null {
  const root = rootOf(document.tree);
  const isConfig = document.type.kind === 'training-config';
  const config = isConfig ? childAt(root, 0) : memberOfRoot(document, document.engine.schemas.names.config);
  return config === null || config.kind === Kind.key ? null : sliceOf(config);
}

/** A property of the one root value; JSON Lines have none. */
export function memberOfRoot(document: Document, name: string): Node | null {
  const root = rootOf(document.tree);
  const value = root.kind === Kind.document ? childAt(root, 0) : null;
  return value === null ? null : memberNamed(document, value, name);
}

function sliceOf({ from, to }: Node): Range {
  return { from, to };
}
