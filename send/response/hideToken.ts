/** Replaces service text that contains the access token. */
export const hiddenText = 'Not shown, because the service repeated the access token here.';

/** Maximum decoding rounds: URLs and JSON texts can be nested. */
const maxDecodings = 6;

/**
 * Length of a token prefix that is already sensitive. Searching only for this prefix bounds the time, whatever the text
 * contains.
 */
const minRevealingLength = 32;

/** Characters searched: more than are ever shown of a text, plus room for a token at their end. */
const maxSearchedLength = 8192;

/**
 * Creates the filter for all service text, applied before the text is cut to the few thousand characters that are shown
 * or stored. A text that contains the token, plain, percent-encoded or JSON-escaped, is replaced by `hiddenText`.
 */
export function tokenHider(token: string | null): (text: string) => string {
  if (token === null || token === '') return (text) => text;
  const beginning = token.slice(0, minRevealingLength);
  return (text) => (holds(text.slice(0, maxSearchedLength), beginning) ? hiddenText : text);
}

function holds(text: string, token: string): boolean {
  let decoded = text;
  for (let round = 0; round < maxDecodings; round++) {
    // Check before percent-decoding too: a token may contain text that only looks percent-encoded.
    const fromJson = decoded.replace(jsonEscape, fromEscape);
    if (decoded.includes(token) || fromJson.includes(token)) return true;
    const next = fromJson.replace(percentEscape, fromEscape);
    if (next === decoded) return false;
    decoded = next;
  }
  return false;
}

const jsonEscape = /\\(?:u([\da-f]{4})|(["\\/]))/gi;
const percentEscape = /%([\da-f]{2})/gi;

function fromEscape(_: string, code: string | undefined, character?: string | number): string {
  return code === undefined ? String(character) : String.fromCharCode(Number.parseInt(code, 16));
}
