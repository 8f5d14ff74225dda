import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { lenses } from '../../../../../server/core/features/lenses/lenses';
import { childCount } from '../../../../../server/core/syntax/nodes/children';
import { rootOf } from '../../../../../server/core/syntax/nodes/node';
import { lineStart, positionAt } from '../../../../../server/core/text/text';
import { runToEnd } from '../../../../../server/core/work';
import { inputs } from '../../../../budget';
import { text as anyText, edits, placed } from '../../arbitrary';
import { editDocument, open, options } from '../../support';

const filler = (length: number) => `"content": "${'a'.repeat(length)}"`;
const line = (rewards: string, length = 1000) =>
  `{"trajectories": [{"messages_and_choices": [{${filler(length)}}], ${rewards}}]}`;
const good = line('"reward": 1');
const bad = line('"reward": "1"');
const worse = line('"reward": "1", "rewrad": 1, "metrics": 1, "own": 1');

const ofLines = (content: string, how = options.lines, limit?: number) =>
  runToEnd(lenses(open(content, how), limit))
    .filter(({ kind, title }) => kind === 'line' && title !== 'Expand')
    .map(({ from, title }) => `${content.slice(0, from).split('\n').length} ${title}`);

describe('A line with problems has a lens', () => {
  it('with the number of problems, not counting hints', () => {
    expect(ofLines([good, bad, good, worse].join('\n'))).toEqual([
      '2 Expand · 1 problem',
      '4 Expand · 2 problems',
    ]);
  });
  it('even if the line is broken, or is a trajectory', () => {
    expect(ofLines(bad.slice(0, -3))).toEqual(['1 Expand · 2 problems']);
    expect(ofLines(`{"messages_and_choices": [{${filler(1000)}}], "reward": "1"}`)).toEqual([
      '1 Expand · 1 problem',
    ]);
  });
  it('however short or long it is', () => {
    const texts = [1, 500, 10_000].map((length) => line('"reward": "1"', length));
    const found = [1, 2, 3].map((number) => `${number} Expand · 1 problem`);
    expect(ofLines(texts.join('\n'))).toEqual(found);
    expect(ofLines(texts.join('\r\n'))).toEqual(found);
  });
  it('except where a line is not a document of its own', () => {
    expect(ofLines(`{"split": "a", "trajectory_groups": [${bad}]}`, options.trajectory)).toEqual([]);
  });
  it('among the other lenses, in order', () => {
    const kinds = runToEnd(lenses(open(`${bad}\n${bad}`, options.lines))).map(({ kind }) => kind);
    expect(kinds).toEqual(['line', 'log', 'train', 'group', 'line', 'group']);
  });
  it('that counts all of its problems, even those that are not listed', () => {
    const many = line(`"reward": 1, "tools": [${Array(1500).fill('1').join()}]`);
    expect(ofLines([bad, many, bad].join('\n'))).toEqual([
      '1 Expand · 1 problem',
      '2 Expand · 1500 problems',
      '3 Expand · 1 problem',
    ]);
  });
  it('with the correct number after any edits', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), edits, (texts, changes) => {
        let document = open(texts.join('\n'), options.lines);
        for (const change of changes)
          document = editDocument(document, [placed(change, document.text.length)]);
        // A document without a value has no line for a lens.
        fc.pre(childCount(rootOf(document.tree)) > 0);
        const counts = new Map<number, number>();
        const problems = problemsOf(document, 100_000);
        // The problems of a broken line are counted at its first one, or where they are.
        fc.pre(!problems.some(({ message }) => message.startsWith('Unexpected line break inside')));
        for (const { severity, from } of problems) {
          const at = lineStart(document.text, positionAt(document.text, from).line);
          if (severity !== 'hint' && document.type.wrongFile === null)
            counts.set(at, (counts.get(at) ?? 0) + 1);
        }
        const found = runToEnd(lenses(document)).filter(
          ({ kind, title }) => kind === 'line' && title !== 'Expand',
        );
        expect(found.map(({ from, title }) => [from, Number(/\d+/.exec(title)![0])])).toEqual(
          [...counts].sort(([a], [b]) => a - b).slice(0, 200),
        );
      }),
      inputs(50),
    );
  });
  it('for at most 200 lines; one more says so, and all lenses together stay within the limit', () => {
    const content = Array<string>(300).fill(bad).join('\n');
    expect(ofLines(content)).toHaveLength(200);
    const ofProblems = runToEnd(lenses(open(content, options.lines))).filter(
      ({ kind, title }) => (kind === 'line' && title !== 'Expand') || kind === 'cut',
    );
    expect(ofProblems).toHaveLength(201);
    const from = 200 * (bad.length + 1);
    expect(ofProblems[200]).toEqual({ kind: 'cut', from, to: from + 1, title: 'More lines have problems' });
    const fitting = runToEnd(lenses(open(Array<string>(200).fill(bad).join('\n'), options.lines)));
    expect(fitting.some(({ kind }) => kind === 'cut')).toBe(false);
    expect(runToEnd(lenses(open(content, options.lines), 350))).toHaveLength(350);
  });
});

describe('A line without problems has a lens', () => {
  const ofPlain = (content: string, limit?: number, isViewWanted = false) =>
    runToEnd(lenses(open(content, options.lines), limit, isViewWanted))
      .filter(({ kind, title }) =>
        kind === 'line' ? title === 'Expand' : title.startsWith('No more lenses'),
      )
      .map(({ from, title }) => `${content.slice(0, from).split('\n').length} ${title}`);

  it('that expands it; a blank line has none', () => {
    expect(ofPlain(['{}', '', good, bad, `  ${good}`].join('\n'))).toEqual([
      '1 Expand',
      '3 Expand',
      '5 Expand',
    ]);
    expect(ofPlain('')).toEqual([]);
  });
  it('except where a line is not a document of its own', () => {
    const content = `{"split": "a", "trajectory_groups": [\n${good}]}`;
    const kinds = runToEnd(lenses(open(content, options.trajectory))).map(({ kind }) => kind);
    expect(kinds).not.toContain('line');
  });
  it('while there is room; the last lens says that there are more', () => {
    const content = Array<string>(20).fill(good).join('\n');
    const found = ofPlain(content, 32, true);
    expect(found.slice(0, -1)).toEqual([1, 2, 3, 4, 5, 6, 7].map((line) => `${line} Expand`));
    expect(found.at(-1)).toMatch(/^8 No more lenses below/);
    expect(runToEnd(lenses(open(content, options.lines), 32, true))).toHaveLength(32);
  });
  it('even among a hundred thousand lines, within the limit', () => {
    const content = Array<string>(100_000).fill('{}').join('\n');
    expect(ofPlain(content).length).toBeLessThanOrEqual(1000);
  });
});
