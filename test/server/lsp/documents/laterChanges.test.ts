import { describe, expect, it } from 'vitest';
import { DecodedText } from '../../../../server/lsp/documents/contentChanges';
import { positionAfter, rangeBefore, replacementOf } from '../../../../server/lsp/documents/laterChanges';

const at = (place: string) => {
  const [line = 0, character = 0] = place.split(':').map(Number);
  return { line, character };
};
const range = (from: string, to: string) => ({ start: at(from), end: at(to) });
const said = ({ line, character }: { line: number; character: number }) => `${line}:${character}`;

/** A change as `FROM TO TEXT`. */
function changes(...all: readonly string[]) {
  return all.map((change) => {
    const [from = '', to = '', ...text] = change.split(' ');
    return replacementOf({ range: range(from, to), text: text.join(' ') })!;
  });
}

describe('A position after changes', () => {
  it.each<[string, string[], string]>([
    ['3:5', [], '3:5'],
    ['3:5', ['3:6 3:6 abc'], '3:5'],
    ['3:5', ['3:5 3:5 abc'], '3:8'],
    ['3:5', ['3:2 3:4 abc'], '3:6'],
    ['3:5', ['3:2 3:9 abc'], '3:5'],
    ['3:5', ['2:0 2:0 a\nb'], '4:5'],
    ['3:5', ['3:2 3:2 a\nb'], '4:4'],
    ['3:5', ['2:1 3:2 '], '2:4'],
    ['3:5', ['3:5 3:5 a', '3:6 3:6 b', '0:0 0:0 \r\n\r'], '5:7'],
  ])('%s %j is at %s', (position, all, expected) => {
    expect(said(positionAfter(at(position), changes(...all)))).toBe(expected);
  });
});

describe('A range before changes', () => {
  it.each<[string, string, string[], string, string]>([
    ['3:4', '3:6', [], '3:4', '3:6'],
    ['3:4', '3:6', ['3:7 3:7 abc'], '3:4', '3:6'],
    ['3:4', '3:9', ['3:5 3:5 abc'], '3:4', '3:6'],
    ['3:4', '3:7', ['3:4 3:4 abc'], '3:4', '3:4'],
    ['3:5', '3:6', ['3:4 3:4 abc'], '3:4', '3:4'],
    ['3:4', '3:6', ['3:1 3:2 abc'], '3:2', '3:4'],
    ['3:4', '3:6', ['3:4 3:8 ab'], '3:4', '3:8'],
    ['4:1', '4:3', ['3:2 3:2 a\nb'], '3:2', '3:4'],
    ['5:4', '5:6', ['0:0 2:0 '], '7:4', '7:6'],
    ['3:4', '3:8', ['3:5 3:5 a', '3:6 3:6 b'], '3:4', '3:6'],
  ])('%s to %s %j was %s to %s', (from, to, all, start, end) => {
    const before = rangeBefore(range(from, to), changes(...all));
    expect([said(before.start), said(before.end)]).toEqual([start, end]);
  });

  it('is not known if the whole text is replaced, or by a text of megabytes', () => {
    expect(replacementOf({ text: '{}' })).toBe(null);
    expect(replacementOf({ range: range('0:0', '0:0'), text: new DecodedText([]) })).toBe(null);
  });
});
