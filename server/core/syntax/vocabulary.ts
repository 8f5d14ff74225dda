/** A row of a tree has a byte for the number of a name. */
const most = 255;

/** The names that a grammar knows, numbered from one. */
export class Vocabulary {
  readonly names: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    if (names.length > most) throw new Error(`A tree has no room for more than ${most} names.`);
    this.names = names;
    this.numbers = new Map(names.map((name, i) => [name, i + 1]));
  }

  /** What a tree keeps of a name: its number, and above it a byte that most often tells two names apart. */
  infoOf(name: string): number {
    const middle = name.charCodeAt(name.length >> 1);
    const telling =
      name.length * 13 + name.charCodeAt(0) * 31 + middle * 7 + name.charCodeAt(name.length - 1);
    return this.numberOf(name) | ((telling & 0xff) << 8);
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
