import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../../cli/rewrite/unifiedDiff';
import { type Edit, textOf } from '../../../server/core/text/text';
import { inputs } from '../../budget';

function applied(content: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
    content,
  );
}

/** Applies a diff as `patch` does, and checks that every line is where the diff says. */
function patched(content: string, diff: readonly string[]): string {
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const line of diff) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(line);
    const text = line.slice(1).replace(/\n\\ No newline at end of file\n$/, '');
    if (hunk !== null) {
      const from = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      result.push(...lines.slice(at, from));
      at = from;
      expect(result.length).toBe(Number(hunk[3]) - (hunk[4] === '0' ? 0 : 1));
    } else if (line[0] === '+') result.push(text);
    else {
      expect(text).toBe(lines[at]);
      if (line[0] === ' ') result.push(text);
      at++;
    }
  }
  return [...result, ...lines.slice(at)].join('');
}

describe('A unified diff', () => {
  it('gives the changed text when it is applied', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\n\n', '\r'), maxLength: 60 });
    const places = fc.array(fc.tuple(fc.nat(60), fc.nat(3), text), { maxLength: 6 });
    fc.assert(
      fc.property(text, places, (content, some) => {
        const edits: Edit[] = [];
        let at = 0;
        for (const [gap, length, insert] of some) {
          const from = at + gap;
          if (from + length > content.length) break;
          // An edit never divides a line end.
          if (/^\n/.test(content.slice(from)) || /\r$/.test(content.slice(0, from + length))) continue;
          edits.push({ from, to: from + length, insert });
          at = from + length + 1;
        }
        const diff = [...diffLines(textOf(content), edits)];
        expect(patched(content, diff)).toBe(applied(content, edits));
        if (applied(content, edits) === content) expect(diff).toEqual([]);
      }),
      inputs(1000),
    );
  });

  it('shows three lines around a change, and joins changes that are near', () => {
    const text = textOf(Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join(''));
    const at = (line: number): Edit => ({ from: (line - 1) * 7, to: (line - 1) * 7, insert: '+' });
    const heads = [...diffLines(text, [at(5), at(8)])].filter((line) => line.startsWith('@'));
    expect(heads).toEqual(['@@ -2,10 +2,10 @@\n']);
  });
});
