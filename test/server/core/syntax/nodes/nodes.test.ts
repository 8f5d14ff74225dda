import { describe, expect, it } from 'vitest';
import { Flag } from '../../../../../server/core/syntax/tokens/token';
import { keyName, maxNameLength } from '../../../../../server/core/syntax/tree/strings';
import { textOf } from '../../../../../server/core/text/text';

describe('The name of a key', () => {
  it('is decoded', () => {
    expect(nameOf(String.raw`"\u0041\n"`)).toBe('A\n');
  });

  it('is read only at its beginning, as spelled, if nothing with a meaning is so long', () => {
    const spelled = String.raw`\u0041`.repeat(maxNameLength);
    expect(nameOf(`"${spelled}"`)).toBe(spelled.slice(0, maxNameLength - 1));
  });
});

function nameOf(token: string): string {
  return keyName(textOf(token), { from: 0, to: token.length, flags: Flag.escapes });
}
