export type LiteralLanguage = 'Python' | 'JavaScript';

/** How property names are quoted in a text that may be a literal of another language. */
interface Names {
  readonly double: number;
  readonly single: number;
  readonly bare: number;
  /** Whether the first one is in double quotes. */
  readonly beginsAsJson: boolean;
}

/** Minimum number of names: fewer may be mistakes, unless the literal is assigned to a variable and nothing follows. */
const minNames = 3;

/** What precedes a literal that is assigned to a variable. */
const assignment = /^\s*((const|let|var|export)\s+)?[\w.$]+\s*=\s*(?=[[{(])/;

/** A line that is not part of an indented literal that begins before it. */
const otherLine = /\n[^\s\]})]/;

/** A literal that may be assigned to a variable, alone. */
export function withoutAssignment(text: string): string {
  const literal = text.replace(assignment, '');
  const end = literal.trimEnd();
  return literal.length < text.length && end.endsWith(';') ? `${end.slice(0, -1)}\n` : literal;
}

/**
 * The language of a literal, by the notation of its first names, if none of them is as in JSON. Null if uncertain. It may
 * be assigned to a variable.
 */
export function languageOfLiterals(text: string): LiteralLanguage | null {
  const head = withoutAssignment(text);
  if (!/^\s*[[{(]/.test(head)) return null;
  const { double, single, bare, beginsAsJson } = namesIn(head);
  const isAssigned = head.length < text.length && !otherLine.test(head);
  if (beginsAsJson || single + bare < (isAssigned ? 1 : minNames) || double > 0) return null;
  return single >= bare ? 'Python' : 'JavaScript';
}

/** Strings, and words before a colon. The last string of a head may be cut. */
const pieces = /"(?:[^"\\\n]|\\.)*"(\s*:)?|'(?:[^'\\\n]|\\.)*'(\s*:)?|[A-Za-z_$][\w$]*(\s*:)?|["'][^\n]*/g;

function namesIn(head: string): Names {
  let [double, single, bare] = [0, 0, 0];
  let beginsAsJson = false;
  for (const [text, isDouble, isSingle, isBare] of head.matchAll(pieces)) {
    if (isDouble !== undefined) {
      // Python writes a name with an apostrophe in double quotes, too.
      if (text.includes("'")) continue;
      beginsAsJson ||= single + bare === 0;
      double++;
    } else if (isSingle !== undefined) single++;
    else if (isBare !== undefined) bare++;
    // Text after an unclosed quote is not conclusive.
    else if (/^["'](?!.*["']$)/.test(text)) break;
  }
  return { double, single, bare, beginsAsJson };
}
