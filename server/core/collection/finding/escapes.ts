import { hexOf, shortEscapes } from '../../text/escapes';

/** A backslash and what may belong to it. Whether it is an escape, `unitOf` decides. */
const backslashed = /\\(?:u[\da-fA-F]{4}|[^u])/g;

/** Replaces JSON's escapes. As everywhere in the view, an invalid escape stands for itself. */
export function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  // Several times faster, for what is a whole string of JSON; quotes are in JSON itself.
  if (!raw.includes('"') || raw.includes('\\"')) {
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      // An invalid escape, or a control character.
    }
  }
  return raw.replace(backslashed, (spelled) => unitOf(spelled) ?? spelled);
}

/** Where code units of an unescaped text are in its raw form. `indexes` ascend. */
export function rawIndexes(raw: string, indexes: readonly number[]): number[] {
  if (!raw.includes('\\')) return [...indexes];
  const found: number[] = [];
  // How many code units more the raw form has so far.
  let longer = 0;
  const escapes = raw.matchAll(backslashed);
  let next = nextEscape(escapes);
  for (const index of indexes) {
    while (next !== null && next.from - longer < index) {
      longer += next.length - 1;
      next = nextEscape(escapes);
    }
    found.push(index + longer);
  }
  return found;
}

/** The next valid escape. */
function nextEscape(
  escapes: Iterator<RegExpMatchArray>,
): { readonly from: number; readonly length: number } | null {
  for (let step = escapes.next(); step.done !== true; step = escapes.next()) {
    const [spelled] = step.value;
    if (unitOf(spelled) !== null) return { from: step.value.index!, length: spelled.length };
  }
  return null;
}

/** The code unit that an escape means; null if it is not valid. */
function unitOf(spelled: string): string | null {
  if (spelled.length === 2) {
    const meant = shortEscapes.get(spelled.charCodeAt(1));
    return meant === undefined ? null : String.fromCharCode(meant);
  }
  let unit = 0;
  for (let i = 2; i < 6; i++) unit = unit * 16 + hexOf(spelled.charCodeAt(i));
  return String.fromCharCode(unit);
}
