import type { PostResult } from './postResult';

/** From this length on a token is taken out of the middle of words too. */
const NEVER_BY_CHANCE = 4;

/**
 * What a request came to, with the access token taken out of every text that is not ours. A service may repeat
 * in its answer what it was sent, and answers are shown and written down. What kind of result it is stays as
 * it is, even when the token is a word like "lost".
 */
export function withoutToken(result: PostResult, token: string | null): PostResult {
  if (token === null || token === '') return result;
  const clean = cleaner(token);
  if (result.kind !== 'answer') return { ...result, message: clean(result.message) };
  const { text, headers } = result.answer;
  const pairs = Object.entries(headers).map(([name, value]) => [name, cleanHeader(value, clean)]);
  return {
    ...result,
    answer: { ...result.answer, text: clean(text), headers: Object.fromEntries(pairs) },
  };
}

/**
 * One to three characters stand in ordinary words by chance; replaced there, no answer could be read any more.
 * A word begins behind an escape too, although the last character of an escape is a letter or a digit.
 */
const WORD_START = String.raw`(?<=^|\W|\\[bfnrt]|\\u[\da-fA-F]{4}|%[\da-fA-F]{2})`;

type Clean = (text: string) => string;

function cleanHeader(value: string | readonly string[] | undefined, clean: Clean) {
  return typeof value === 'object' ? value.map(clean) : value && clean(value);
}

function cleaner(token: string): Clean {
  const spelled = [...token].map(spellings).join('');
  const pattern = token.length < NEVER_BY_CHANCE ? `${WORD_START}${spelled}(?!\\w)` : spelled;
  const everywhere = new RegExp(pattern, 'g');
  return (text) => text.replace(everywhere, '[access token]');
}

/**
 * A character of a token as it is, percent-encoded as in an address (also twice, as an address within an
 * address), or escaped as in JSON: read as such, the token would come back. Tokens are printable ASCII.
 */
function spellings(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  const hex = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = character.replace(/[^\w]/, '\\$&');
  const escaped = /["\\/]/.test(character) ? `\\\\${plain}|` : '';
  return `(?:${escaped}${plain}|%(?:25)*${hex}|\\\\u00${hex})`;
}
