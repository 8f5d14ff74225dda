import type { ObjectRule } from './rule';

/** Keys that are not documented: a likely slip of the pen is worth a warning, any other a hint. */
export const unknownProperty: ObjectRule = {
  of: 'object',
  objectsWith: 'unknownKey',
  appliesTo: (schema) => schema.properties !== null,
  check({ schema, members }, report) {
    const documented = schema.properties!;
    for (const { name, from, to } of members) {
      if (documented.has(name) || schema.companions.has(name)) continue;
      const meant = likelyMeant(name, documented.keys(), members);
      const shown = name.length > 60 ? `${name.slice(0, 57)}…` : name;
      if (meant === null) {
        const message = `"${shown}" is not documented for ${nounOf(schema.title)}; it is sent as it is.`;
        report({ code: 'unknown-property', severity: 'hint', from, to, message });
      } else {
        const message = `"${shown}" is not documented; did you mean "${meant}"?`;
        report({ code: 'unknown-property', severity: 'warning', from, to, message, fix: { name: meant } });
      }
    }
  },
};

function nounOf(title: string): string {
  const lower = title.toLowerCase();
  return `${/^[aeiou]/.test(lower) ? 'an' : 'a'} ${lower}`;
}

/** The one documented name that a name is a likely typing mistake of, and that is not there already. */
function likelyMeant(
  name: string,
  documented: Iterable<string>,
  members: readonly { name: string }[],
): string | null {
  if (name.length < 3 || name.length > 60) return null;
  const plain = simplified(name);
  let best: string | null = null;
  let bestDistance = 3;
  for (const candidate of documented) {
    const other = simplified(candidate);
    const allowed = Math.min(2, Math.floor(Math.max(3, other.length) / 3));
    if (Math.abs(other.length - plain.length) > allowed) continue;
    const distance = typingDistance(plain, other);
    if (distance > allowed || distance >= bestDistance) continue;
    if (members.some((member) => member.name === candidate)) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Without capitals and separators: `startTime` and `start-time` are `start_time` to a person. */
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
