/** What the names of properties are written as in a text that could be literals of another language. */
interface Names {
  readonly double: number;
  readonly single: number;
  readonly bare: number;
  /** Whether the first one is in double quotes. */
  readonly beginsAsJson: boolean;
}

/** So many names tell: fewer may be slips. */
const minNames = 3;

/**
 * Which language a text is a literal of, by how its first names are written: all of them otherwise than in JSON.
 * Null where that is not sure.
 */
export function languageOfLiterals(head: string): 'Python' | 'JavaScript' | null {
  if (!/^\s*[[{(]/.test(head)) return null;
  const { double, single, bare, beginsAsJson } = namesIn(head);
  if (beginsAsJson || single + bare < minNames || double > 0) return null;
  return single >= bare ? 'Python' : 'JavaScript';
}

/** Strings, and words before a colon. The last string of a head may be cut. */
const pieces = /"(?:[^"\\\n]|\\.)*"(\s*:)?|'(?:[^'\\\n]|\\.)*'(\s*:)?|[A-Za-z_$][\w$]*(\s*:)?|["'][^\n]*/g;

function namesIn(head: string): Names {
  let [double, single, bare] = [0, 0, 0];
  let beginsAsJson = false;
  for (const [text, isDouble, isSingle, isBare] of head.matchAll(pieces)) {
    if (isDouble !== undefined) {
      beginsAsJson ||= single + bare === 0;
      double++;
    } else if (isSingle !== undefined) single++;
    // What follows a quote that is never closed tells nothing.
    else if (isBare !== undefined) bare++;
    else if (/^["'](?!.*["']$)/.test(text)) break;
  }
  return { double, single, bare, beginsAsJson };
}
