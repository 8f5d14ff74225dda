import type { Schema } from './schema';

/** The absent documented name that `name` likely means, as a typo or a synonym; or null. */
export function didYouMean(name: string, schema: Schema, has: (name: string) => boolean): string | null {
  const documented = [...(schema.properties?.keys() ?? [])];
  const other = documented.find((candidate) => isOtherName(schema, candidate, name) && !has(candidate));
  return other ?? misspelt(name, documented, has);
}

/** Whether a name is a synonym for a documented one, rather than a typo of it. */
export function isOtherName({ properties }: Schema, documented: string, name: string): boolean {
  const others = properties?.get(documented)?.otherNames ?? [];
  if (others.length === 0 || !isComparable(name)) return false;
  const plain = simplified(name);
  return others.some((other) => simplified(other) === plain);
}

/** The absent name that `name` is most likely a typo of; or null. */
export function misspelt(
  name: string,
  documented: Iterable<string>,
  has: (name: string) => boolean,
): string | null {
  if (!isComparable(name)) return null;
  const plain = simplified(name);
  let best: string | null = null;
  let bestDistance = 3;
  for (const candidate of documented) {
    const other = simplified(candidate);
    const allowed = Math.min(2, Math.floor(Math.max(3, other.length) / 3));
    if (Math.abs(other.length - plain.length) > allowed) continue;
    const distance = typingDistance(plain, other);
    if (distance > allowed || distance >= bestDistance) continue;
    if (has(candidate)) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

function isComparable({ length }: string): boolean {
  return length >= 3 && length <= 60;
}

/** Ignores case and separators: people mean `start_time` by `startTime` and `start-time`. */
function simplified(name: string): string {
  return name.toLowerCase().replace(/[_\-\s.]/g, '');
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function typingDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) value = Math.min(value, beforeLast[j - 2]! + 1);
      row.push(value);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
