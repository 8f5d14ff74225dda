import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostResult } from '../../client/submit/postResult';
import { withoutToken } from '../../client/submit/withoutToken';

function answer(text: string, location = ''): PostResult {
  return { kind: 'answer', answer: { status: 400, headers: { location }, text, body: 'complete' } };
}

function cleaned(text: string, token: string): string {
  const result = withoutToken(answer(text), token);
  return result.kind === 'answer' ? result.answer.text : '';
}

describe('the access token in an answer', () => {
  it.each([
    ['as it is', 'canary-token', 'Bearer canary-token!', 'Bearer [access token]!'],
    ['within a word', 'canary', 'xcanaryx', 'x[access token]x'],
    ['of seven characters', 'abcdefg', 'no abcdefg here', 'no [access token] here'],
    ['of four characters', 'abcd', 'xabcdx', 'x[access token]x'],
    ['percent-encoded', 'a+b/c', '?token=a%2Bb%2Fc&x', '?token=[access token]&x'],
    ['percent-encoded in lower case', 'a+b/c', '?token=a%2bb%2fc&x', '?token=[access token]&x'],
    ['percent-encoded twice', 'a+b/c', '?next=%3Ftoken%3Da%252Bb%252Fc', '?next=%3Ftoken%3D[access token]'],
    ['escaped in JSON', 'a+"b\\/', String.raw`"a+\"b\\\/"`, '"[access token]"'],
    [
      'escaped in JSON within JSON',
      'a+"b/c',
      String.raw`"{\"x\": \"a+\\\"b/c\"}"`,
      String.raw`"{\"x\": \"[access token]\"}"`,
    ],
    [
      'escaped in JSON by code',
      'a+bc',
      String.raw`"a\u002Bb\u0063", "a\u002bbc"`,
      '"[access token]", "[access token]"',
    ],
    ['made of signs of patterns', '.*+?', 'x.*+?x and abcd', 'x[access token]x and abcd'],
  ])('%s is taken out', (_, token, text, expected) => {
    expect(cleaned(text, token)).toBe(expected);
  });

  it.each([
    ['abc', 'Bearer abc.', 'Bearer [access token].'],
    ['a', '"a" cat a', '"[access token]" cat [access token]'],
    ['ab', String.raw`"x\nab"`, String.raw`"x\n[access token]"`],
    ['a+b', '?token=%20a%2bb&token=a%2Bb', '?token=%20[access token]&token=[access token]'],
    ['at', 'The data at that date', 'The data [access token] that date'],
  ])('%s is taken out where it is a word of its own', (token, text, expected) => {
    expect(cleaned(text, token)).toBe(expected);
  });

  it('is taken out of the headers', () => {
    const result = withoutToken(answer('', 'https://a.example/?token=a%2Bb'), 'a+b');
    expect(result).toMatchObject({
      answer: { headers: { location: 'https://a.example/?token=[access token]' } },
    });
  });

  it('is taken out of the message of a broken connection, whose kind stays', () => {
    const lost: PostResult = { kind: 'lost', reason: 'connection-lost', message: 'It was lost.' };
    expect(withoutToken(lost, 'lost')).toEqual({ ...lost, message: 'It was [access token].' });
    expect(withoutToken(answer('complete'), 'complete')).toMatchObject({ answer: { body: 'complete' } });
  });

  it('changes nothing when there was none', () => {
    expect(withoutToken(answer('abc'), null)).toEqual(answer('abc'));
    expect(withoutToken(answer('abc'), '')).toEqual(answer('abc'));
  });
});

/** A token that does not repeat itself soon. */
function longToken(length: number): string {
  const signs = 'abcdefghijklmnopqrstuvwxyzABCDEF0123456789-_.+/';
  return Array.from({ length }, (_, at) => signs[(at * 7 + at * at * at) % signs.length]).join('');
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const byCode = (text: string, spell: (code: string) => string) =>
  [...text].map((character) => spell(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** What becomes of a token on its way through a service. */
const spellings: Record<string, (token: string) => string> = {
  plain: (token) => token,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (token) =>
    encodeURIComponent(token).replace(/%../g, (c) => c.toLowerCase()),
  'percent-encoded twice': (token) => encodeURIComponent(encodeURIComponent(token)),
  'percent-encoded three times': (token) => encodeURIComponent(encodeURIComponent(encodeURIComponent(token))),
  'percent-encoded character by character': (token) => byCode(token, (code) => `%${code}`),
  'escaped in JSON': inJson,
  'escaped in JSON, slashes too': (token) => inJson(token).replaceAll('/', '\\/'),
  'escaped in JSON by code': (token) => byCode(token, (code) => `\\u00${code}`),
  'escaped in JSON by code in upper case': (token) => byCode(token, (code) => `\\u00${code.toUpperCase()}`),
  'percent-encoded, escaped in JSON': (token) => inJson(encodeURIComponent(token)),
  'escaped in JSON, percent-encoded': (token) => encodeURIComponent(inJson(token)),
};

describe.each(Object.entries(spellings))('a token that comes back %s', (_, spell) => {
  it('is taken out, whatever signs it is made of', () => {
    const sign = fc.oneof(
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('%', '\\', '"', '/', 'u', '0', '2', '5', '4', '1'),
    );
    const tokens = fc.array(sign, { minLength: 4, maxLength: 12 }).map((signs) => signs.join(''));
    const property = fc.property(tokens, (token) => {
      expect(cleaned(`It is ${spell(token)} now`, token)).toBe('It is [access token] now');
    });
    fc.assert(property, { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) });
  });

  it.each([7_000, 16_000])('is taken out where it is %i characters long', (length) => {
    const token = longToken(length);
    expect(cleaned(`{"x": "${spell(token)}"}`, token)).toBe('{"x": "[access token]"}');
  });
});

describe('an answer of a megabyte', () => {
  const token = longToken(16_000);
  it.each([
    ['repeats the token without its last character', `${token.slice(0, -1)} `.repeat(65), token],
    ['repeats the token without its first character', token.slice(1).repeat(65), token],
    ['repeats the sign that the token ends with', 'a'.repeat(1_000_000), `b${'a'.repeat(15_999)}`],
    ['repeats the sign that the token begins with', 'a'.repeat(1_000_000), `${'a'.repeat(15_999)}b`],
    ['is one escape within another', `%${'25'.repeat(500_000)}`, '%25252525x'],
    ['is full of escapes', '%25'.repeat(350_000), '%25252525x'],
    ['holds half of a short token everywhere', 'ab'.repeat(500_000), 'abb'],
  ])('that %s is read in time', (_, text, almost) => {
    expect(cleaned(text, almost)).toBe(text);
  });

  it('that holds nothing but tokens is read in time', () => {
    expect(cleaned('abcd '.repeat(200_000), 'abcd')).toBe('[access token] '.repeat(200_000));
    expect(cleaned('a'.repeat(1_000_000), 'aaaa')).toBe('[access token]');
  });
});
