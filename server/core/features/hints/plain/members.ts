import type { Fields } from '../../../collection/reading/pick';
import { rowAfter } from '../../../collection/reading/values';
import { Column, stride } from '../../../syntax/layout';
import { Kind } from '../../../syntax/tree/nodeKind';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack } from '../../../syntax/tree/tree';

/** Where some members of one object are, without an object for each. */
export class Members {
  private readonly packs: (Pack | null)[];
  private readonly rows: Int32Array;
  private readonly offsets: Int32Array;
  private readonly fields: Fields;

  constructor(fields: Fields) {
    this.fields = fields;
    this.packs = Array.from({ length: fields.count }, () => null);
    this.rows = new Int32Array(fields.count);
    this.offsets = new Int32Array(fields.count);
  }

  /** Finds the members of an object in a pack. False if one of them is not plain: it stands twice or has no value. */
  readRow(pack: Pack, row: number, offset: number): boolean {
    this.rows.fill(-1);
    return this.add(pack, { from: row + 1, to: rowAfter(pack, row), offset });
  }

  /** The same for a large object. */
  readBranch({ parts, starts }: Branch, offset: number): boolean {
    this.rows.fill(-1);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      if (part.type === 'pack') {
        const isPlain = this.add(part, { from: part.row, to: part.rowEnd, offset: offset + starts[i]! });
        if (!isPlain) return false;
      } else if (part.keyFrom < 0 || this.fields.slots[keyNumberOf(part.keyInfo)] !== 0) return false;
    }
    return true;
  }

  private add(pack: Pack, { from, to, offset }: { from: number; to: number; offset: number }): boolean {
    const { slots } = this.fields;
    const { rows } = pack;
    for (let row = from; row < to; row = rowAfter(pack, row)) {
      const info = rows[row * stride]!;
      const field = kindOf(info) === Kind.key ? slots[keyNumberOf(info)]! - 1 : -1;
      if (field < 0) continue;
      if (this.rows[field] !== -1 || rowAfter(pack, row) === row + 1) return false;
      this.packs[field] = pack;
      this.rows[field] = row + 1;
      this.offsets[field] = offset;
    }
    return true;
  }

  /** The kind of a member's value; null is like no member. */
  kind(field: number): Kind {
    const row = this.rows[field]!;
    return row < 0 ? Kind.null : kindOf(this.packs[field]!.rows[row * stride]!);
  }

  flags(field: number): number {
    return flagsOf(this.packs[field]!.rows[this.rows[field]! * stride]!);
  }

  from(field: number): number {
    return this.offsets[field]! + this.packs[field]!.rows[this.rows[field]! * stride + Column.from]!;
  }

  to(field: number): number {
    return this.offsets[field]! + this.packs[field]!.rows[this.rows[field]! * stride + Column.to]!;
  }

  pack(field: number): Pack {
    return this.packs[field]!;
  }

  row(field: number): number {
    return this.rows[field]!;
  }

  offset(field: number): number {
    return this.offsets[field]!;
  }
}
