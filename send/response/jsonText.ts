/** The JSON object that a text is; null when it is anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A string or a bracket. A string that does not end goes to the end, so that nothing is looked at twice. */
const marks = /"(?:[^"\\]+|\\.?)*(?:"|$)|[[\]{}]/gs;

/**
 * The beginning of a JSON text that was cut off, closed behind the last whole object that stands two levels
 * deep: the entries of an array in an object. Without such an object it is no JSON.
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
