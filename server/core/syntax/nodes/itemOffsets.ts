import type { Range } from '../../text/range';
import { Column, stride } from '../layout';
import type { Branch, Pack } from '../tree/tree';
import type { Node } from './node';

/** The items of one part: `from` and `to` of each in turn. */
export type ItemOffsets = readonly number[];

/**
 * The offsets of the items of an array, or of the values of lines, part by part. Creates no nodes: there may be a million
 * items in one text.
 */
export function* itemOffsets({ handle }: Node): Generator<ItemOffsets> {
  if (handle.type === 'row') {
    const { pack, row, offset } = handle;
    yield offsetsOfRows(pack, offset, {
      from: row + 1,
      to: pack.row + pack.rows[row * stride + Column.next]!,
    });
    return;
  }
  const { parts, starts } = handle.branch;
  for (const [i, part] of parts.entries()) yield offsetsOfPart(part, handle.offset + starts[i]!);
}

function offsetsOfPart(part: Branch | Pack, offset: number): ItemOffsets {
  if (part.type === 'branch') return [offset + part.open, offset + part.valueTo];
  return offsetsOfRows(part, offset, { from: part.row, to: part.rowEnd });
}

function offsetsOfRows(pack: Pack, offset: number, range: Range): ItemOffsets {
  const offsets: number[] = [];
  const { rows } = pack;
  for (let row = range.from; row < range.to; row = pack.row + rows[row * stride + Column.next]!) {
    offsets.push(offset + rows[row * stride + Column.from]!, offset + rows[row * stride + Column.to]!);
  }
  return offsets;
}
