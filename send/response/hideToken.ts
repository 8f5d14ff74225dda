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
 * or stored. A text that contains the token, plain, percent-encoded, or escaped for JSON or HTML, is replaced by
 * `hiddenText`.
 */
export function tokenHider(token: string | null): (text: string) => string {
  if (token === null || token === '') return (text) => text;
  const beginning = token.slice(0, minRevealingLength);
  return (text) => (holds(text.slice(0, maxSearchedLength), beginning) ? hiddenText : text);
}

function holds(text: string, token: string): boolean {
  let decoded = text;
  for (let round = 0; round < maxDecodings; round++) {
    // Check before each decoding too: a token may contain text that only looks encoded.
    const fromJson = decoded.replace(jsonEscape, fromEscape);
    const fromHtml = decoded.replace(htmlReference, fromReference);
    const fromBoth = [
      fromJson.replace(htmlReference, fromReference),
      fromHtml.replace(jsonEscape, fromEscape),
    ];
    if ([decoded, fromJson, fromHtml, ...fromBoth].some((one) => one.includes(token))) return true;
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

/** As programs escape texts for HTML: a number, or the name of a character that HTML reserves. */
const htmlReference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));?/gi;
const reserved = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function fromReference(_: string, decimal?: string, hex?: string, name = ''): string {
  const named = reserved.get(name.toLowerCase());
  return (
    named ?? String.fromCharCode(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  );
}
