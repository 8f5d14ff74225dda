import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenText, tokenHider } from '../../../send/response/hideToken';
import { interpretResponse } from '../../../send/response/interpretResponse';
import type { RawResponse } from '../../../send/response/rawResponse';
import { inputs } from '../../budget';

describe('a text that contains the access token', () => {
  it.each([
    ['as it is', 'canary-token', 'Bearer canary-token!'],
    ['within a word', 'canary', 'xcanaryx'],
    ['percent-encoded', 'a+b/c', '?token=a%2Bb%2Fc&x'],
    ['percent-encoded in lower case', 'a+b/c', '?token=a%2bb%2fc&x'],
    ['percent-encoded twice', 'a+b/c', '?next=%3Ftoken%3Da%252Bb%252Fc'],
    ['escaped in JSON', 'a+"b\\/', String.raw`"a+\"b\\\/"`],
    ['escaped in JSON within JSON', 'a+"b/c', String.raw`"{\"x\": \"a+\\\"b/c\"}"`],
    ['escaped in JSON by code', 'a+bc', String.raw`"a\u002Bb\u0063"`],
    ['escaped for HTML', 'a+b&c<d', '<p>Bearer a+b&amp;c&lt;d</p>'],
    ['escaped for HTML by number', 'a+b/c=', '<p>a&#43;b&#x2F;c&#x3D;</p>'],
    ['escaped for HTML, in JSON', 'a+b&c', String.raw`{"detail":"a\u0026#43;b\u0026amp;c"}`],
    ['escaped in JSON, in HTML', 'a"b&c', String.raw`<pre>{&quot;t&quot;:&quot;a\&quot;b&amp;c&quot;}</pre>`],
    ['made of regular expression characters', '.*+?', 'x.*+?x and abcd'],
  ])('%s is replaced', (_, token, text) => {
    expect(tokenHider(token)(text)).toBe(hiddenText);
  });

  it.each([null, '', 'canary'])('is shown if it does not contain the token %s', (token) => {
    expect(tokenHider(token)('a canar, and %63anar')).toBe('a canar, and %63anar');
  });
});

describe('a response that repeats the token', () => {
  const reading = { now: 0, hide: tokenHider('canary') };
  const answer = (status: number, text: string, headers: RawResponse['headers'] = {}): RawResponse => ({
    status,
    headers,
    text,
    body: 'complete',
  });

  it('still has its status and its job id', () => {
    const id = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
    const outcome = interpretResponse('train', answer(201, `{"id":"${id}","by":"canary"}`), reading).outcome;
    expect(outcome).toEqual({ status: 'accepted', httpStatus: 201, jobId: id });
    // A token that happens to occur in the id does not make the id unreadable.
    const hide = tokenHider('3f2a1b9c');
    expect(interpretResponse('train', answer(201, `{"id":"${id}"}`), { now: 0, hide }).outcome).toEqual(
      outcome,
    );
  });

  it('says of a redirect that its target is not shown', () => {
    const raw = answer(307, '', { location: 'https://a.example/?t=canary' });
    expect(interpretResponse('train', raw, reading).outcome).toMatchObject({
      message: `The service redirects. Its target: ${hiddenText} Nothing was sent there.`,
    });
  });

  it('is hidden in the list of errors, even if the names of a place make it up', () => {
    const raw = answer(422, '{"detail":[{"loc":["tr1","abcdef"],"msg":"bad","type":"x"}]}');
    const { outcome } = interpretResponse('log', raw, { now: 0, hide: tokenHider('tr1.abcdef') });
    expect(outcome).toMatchObject({ status: 'rejected', problemCount: 1, errors: [hiddenText] });
  });

  it.each<[string, RawResponse]>([
    ['in a reason', answer(401, '{"detail":"no canary here"}')],
    ['in a web page', answer(502, '<p>canary</p>')],
    ['in the target of a redirect', answer(307, '', { location: 'https://a.example/?t=%63anary' })],
    ['in place of a job', answer(200, '{"job":"canary"}')],
    ['in an entry', answer(422, '{"detail":[{"loc":["canary"],"msg":"canary","type":"canary"}]}')],
    ['after what is shown', answer(500, `${'x'.repeat(495)}canary`)],
  ])('%s is not revealed', (_, raw) => {
    expect(JSON.stringify(interpretResponse('train', raw, reading))).not.toContain('canar');
    expect(JSON.stringify(interpretResponse('train', raw, reading))).toContain(hiddenText);
  });
});

/** A token without repetitions: characters from a random number generator. */
function longToken(length: number): string {
  const signs = 'abcdefghijklmnopqrstuvwxyzABCDEF0123456789-_.+/';
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return signs[state % signs.length];
  }).join('');
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const byCode = (text: string, spell: (code: string) => string) =>
  [...text].map((character) => spell(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
const inHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&${names[character]};`);

/** Encodings of a token on its way through a service. */
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
  'escaped for HTML': inHtml,
  'escaped for HTML by number': (token) =>
    token.replace(/[^a-z\d]/gi, (character) => `&#${character.charCodeAt(0)};`),
  'escaped for HTML character by character': (token) => byCode(token, (code) => `&#x${code};`),
  'escaped in JSON, in HTML': (token) => inHtml(inJson(token)),
  'escaped for HTML, in JSON': (token) => inJson(inHtml(token)),
  'percent-encoded, in HTML': (token) => inHtml(encodeURIComponent(token)),
  'percent-encoded, escaped in JSON': (token) => inJson(encodeURIComponent(token)),
  'escaped in JSON, percent-encoded': (token) => encodeURIComponent(inJson(token)),
};

describe.each(Object.entries(spellings))('a token that comes back %s', (_, spell) => {
  it('hides the text, whatever characters it consists of', () => {
    const sign = fc.oneof(
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('%', '\\', '"', '/', 'u', '0', '2', '5', '4', '1'),
    );
    const tokens = fc.array(sign, { minLength: 4, maxLength: 12 }).map((signs) => signs.join(''));
    const property = fc.property(tokens, (token) => {
      expect(tokenHider(token)(`It is ${spell(token)} now`)).toBe(hiddenText);
    });
    fc.assert(property, inputs(200));
  });

  it.each([7_000, 16_000])('hides the text where it is %i characters long', (length) => {
    const token = longToken(length);
    expect(tokenHider(token)(`{"x": "${spell(token)}"}`)).toBe(hiddenText);
  });
});

describe('a text of a megabyte', () => {
  const token = longToken(16_000);
  it.each([
    ['repeats the token without its first characters', token.slice(40).repeat(65), token],
    ['repeats the last character of the token', 'a'.repeat(1_000_000), `b${'a'.repeat(15_999)}`],
    [
      'repeats most characters of the token',
      'a'.repeat(1_000_000),
      `${'a'.repeat(16)}c${'a'.repeat(15_999)}`,
    ],
    ['is one escape within another', `%${'25'.repeat(500_000)}`, '%25252525x'],
    ['is full of escapes', '%25'.repeat(350_000), '%25252525x'],
    ['repeats half of a short token', 'ab'.repeat(500_000), 'abb'],
  ])('that %s is shown', (_, text, almost) => {
    expect(tokenHider(almost)(text)).toBe(text);
  });

  it('is hidden if a token begins in the part that is shown, even if it is cut off', () => {
    expect(tokenHider(token)(`${'x'.repeat(2000)}${token.slice(0, 100)}${'x'.repeat(1_000_000)}`)).toBe(
      hiddenText,
    );
  });
});
