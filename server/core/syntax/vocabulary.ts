/** The names that a grammar knows, numbered from one; found by their code units, without making a string of them. */
export class Vocabulary {
  private readonly names: readonly string[];
  private readonly spellings: readonly Uint16Array[];
  private readonly numbers: ReadonlyMap<string, number>;
  /** Numbers of names by what `slotOf` says of them; those that share a slot stand next to each other. */
  private readonly table = new Uint16Array(1024);

  constructor(names: readonly string[]) {
    this.numbers = new Map(names.map((name, i) => [name, i + 1]));
    this.names = names;
    this.spellings = names.map((name) => Uint16Array.from(name, (c) => c.charCodeAt(0)));
    for (const [i, spelling] of this.spellings.entries()) {
      let slot = slotOf(spelling, 0, spelling.length);
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = i + 1;
    }
  }

  /** The number of a name; 0 for one that is not known. */
  numberOf(name: string): number {
    return this.numbers.get(name) ?? 0;
  }

  /** The number of the name in `[from, to)`. */
  numberAt(units: Uint16Array, from: number, to: number): number {
    for (let slot = slotOf(units, from, to); ; slot = (slot + 1) & mask) {
      const number = this.table[slot]!;
      if (number === 0 || isAt(this.spellings[number - 1]!, units, from, to)) return number;
    }
  }

  /** The name of a number; empty for none. */
  nameOf(number: number): string {
    return this.names[number - 1] ?? '';
  }
}

const mask = 1023;

function slotOf(units: Uint16Array, from: number, to: number): number {
  if (from === to) return 0;
  const middle = units[(from + to) >> 1]!;
  return ((to - from) * 37 + units[from]! * 61 + middle * 131 + units[to - 1]! * 17) & mask;
}

function isAt(name: Uint16Array, units: Uint16Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== units[from + i]) return false;
  return true;
}
