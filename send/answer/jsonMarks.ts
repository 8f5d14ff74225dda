/** A string or a bracket of a JSON text. */
interface Mark {
  readonly text: string;
  readonly depth: number;
  /** Offset behind the mark. */
  readonly end: number;
}

/** The keys of a JSON object's outermost level, each as often as it stands there. The text parses as JSON. */
export function topLevelKeys(json: string): readonly string[] {
  const keys: string[] = [];
  for (const { text, depth } of marks(json)) {
    if (depth === 1 && text.endsWith(':')) keys.push(JSON.parse(text.slice(0, -1)) as string);
  }
  return keys;
}

/**
 * The beginning of a JSON text that was cut off, closed behind the last whole object that stands two levels
 * deep: the entries of an array in an object. Null when there is none.
 */
export function closeCutList(json: string): string | null {
  let end = 0;
  for (const mark of marks(json)) {
    if (mark.text === '}' && mark.depth === 2) end = mark.end;
  }
  return end === 0 ? null : `${json.slice(0, end)}]}`;
}

/** Keys come with their colon. A string that does not end is the last thing looked at. */
function* marks(json: string): Generator<Mark, void, undefined> {
  let depth = 0;
  for (const match of json.matchAll(/"(?:[^"\\]|\\.)*(?:"(?:\s*:)?|$)|[[\]{}]/gs)) {
    const text = match[0];
    if (text === '{' || text === '[') depth++;
    else if (text === '}' || text === ']') depth--;
    yield { text, depth, end: match.index + text.length };
  }
}
