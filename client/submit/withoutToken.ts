import { asItIs, type DecodedText, decodedOnce } from './decodedText';
import { merged, type Range, searchFor } from './occurrences';
import type { PostResult } from './postResult';
import type { RawAnswer } from './readAnswer';

/** From this length on a token is taken out of the middle of words too. */
const NEVER_BY_CHANCE = 4;

/** How many times an answer is decoded: once for each address or JSON text within another, and some to spare. */
const DEPTH = 5;

/**
 * What a request came to, with the access token taken out of every text that is not ours. A service may repeat
 * in its answer what it was sent, and answers are shown and written down. What kind of result it is stays as
 * it is, even when the token is a word like "lost".
 */
export function withoutToken(result: PostResult, token: string | null): PostResult {
  if (token === null || token === '') return result;
  const clean = cleaner(token);
  if (result.kind === 'answer') return { ...result, answer: cleanAnswer(result.answer, clean) };
  const told = { ...result, message: clean(result.message) };
  if (told.kind === 'not-sent' || told.answer === undefined) return told;
  return { ...told, answer: cleanAnswer(told.answer, clean) };
}

type Clean = (text: string) => string;

function cleanAnswer(answer: RawAnswer, clean: Clean): RawAnswer {
  const pairs = Object.entries(answer.headers).map(([name, value]) => [name, cleanHeader(value, clean)]);
  return { ...answer, text: clean(answer.text), headers: Object.fromEntries(pairs) };
}

function cleanHeader(value: string | readonly string[] | undefined, clean: Clean) {
  return typeof value === 'object' ? value.map(clean) : value && clean(value);
}

/**
 * The token is looked for in the text as it is, and as it reads when it is decoded: percent-encoded as in an
 * address, escaped as in JSON, or several times so. All of it takes time in proportion to the text, and no
 * pattern is made of a token, which can be as long as servers take it.
 */
function cleaner(token: string): Clean {
  const search = searchFor(token);
  return (text) => {
    const found: Range[] = [];
    for (const { text: read, offsets } of readings(text)) {
      for (const at of search(read)) {
        const range = { from: offsets[at] ?? 0, to: offsets[at + token.length] ?? 0 };
        if (token.length >= NEVER_BY_CHANCE || isWord(text, range)) found.push(range);
      }
    }
    return withoutRanges(text, merged(found));
  };
}

function* readings(text: string): Generator<DecodedText> {
  let decoded: DecodedText | null = asItIs(text);
  for (let depth = 0; decoded !== null && depth <= DEPTH; depth++) {
    yield decoded;
    // A token can hold what looks percent-encoded and is not.
    const fromJson = decodedOnce(decoded, 'json');
    if (fromJson !== null) yield fromJson;
    decoded = decodedOnce(decoded, 'json and percent');
  }
}

/** A word begins behind an escape too, although the last character of an escape is a letter or a digit. */
const WORD_START = /(?:\W|\\[bfnrt]|\\u[\da-fA-F]{4}|%[\da-fA-F]{2})$/;

/** One to three characters stand in ordinary words by chance; replaced there, no answer could be read any more. */
function isWord(text: string, { from, to }: Range): boolean {
  const before = text.slice(Math.max(0, from - '\\u0000'.length), from);
  return (before === '' || WORD_START.test(before)) && !/^\w/.test(text.slice(to, to + 1));
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of ranges) {
    parts.push(text.slice(end, from), '[access token]');
    end = to;
  }
  return parts.join('') + text.slice(end);
}
