import type { Range } from '../../text/range';
import { Column, stride } from '../layout';
import { Flag } from '../tokens/token';
import { Kind } from '../tree/nodeKind';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack, type Tree } from '../tree/tree';

/**
 * A value of a document, as features see it. Nodes are created on demand; offsets are UTF-16 code units of the
 * document, valid for the tree that the node came from.
 */
export interface Node extends Range {
  /** `Kind.key` means that the property has no value. */
  readonly kind: Kind;
  readonly flags: number;
  /** The container around it; null for the root of the document. */
  readonly parent: Node | null;
  /** Index among the members of its parent, from zero. */
  readonly index: number;
  readonly key: Key | null;
  /** @internal Location in the tree. */
  readonly handle: NodeHandle;
}

export interface Key extends Range {
  readonly flags: number;
  /** Number in the vocabulary of the grammar; 0 for an unknown name. */
  readonly number: number;
}

type NodeHandle =
  | { readonly type: 'branch'; readonly branch: Branch; readonly offset: number }
  | { readonly type: 'row'; readonly pack: Pack; readonly row: number; readonly offset: number };

/** Whether a value is an object or an array. */
export function isContainer({ kind }: Pick<Node, 'kind'>): boolean {
  return kind === Kind.object || kind === Kind.array;
}

/** The node of the whole document: its children are the root value, or the values of the lines. */
export function rootOf(tree: Tree): Node {
  const { root } = tree;
  return {
    kind: root.kind,
    flags: 0,
    from: 0,
    to: root.length,
    parent: null,
    index: 0,
    key: null,
    handle: { type: 'branch', branch: root, offset: 0 },
  };
}

/** Sibling rows: their pack, its offset, and the number of members before them. */
export interface RowRange {
  readonly pack: Pack;
  readonly offset: number;
  readonly from: number;
  readonly to: number;
  readonly index: number;
}

/** The member whose row, or that of its key, is `row`. */
export function rowNode(
  parent: Node,
  at: { readonly pack: Pack; readonly row: number; readonly offset: number; readonly index: number },
): Node {
  const { pack, offset, index } = at;
  const { rows } = pack;
  let { row } = at;
  let key: Key | null = null;
  const info = rows[row * stride]!;
  if (kindOf(info) === Kind.key) {
    key = {
      from: offset + rows[row * stride + Column.from]!,
      to: offset + rows[row * stride + Column.to]!,
      flags: flagsOf(info),
      number: keyNumberOf(info),
    };
    const handle = { type: 'row', pack, row, offset } as const;
    if (pack.row + rows[row * stride + Column.next]! === row + 1) {
      return { kind: Kind.key, flags: 0, from: key.to, to: key.to, parent, index, key, handle };
    }
    row++;
  }
  return {
    kind: kindOf(rows[row * stride]!),
    flags: flagsOf(rows[row * stride]!),
    from: offset + rows[row * stride + Column.from]!,
    to: offset + rows[row * stride + Column.to]!,
    parent,
    index,
    key,
    handle: { type: 'row', pack, row, offset },
  };
}

/** The member that is a part of its own. */
export function branchNode(parent: Node, branch: Branch, offset: number, index: number): Node {
  const key: Key | null =
    branch.keyFrom < 0
      ? null
      : {
          from: offset + branch.keyFrom,
          to: offset + branch.keyTo,
          flags: flagsOf(branch.keyInfo),
          number: keyNumberOf(branch.keyInfo),
        };
  return {
    kind: branch.kind,
    flags: branch.isClosed ? 0 : Flag.broken,
    from: offset + branch.open,
    to: offset + branch.valueTo,
    parent,
    index,
    key,
    handle: { type: 'branch', branch, offset },
  };
}
