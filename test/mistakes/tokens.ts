/** A token of valid JSON text, where a mistake can be made. */
export interface JsonToken {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** A property name, the value of a property or item, or a mark: bracket, comma or colon. */
  readonly is: 'name' | 'value' | 'mark';
  /** The property name of a value; empty in an array. */
  readonly name: string;
  /** For an opening bracket, the offset after its closing one; else -1. */
  readonly closedAt: number;
}

/** The tokens of valid JSON or JSON Lines. */
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
