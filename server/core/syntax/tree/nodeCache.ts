import type { Node } from './nodes';

/**
 * What has been found out about nodes, for as long as the parts of the tree live in which they stand. An edit
 * replaces only the parts that it touches; whatever follows from the text of a node alone stays true of the
 * others. Offsets in it must count from `baseOf` the node, because parts move.
 */
export class NodeCache<Value> {
  private readonly byPart = new WeakMap<object, Map<number, Value>>();

  get(node: Node): Value | undefined {
    const [part, row] = addressOf(node);
    return this.byPart.get(part)?.get(row);
  }

  set(node: Node, value: Value): void {
    const [part, row] = addressOf(node);
    const rows = this.byPart.get(part) ?? new Map<number, Value>();
    this.byPart.set(part, rows.set(row, value));
  }
}

/** Offset of the part of the tree that a node is, or stands in. */
export function baseOf({ handle }: Node): number {
  return handle.offset;
}

function addressOf({ handle }: Node): readonly [part: object, row: number] {
  return handle.type === 'branch' ? [handle.branch, -1] : [handle.pack, handle.row];
}
