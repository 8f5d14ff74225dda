/** Parses a JSON object; null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A string or a bracket. An unterminated string extends to the end, so that nothing is scanned twice. */
const marks = /"(?:[^"\\]+|\\.?)*(?:"|$)|[[\]{}]/gs;

/**
 * Closes a truncated JSON text after the last complete object at depth two: the entries of an array in an object.
 * Without such an object the result is not valid JSON.
 */
export function closeCutList(json: string): string {
  let depth = 0;
  let end = 0;
  for (const { 0: mark, index } of json.matchAll(marks)) {
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    if (mark === '}' && depth === 2) end = index + 1;
  }
  return `${json.slice(0, end)}]}`;
}
