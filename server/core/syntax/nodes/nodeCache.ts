import type { Node } from './node';

/**
 * Values derived from the text of a node, cached while the part that contains the node lives. An edit replaces only the
 * parts that it touches; other entries stay valid. Offsets in a value must be relative to `baseOf` the node, because
 * parts move.
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

/** Offset of the part that is or contains the node. */
export function baseOf({ handle }: Node): number {
  return handle.offset;
}

function addressOf({ handle }: Node): readonly [part: object, row: number] {
  return handle.type === 'branch' ? [handle.branch, -1] : [handle.pack, handle.row];
}
