/** Parses a JSON object; null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Closes a truncated JSON text after the last complete object at depth two: the entries of an array in an object.
 * Without such an object the result is not valid JSON.
 */
export function closeCutList(json: string): string {
  let depth = 0;
  let end = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const mark = json[at];
    if (isInString && mark === '\\') at++;
    else if (mark === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') {
      depth--;
      if (mark === '}' && depth === 2) end = at + 1;
    }
  }
  return `${json.slice(0, end)}]}`;
}
