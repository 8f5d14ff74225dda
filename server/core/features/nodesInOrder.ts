import { childrenFrom } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { partAt } from '../syntax/tree/reuse';
import type { Tree } from '../syntax/tree/tree';

/**
 * Finds the nodes at many offsets, like `nodeAt`, in one pass through the tree: deep nesting and long lists cost no
 * more per offset. Offsets must not decrease.
 */
export class NodesInOrder {
  /** From the root to the last node found. */
  private readonly path: Level[];

  constructor(tree: Tree) {
    this.path = [new Level(rootOf(tree))];
  }

  at(offset: number): Node {
    const { path } = this;
    while (path.length > 1 && path[path.length - 1]!.node.to <= offset) path.pop();
    for (;;) {
      const { node } = path[path.length - 1]!;
      const isName = node.key !== null && offset <= node.key.to;
      if (path.length > 1 && (offset < node.from || isName)) return node;
      const child = path[path.length - 1]!.around(offset);
      if (child === null) return node;
      path.push(new Level(child));
    }
  }
}

/** A node, with an iterator over its members. */
class Level {
  readonly node: Node;
  private members: Iterator<Node>;
  private current: Node | null = null;
  private next: Node | null;
  private part = 0;

  constructor(node: Node) {
    this.node = node;
    this.members = childrenFrom(node, 0);
    this.next = this.take();
  }

  /** The member that contains or touches an offset; of two that touch it, the one that begins there. */
  around(offset: number): Node | null {
    this.skipTo(offset);
    while (this.next !== null && startOf(this.next) <= offset) {
      this.current = this.next;
      this.next = this.take();
    }
    return this.current !== null && this.current.to >= offset ? this.current : null;
  }

  /** In a large container, continues with the part that contains an offset. */
  private skipTo(offset: number): void {
    const { handle } = this.node;
    if (handle.type === 'row') return;
    const part = partAt(handle.branch, offset - handle.offset);
    if (part <= this.part + 1) return;
    this.part = part;
    // The previous member may end where this part begins.
    this.members = childrenFrom(this.node, Math.max(0, handle.branch.memberCounts[part]! - 1));
    this.next = this.take();
  }

  private take(): Node | null {
    const { done, value } = this.members.next();
    return done === true ? null : value;
  }
}

function startOf({ key, from }: Node): number {
  return key?.from ?? from;
}
