/** A token of JSON text that is right, so that a slip can be made at it. */
export interface JsonToken {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The name of a property, or the value of one or of an item; else a bracket, a comma or a colon. */
  readonly is: 'name' | 'value' | 'mark';
  /** Of a value, the name it stands under; empty in an array. */
  readonly name: string;
  /** Where the bracket that opens here is closed: behind its closing one; else -1. */
  readonly closedAt: number;
}

/** The tokens of a text that is JSON, or JSON Lines. */
export function tokensOf(text: string): JsonToken[] {
  const found = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)];
  const tokens: JsonToken[] = [];
  const open: { index: number; name: string }[] = [];
  let name = '';
  for (const [i, match] of found.entries()) {
    const [token] = match;
    const from = match.index;
    const isName = found[i + 1]?.[0] === ':';
    const isOpening = token === '{' || token === '[';
    if (isName) name = JSON.parse(token) as string;
    const is = isName ? 'name' : /^["\w-]/.test(token) || isOpening ? 'value' : 'mark';
    const shared = { from, to: from + token.length, text: token, closedAt: -1 };
    tokens.push({ ...shared, is, name: is === 'value' ? name : '' });
    if (isOpening) open.push({ index: i, name });
    if (token === '}' || token === ']') {
      const opening = open.pop()!;
      tokens[opening.index] = { ...tokens[opening.index]!, closedAt: from + 1 };
      name = '';
    } else if (is === 'value') name = '';
  }
  return tokens;
}

export function isString({ text, is }: JsonToken): boolean {
  return is === 'value' && text.startsWith('"');
}
