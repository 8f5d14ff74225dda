/** Shorter tokens are no secrets, and replacing them would make texts unreadable. */
const SHORTEST = 8;

/**
 * Plain data with the access token taken out of every text in it. A service may repeat in its answer what it
 * was sent, and answers are shown and written down.
 */
export function withoutToken<T>(value: T, token: string | null): T {
  if (token === null || token.length < SHORTEST) return value;
  return replaceIn(value, token) as T;
}

function replaceIn(value: unknown, token: string): unknown {
  if (typeof value === 'string') return replaceInText(value, token);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, token)]));
}

function replaceInText(text: string, token: string): string {
  const replaced = text.replaceAll(token, '[access token]');
  // Spelled with escapes it would come back as soon as the text is read as JSON.
  return unescaped(replaced).includes(token) ? '[left out: it repeats the access token]' : replaced;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(["\\/])/g, '$1');
}
