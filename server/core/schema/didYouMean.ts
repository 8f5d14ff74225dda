import type { Schema } from './schema';

/** Names whose meanings are kept per schema: a document repeats its misspelt names. */
const maxKept = 1000;

const kept = new WeakMap<Schema, Map<string, readonly string[]>>();

/** The absent documented name that `name` likely means, as a typo or a synonym; or null. */
export function didYouMean(name: string, schema: Schema, has: (name: string) => boolean): string | null {
  if (!isComparable(name)) return null;
  let meanings = kept.get(schema);
  if (meanings === undefined || meanings.size >= maxKept) kept.set(schema, (meanings = new Map()));
  let meant = meanings.get(name);
  if (meant === undefined) meanings.set(name, (meant = meaningsOf(name, schema)));
  return meant.find((candidate) => !has(candidate)) ?? null;
}

/** The documented names that `name` may mean, the likeliest first: synonyms, then typos. */
function meaningsOf(name: string, schema: Schema): readonly string[] {
  const documented = [...(schema.properties?.keys() ?? [])];
  const synonyms = documented.filter((candidate) => isOtherName(schema, candidate, name));
  return [...synonyms, ...typosOf(name, documented)];
}

/** Whether a name is a synonym for a documented one, rather than a typo of it. */
export function isOtherName({ properties }: Schema, documented: string, name: string): boolean {
  const others = properties?.get(documented)?.otherNames ?? [];
  if (others.length === 0 || !isComparable(name)) return false;
  const plain = simplified(name);
  return others.some((other) => plainOf(other) === plain);
}

/** Whether `name` is likely a typo of a documented name. */
export function isMisspelt(name: string, documented: Iterable<string>): boolean {
  return typosOf(name, documented).length > 0;
}

/** The names that `name` may be a typo of, the most similar first. */
export function typosOf(name: string, documented: Iterable<string>): readonly string[] {
  if (!isComparable(name)) return [];
  const plain = simplified(name);
  const similar: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of documented) {
    const other = plainOf(candidate);
    const allowed = Math.min(2, Math.floor(Math.max(3, other.length) / 3));
    if (Math.abs(other.length - plain.length) > allowed) continue;
    const distance = typingDistance(plain, other, allowed);
    if (distance <= allowed) similar.push({ candidate, distance });
  }
  return similar.sort((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}

function isComparable({ length }: string): boolean {
  return length >= 3 && length <= 60;
}

/** Ignores case and separators: people mean `start_time` by `startTime` and `start-time`. */
function simplified(name: string): string {
  return name.toLowerCase().replace(/[_\-\s.]/g, '');
}

const plainNames = new Map<string, string>();

/** The simplified form of a name that a schema mentions. */
function plainOf(name: string): string {
  let plain = plainNames.get(name);
  if (plain === undefined) plainNames.set(name, (plain = simplified(name)));
  return plain;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. May stop above `limit`. */
function typingDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) value = Math.min(value, beforeLast[j - 2]! + 1);
      row.push(value);
      least = Math.min(least, value);
    }
    // No later row has less, except by a swap, which continues from the row before.
    if (least > limit && Math.min(...last) > limit) return least;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
