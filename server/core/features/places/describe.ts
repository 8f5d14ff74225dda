import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import type { DocumentKind } from '../../schema/kind';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf, stringValue } from '../../syntax/nodes';
import { memberNamed } from '../namedMember';

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
  readonly config: SummarySlice | null;
  /** 0 where the trajectories are in no group yet. */
  readonly groupCount: number;
  /** An array of bare trajectories has some too: it cannot be sent, but converted. */
  readonly trajectoryCount: number;
}

/** One array of groups, or `from, to` of each group in turn, flat because a file can hold 100,000 of them. */
export type SummaryGroups =
  | { readonly kind: 'array'; readonly slice: SummarySlice }
  | { readonly kind: 'items'; readonly bounds: readonly number[] }
  /** The same of each trajectory: they are in no group yet, and may become one group or a group each. */
  | { readonly kind: 'trajectories'; readonly bounds: readonly number[] };

export interface SummarySlice {
  readonly from: number;
  readonly to: number;
}

/**
 * What a document is, and where the parts of a request body stand in it. It looks at every group, but not
 * into trajectories.
 */
export function describe(document: Document): Summary {
  const { type, counts, engine } = document;
  const { names } = engine.schemas;
  const isBare = type.kind === 'trajectory-lines';
  const trajectories = bareTrajectories(document);
  const container = groupsOf({ ...document, names });
  const groups = container === null ? [] : [...childrenOf(container)];
  return {
    kind: type.kind,
    errors: counts[0],
    warnings: counts[1],
    split: stringUnder(document, names.split),
    modelId: stringUnder(document, names.modelId),
    groups: isBare ? { kind: 'trajectories', bounds: boundsOf(trajectories) } : sourceOf(container, groups),
    config: configOf(document),
    groupCount: groups.length,
    trajectoryCount: groups.reduce((n, group) => n + trajectoryCount(document, group), trajectories.length),
  };
}

/** The trajectories that are in no group, in lines or in an array. */
function bareTrajectories({ type, tree }: Document): Node[] {
  const root = rootOf(tree);
  const container = type.shape === 'trajectories' ? childAt(root, 0) : root;
  const isBare = type.kind === 'trajectory-lines' || type.shape === 'trajectories';
  return isBare && container !== null ? [...childrenOf(container)] : [];
}

function sourceOf(container: Node | null, groups: readonly Node[]): SummaryGroups | null {
  if (container === null) return null;
  if (container.kind === Kind.array) return { kind: 'array', slice: sliceOf(container) };
  // A document of one group that is still empty has none.
  if (container.kind === Kind.document && groups.length === 0) return null;
  return { kind: 'items', bounds: boundsOf(groups) };
}

function boundsOf(nodes: readonly Node[]): number[] {
  return nodes.flatMap(({ from, to }) => [from, to]);
}

function trajectoryCount(document: Document, group: Node): number {
  const trajectories = memberNamed(document, group, document.engine.schemas.names.trajectories);
  return trajectories?.kind === Kind.array ? childCount(trajectories) : 0;
}

function stringUnder(document: Document, name: string): string | null {
  const member = memberOfRoot(document, name);
  return member === null ? null : stringValue(document.text, member);
}

function configOf(document: Document): SummarySlice | null {
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

function sliceOf({ from, to }: Node): SummarySlice {
  return { from, to };
}
