/** Stands in the place of a text of a service that holds the access token. */
export const hiddenText = 'Not shown, because the service repeated the access token here.';

/** How often a text is decoded: an address or a JSON text can stand within another. */
const maxDecodings = 6;

/** So many characters of a token give it away. Looking for few keeps the time short, whatever the text holds. */
const minRevealingLength = 32;

/** Characters that are looked through: more than are ever shown of a text, and room for a token at their end. */
const maxSearchedLength = 8192;

/**
 * Makes the function that every text of a service goes through before it is cut to the few thousand characters that
 * are shown or written down:
 * a text that holds the token, as it is, percent-encoded or escaped as in JSON, is replaced by `hiddenText`.
 */
export function tokenHider(token: string | null): (text: string) => string {
  if (token === null || token === '') return (text) => text;
  const beginning = token.slice(0, minRevealingLength);
  return (text) => (holds(text.slice(0, maxSearchedLength), beginning) ? hiddenText : text);
}

function holds(text: string, token: string): boolean {
  let decoded = text;
  for (let round = 0; round < maxDecodings; round++) {
    // A token can hold what looks percent-encoded and is not.
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
