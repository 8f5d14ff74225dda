import { HashWeight, hashMask, hashShift, nameMask, nameShift } from './layout';

/** The names that a grammar knows, numbered from one. */
export class Vocabulary {
  readonly names: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    if (names.length > nameMask) throw new Error(`A row has no room for more than ${nameMask} names.`);
    this.names = names;
    this.numbers = new Map(names.map((name, i) => [name, i + 1]));
  }

  /** What a row keeps of a name: its number, and above it a hash that most often tells two names apart. */
  infoOf(name: string): number {
    const hash =
      name.length * HashWeight.length +
      name.charCodeAt(0) * HashWeight.first +
      name.charCodeAt(name.length >> 1) * HashWeight.middle +
      name.charCodeAt(name.length - 1) * HashWeight.last;
    return this.numberOf(name) | ((hash & hashMask) << (hashShift - nameShift));
  }

  /** The number of a name; 0 for one that is not known. */
  numberOf(name: string): number {
    return this.numbers.get(name) ?? 0;
  }

  /** The name of a number; empty for none. */
  nameOf(number: number): string {
    return this.names[number - 1] ?? '';
  }
}
