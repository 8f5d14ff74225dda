import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import type { DocumentKind } from '../../../../../server/core/schema/documentKind';
import { inputs } from '../../../../budget';
import { text as anyText } from '../../arbitrary';
import { open, options } from '../../support';

const examples = join(import.meta.dirname, '../../../../../examples');

describe('Real runs', () => {
  it.each<[string, DocumentOptions]>([
    ['airline.trajectories.json', options.trajectory],
    ['airline.trajectories.jsonl', options.lines],
  ])('%s has no errors, warnings, information or hints', (name, { language }) => {
    const document = open(readFileSync(join(examples, name), 'utf8'), { language, name });
    expect(document.counts).toEqual([0, 0, 0, 0]);
    expect(problemsOf(document)).toEqual([]);
  });
});

describe('The list of problems', () => {
  const nulls = (count: number) => Array(count).fill('{"reward": null}').join(', ');
  const errors = (count: number) => Array(count).fill('{"reward": "1"}').join(', ');
  const group = (...trajectories: string[]) => `{"trajectories": [${trajectories.join(', ')}]}`;

  it('has errors first, then warnings, information and hints, each in document order', () => {
    const content = `{"extra": 1, "trajectories": [{"rewrad": 1}, {"reward": null}, {"reward": "1"}, {"x": 1, "reward": tru}]}`;
    const found = problemsOf(open(content));
    expect(found.map(({ severity }) => severity)).toEqual([
      'error',
      'error',
      'warning',
      'warning',
      'hint',
      'hint',
    ]);
    for (const severity of ['error', 'warning', 'hint']) {
      const places = found.filter((problem) => problem.severity === severity).map(({ from }) => from);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('has all of a thousand problems', () => {
    const found = problemsOf(open(group(nulls(1000))));
    expect(found).toHaveLength(1000);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['null-value']));
  });

  it('is cut when there is one more, and its last entry says so', () => {
    const found = problemsOf(open(group(nulls(1001))));
    expect(found).toHaveLength(1000);
    expect(found.at(-1)).toEqual({
      code: 'too-many-problems',
      severity: 'information',
      from: 0,
      to: 0,
      message:
        'Only the first 999 of 1001 problems are listed, errors first. The others appear as these are fixed.',
    });
  });

  it('keeps the errors when it is cut, wherever they are', () => {
    const found = problemsOf(open(group(nulls(5000), errors(10))));
    expect(found.map(({ code }) => code)).toEqual([
      ...Array(10).fill('wrong-type'),
      ...Array(989).fill('null-value'),
      'too-many-problems',
    ]);
    expect(found.at(-1)!.message).toContain('999 of 5010');
  });

  it('keeps the first errors when there are thousands', () => {
    const found = problemsOf(open(group(errors(3000))));
    expect(found[998]!.from).toBe(open(group(errors(999))).text.length - '"1"}]}'.length);
    expect(found.at(-1)!.message).toContain('999 of 3000');
  });

  it('is also cut in JSON Lines, and where every line has errors', () => {
    const line = `${group('{"reward": 1,, "logs": tru]}')}\n`;
    const document = open(line.repeat(2000), options.lines);
    expect(document.counts[0]).toBeGreaterThanOrEqual(4000);
    expect(problemsOf(document)).toHaveLength(1000);
  });
});

describe('In JSON Lines each line is a document of its own', () => {
  /** Problems with the whole document, not with a line. Like hints, they are reported once. */
  const whole = ['nothing-to-send', 'deep-nesting', 'too-many-problems'];
  /** Unrecognized lines are treated as groups. */
  const kindOfLines = (content: string): DocumentKind => {
    const { kind } = open(content, options.lines).type;
    return kind === 'unrecognized' ? 'group-lines' : kind;
  };
  const problemsIn = (content: string, kind?: DocumentKind) =>
    problemsOf(
      open(content, kind === undefined ? options.lines : { ...options.lines, kind }),
      100_000,
    ).filter(({ code, severity }) => !whole.includes(code) && severity !== 'hint');

  it('whatever the other lines contain, unless a string or a value continues on them', () => {
    // A byte order mark counts as one only at the beginning.
    const line = anyText.map((content) => content.replace(/[\r\n\ufeff]/g, ' '));
    const ending = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\n \n');
    const property = fc.property(fc.array(fc.tuple(line, ending), { maxLength: 5 }), (lines) => {
      const joined = lines.map((parts) => parts.join('')).join('');
      // The document decides one kind for all lines.
      const kind = kindOfLines(joined);
      // With its line break: without one, a last line may be truncated.
      const expected = lines.flatMap(([content, end], i) => {
        const start = lines.slice(0, i).reduce((sum, parts) => sum + parts.join('').length, 0);
        return problemsIn(content + end, kind).map(({ code, from, to, message }) => ({
          code,
          from: from + start,
          to: to + start,
          message,
        }));
      });
      const found = problemsIn(joined, kind).map(({ code, from, to, message }) => ({
        code,
        from,
        to,
        message,
      }));
      const isOverLines = ({ from, to, message }: Listed): boolean =>
        /[\r\n]/.test(joined.slice(from, to)) ||
        /^(?:Line breaks in a string|Unexpected line break)/.test(message);
      fc.pre(!found.some(isOverLines));
      expect(found.toSorted(byOffset)).toEqual(expected.toSorted(byOffset));
    });
    fc.assert(property, inputs(150));
  });

  it.each([
    ['{"trajectories": [', 1],
    ['"never closed', 1],
    ["'',e", 2],
    ['{"trajectories": [{"logs": ["a', 1],
    ['/* never closed', 1],
    ['}}}}]]]]', 1],
    ['{"trajectories": []}}', 1],
    ['{"trajectories": [{}]} {"trajectories": [{}]}', 1],
  ])('so %s is an error on its own line only', (line, count) => {
    const good = '{"trajectories": [{"reward": 1}]}';
    const found = problemsIn([good, line, good, good].join('\n'));
    expect(found.length).toBeGreaterThanOrEqual(count);
    for (const { from, to } of found) {
      expect(from).toBeGreaterThan(good.length);
      expect(to).toBeLessThanOrEqual(good.length + 1 + line.length);
    }
  });

  it.each(['', '\n', '\r\n\n  \n\t\r', '\n\n{"trajectories": [{}]}\n\n'])(
    'and blank lines are fine: %j',
    (blank) => {
      expect(problemsOf(open(`{"trajectories": [{}]}\n${blank}`, options.lines))).toEqual([]);
    },
  );
});

interface Listed {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

function byOffset(a: Listed, b: Listed): number {
  return a.from - b.from || a.to - b.to || a.code.localeCompare(b.code) || a.message.localeCompare(b.message);
}
