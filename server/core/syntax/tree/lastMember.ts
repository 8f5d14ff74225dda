import type { Range } from '../../text/range';
import { flagShift, nameShift } from '../layout';
import { Flag } from '../tokens/token';
import { Kind } from './nodeKind';
import { OpenContainers } from './openContainers';
import { keyNumberOf } from './tree';

/** What is known and can still be changed of the last key and the last value: what follows may show that they are others. */
export class LastMember extends OpenContainers {
  key(from: number, to: number, info: number): void {
    this.top().keyRow = this.rows.add(info, from, to);
  }

  /** Turns the value just read, a string, into the next key, because a colon follows. */
  valueToKey(name: number): void {
    const frame = this.top();
    const row = this.rows.count - 1;
    this.rows.setNext(row - 1, row);
    this.rows.setInfo(row, Kind.key | (this.rows.flags(row) << flagShift) | (name << nameShift));
    frame.lastTo = this.rows.to(row - 1);
    frame.keyRow = row;
    frame.isReread = true;
  }

  /** Turns the value just read, a string, into the first key of an object without a bracket. */
  valueToObject(name: number): void {
    const { rows } = this;
    const frame = this.top();
    const row = rows.count - 1;
    const [from, to, flags] = [rows.from(row), rows.to(row), rows.flags(row)];
    rows.count = row;
    frame.keyRow = row - 1;
    frame.members--;
    frame.lastTo = rows.to(row - 1);
    this.open(Kind.object, from, 0);
    this.key(from, to, Kind.key | (flags << flagShift) | (name << nameShift));
  }

  /** Leaves out the value just read, a string: its key awaits another. */
  dropValue(): void {
    const frame = this.top();
    const row = --this.rows.count;
    frame.keyRow = row - 1;
    frame.members--;
    frame.lastTo = this.rows.to(row - 1);
  }

  /** Whether a key awaits its value; false after a colon whose name is missing. */
  hasPendingKey(): boolean {
    return this.top().keyRow >= 0;
  }

  /** The key that awaits its value, with its quotes. */
  pendingKey(): Range {
    const row = this.top().keyRow;
    return { from: this.rows.from(row), to: this.rows.to(row) };
  }

  /** End of the key that awaits its value. */
  pendingKeyTo(): number {
    return this.rows.to(this.top().keyRow);
  }

  /** Replaces what is known of the key that awaits its value. */
  setPendingKey(info: number): void {
    this.rows.setInfo(this.top().keyRow, info);
  }

  /** Ends a property without a value. */
  endKey(): void {
    this.completeMember(this.pendingKeyTo());
    this.top().lastIsName = true;
  }

  /** Start of the last member if it is incomplete or ends with text that is not JSON; else -1. */
  truncatedMember(isLast: (to: number) => boolean): number {
    const { rows } = this;
    const row = rows.count - 1;
    if (this.hasPendingKey()) return rows.from(this.top().keyRow);
    if (row < this.top().firstRow || !isTruncated(rows.kind(row), rows.flags(row)) || !isLast(rows.to(row)))
      return -1;
    const isInObject = this.top().kind === Kind.object && row > this.top().firstRow;
    return isInObject && rows.kind(row - 1) === Kind.key ? rows.from(row - 1) : rows.from(row);
  }

  /** Whether the last value is text that is not JSON. */
  lastIsInvalid(): boolean {
    return this.top().lastIsInvalid;
  }

  /** Whether the innermost container has a member, and its last one is not a name without a value. */
  endsWithValue(): boolean {
    const { lastTo, interior, lastIsName } = this.top();
    return lastTo > interior && !lastIsName;
  }

  /** The last value if it is a string under a key; else null. `key` is the number of that key. */
  lastString(): (Range & { keyFrom: number; keyTo: number; key: number; flags: number }) | null {
    const { rows } = this;
    const row = rows.count - 1;
    if (row < 1 || this.top().kind !== Kind.object) return null;
    if (rows.kind(row) !== Kind.string || rows.kind(row - 1) !== Kind.key) return null;
    // The last string of a container, which then is the last value; or the key has no value, and this one has no key.
    if (rows.to(row) !== this.top().lastTo || rows.next(row - 1) !== rows.count) return null;
    const key = keyNumberOf(rows.info(row - 1));
    return {
      from: rows.from(row),
      to: rows.to(row),
      keyFrom: rows.from(row - 1),
      keyTo: rows.to(row - 1),
      key,
      flags: rows.flags(row),
    };
  }
}

function isTruncated(kind: number, flags: number): boolean {
  return kind === Kind.invalid || (kind === Kind.string && (flags & Flag.broken) !== 0);
}
