import type { Schemas } from '../../schema/schema';
import { Column, nameShift, stride } from '../../syntax/layout';
import { Flag, misspelled } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { maxNameLength } from '../../syntax/tree/strings';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack } from '../../syntax/tree/tree';
import { stringOfUnits } from '../../text/chunks';
import { chunkAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import type { Member } from '../rule';
import { NameReader } from './nameReader';
import { shownName } from './shownName';

/** Code units of names read between two yields; each member adds `memberCost`. */
const yieldEvery = 131_072;
const memberCost = 32;
/** Marks an empty slot. */
const empty = -1;

/**
 * The names of one object, and which of them are repeated. Kept in typed arrays, because an object may have a million
 * names. Refilled for each object, so that a small one costs little.
 */
export class KeyTable {
  count = 0;
  /** Whether some name is repeated. */
  hasRepeated = false;
  private readonly text: Text;
  private readonly schemas: Schemas;
  private offset = 0;
  /** Work done since the last yield. */
  private done = 0;
  /** Of each member: the range of its name relative to the part, the `info` of its row, and its slot. */
  private columns = new Int32Array(4 * 64);
  /** Open-addressing hash table: the last member with a name, and the hash of the name. */
  private last = new Int32Array(128).fill(empty);
  private hashes = new Int32Array(128);
  private mask = 127;
  private readonly reader: NameReader;
  /** The code units of the name that is being added, and of one that it is compared with. */
  private readonly name = new Uint16Array(maxNameLength);
  private readonly other = new Uint16Array(maxNameLength);
  /** By number of a name: whether the object has it. */
  private readonly numbers: Uint8Array;

  constructor(text: Text, schemas: Schemas) {
    this.text = text;
    this.schemas = schemas;
    this.reader = new NameReader(text);
    this.numbers = new Uint8Array(schemas.grammar.vocabulary.names.length + 1);
  }

  /** Reads the names of an object in a pack without yielding: a generator for each small object takes too long. */
  readInPack(pack: Pack, row: number, offset: number): void {
    const end = pack.row + pack.rows[row * stride + Column.next]!;
    this.begin(offset, end - row);
    this.addRows(pack, { from: row + 1, to: end, shift: 0 });
  }

  /** Reads the names of an object that is a branch; yields regularly. */
  *readBranch({ parts, starts, memberCounts }: Branch, offset: number): Work<void> {
    this.begin(offset, memberCounts[parts.length]!);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const shift = starts[i]!;
      if (part.type === 'pack') this.addRows(part, { from: part.row, to: part.rowEnd, shift });
      else if (part.keyFrom >= 0) this.add(shift + part.keyFrom, shift + part.keyTo, part.keyInfo);
      if (this.done < yieldEvery) continue;
      this.done = 0;
      yield;
    }
  }

  /** Whether the object has a name of the vocabulary. */
  has(name: string): boolean {
    return this.numbers[this.schemas.grammar.vocabulary.numberOf(name)] === 1;
  }

  /** The number of a member's name in the vocabulary; 0 if unknown. */
  numberOf(index: number): number {
    return keyNumberOf(this.columns[4 * index + 2]!);
  }

  /** Whether a later member has the same name. */
  isRepeated(index: number): boolean {
    return this.last[this.columns[4 * index + 3]!] !== index;
  }

  member(index: number): Member {
    const at = 4 * index;
    const { columns } = this;
    const last = this.last[columns[at + 3]!]!;
    return {
      from: columns[at]!,
      to: columns[at + 1]!,
      name: this.nameOf(index),
      isBroken: (flagsOf(columns[at + 2]!) & (Flag.broken | Flag.unquoted)) === Flag.broken,
      last: last === index ? null : { from: columns[4 * last]!, to: columns[4 * last + 1]! },
    };
  }

  private nameOf(index: number): string {
    const at = 4 * index;
    const [from, to] = [this.offset + this.columns[at]!, this.offset + this.columns[at + 1]!];
    return shownName(this.text, this.schemas, { from, to, info: this.columns[at + 2]! });
  }

  private begin(offset: number, count: number): void {
    this.offset = offset;
    this.count = 0;
    this.hasRepeated = false;
    this.numbers.fill(0);
    this.reserve(count);
  }

  private reserve(count: number): void {
    let size = 128;
    while (size < 2 * count) size *= 2;
    if (4 * count > this.columns.length) this.columns = new Int32Array(4 * count);
    if (size > this.last.length) {
      this.last = new Int32Array(size);
      this.hashes = new Int32Array(size);
    }
    this.mask = size - 1;
    this.last.fill(empty, 0, size);
  }

  private addRows(
    { rows, row: first }: Pack,
    range: { readonly from: number; readonly to: number; readonly shift: number },
  ): void {
    for (let row = range.from; row < range.to; row = first + rows[row * stride + Column.next]!) {
      const at = row * stride;
      if (kindOf(rows[at]!) !== Kind.key) continue;
      const [from, to] = [rows[at + Column.from]!, rows[at + Column.to]!];
      this.add(range.shift + from, range.shift + to, rows[at]!);
    }
  }

  private add(from: number, to: number, info: number): void {
    const index = this.count++;
    const at = 4 * index;
    this.columns[at] = from;
    this.columns[at + 1] = to;
    this.columns[at + 2] = info;
    this.done += memberCost + to - from;
    if (to - from > maxNameLength) return this.placeLong(index);
    const length = keyNumberOf(info) > 0 ? 0 : this.readInto(this.name, index);
    if (length > 0 && (flagsOf(info) & misspelled) !== 0)
      this.columns[at + 2]! |= this.numberOfName(length) << nameShift;
    const number = this.numberOf(index);
    this.numbers[number] = 1;
    const hash = number > 0 ? number : hashOf(this.name, length);
    let slot = hash & this.mask;
    while (this.last[slot] !== empty && !this.isAt(slot, { hash, number, length }))
      slot = (slot + 1) & this.mask;
    this.place(index, slot, hash);
  }

  /** Writes the code units of a name that is not long; returns their number. */
  private readInto(units: Uint16Array, index: number): number {
    const at = 4 * index;
    if ((flagsOf(this.columns[at + 2]!) & (Flag.broken | Flag.unquoted)) === 0)
      return this.reader.read(this.offset + this.columns[at]!, this.offset + this.columns[at + 1]!, units);
    const name = this.nameOf(index);
    for (let i = 0; i < name.length; i++) units[i] = name.charCodeAt(i);
    return name.length;
  }

  /** The number of the name that was read. */
  private numberOfName(length: number): number {
    const { vocabulary } = this.schemas.grammar;
    return length > vocabulary.maxLength ? 0 : vocabulary.numberOf(stringOfUnits(this.name, 0, length));
  }

  private isAt(
    slot: number,
    wanted: { readonly hash: number; readonly number: number; readonly length: number },
  ): boolean {
    if (this.hashes[slot] !== wanted.hash) return false;
    const known = this.last[slot]!;
    if (this.numberOf(known) !== wanted.number) return false;
    return wanted.number > 0 || (this.lengthOf(known) <= maxNameLength && this.isName(known, wanted.length));
  }

  /** Whether a member has the name that was read. */
  private isName(index: number, length: number): boolean {
    const { name, other } = this;
    if (this.readInto(other, index) !== length) return false;
    for (let i = 0; i < length; i++) if (name[i] !== other[i]) return false;
    return true;
  }

  /** Finds the slot of a long name: its text is hashed and compared piece by piece. */
  private placeLong(index: number): void {
    const hash = this.hashOfLong(index);
    let slot = hash & this.mask;
    while (this.last[slot] !== empty) {
      if (this.hashes[slot] === hash && this.areSame(index, this.last[slot]!)) break;
      slot = (slot + 1) & this.mask;
    }
    this.place(index, slot, hash);
  }

  /** The hash of a name's code units: a string of them would take longer to make than to hash. */
  private hashOfLong(index: number): number {
    const { chunks, starts } = this.text;
    let at = this.offset + this.columns[4 * index]!;
    const to = at + this.lengthOf(index);
    let hash = seed;
    for (let i = chunkAt(this.text, at); at < to; at = starts[++i]!) {
      const { units } = chunks[i]!;
      const end = Math.min(units.length, to - starts[i]!);
      for (let unit = at - starts[i]!; unit < end; unit++) hash = hashWith(hash, units[unit]!);
    }
    return hash;
  }

  /** Whether a name is spelled like a long one. */
  private areSame(long: number, other: number): boolean {
    const length = this.lengthOf(long);
    if (this.lengthOf(other) !== length) return false;
    for (let from = 0; from < length; from += maxNameLength) {
      if (this.pieceOf(long, from) !== this.pieceOf(other, from)) return false;
    }
    return true;
  }

  private place(index: number, slot: number, hash: number): void {
    if (this.last[slot] !== empty) this.hasRepeated = true;
    this.last[slot] = index;
    this.hashes[slot] = hash;
    this.columns[4 * index + 3] = slot;
  }

  private lengthOf(index: number): number {
    return this.columns[4 * index + 1]! - this.columns[4 * index]!;
  }

  /** A piece of a long name, as spelled. */
  private pieceOf(index: number, from: number): string {
    const start = this.offset + this.columns[4 * index]!;
    return sliceText(this.text, start + from, start + Math.min(this.lengthOf(index), from + maxNameLength));
  }
}

// Random in each process, so that nobody can write names that all have the same hash.
const seed = Math.floor(Math.random() * 2 ** 31);
const factor = Math.floor(Math.random() * 2 ** 31) * 2 + 1;

function hashOf(name: Uint16Array, length: number): number {
  let hash = seed;
  for (let i = 0; i < length; i++) hash = hashWith(hash, name[i]!);
  return hash;
}

function hashWith(hash: number, unit: number): number {
  const product = Math.imul(hash ^ unit, factor);
  return product ^ (product >>> 15);
}
