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
