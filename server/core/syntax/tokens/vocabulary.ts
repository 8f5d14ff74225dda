import { maxEscapeLength } from '../../text/escapes';
import { HashWeight, hashMask, hashShift, nameMask, nameShift } from '../layout';

/** The names of a grammar, numbered from one. */
export class Vocabulary {
  readonly names: readonly string[];
  /** Code units of the longest name. */
  readonly maxLength: number;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    if (names.length > nameMask)
      throw new Error(`The schemas have more than ${nameMask} names, the maximum.`);
    this.names = names;
    this.maxLength = Math.max(0, ...names.map(({ length }) => length));
    this.numbers = new Map(names.map((name, i) => [name, i + 1]));
  }

  /** What a row keeps of a name: its number, and above it a hash that usually tells two names apart. */
  infoOf(name: string): number {
    return this.numberOf(name) | this.hashOf(name.length, (at) => name.charCodeAt(at));
  }

  /** Like `infoOf`, for a name in a text; `length` is as spelled. Does not read long names. */
  infoOfSpelled(length: number, name: { unitAt(at: number): number; read(): string }): number {
    // Each character may be an escape.
    return length > maxEscapeLength * this.maxLength
      ? this.hashOf(length, name.unitAt)
      : this.infoOf(name.read());
  }

  private hashOf(length: number, unitAt: (at: number) => number): number {
    const hash =
      length * HashWeight.length +
      unitAt(0) * HashWeight.first +
      unitAt(length >> 1) * HashWeight.middle +
      unitAt(length - 1) * HashWeight.last;
    return (hash & hashMask) << (hashShift - nameShift);
  }

  /** The number of a name; 0 if unknown. */
  numberOf(name: string): number {
    return this.numbers.get(name) ?? 0;
  }

  /** The name of a number; empty for none. */
  nameOf(number: number): string {
    return this.names[number - 1] ?? '';
  }
}
