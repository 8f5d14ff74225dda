import { describe, expect, it, vi } from 'vitest';
import { expressionOf, matchesInEach } from '../../../server/core/collection/finding/matching';
import { readTexts } from '../../../server/core/collection/finding/reading';
import { pairCalls } from '../../../server/core/collection/reading/pairing';
import { conflictsIn } from '../../../server/core/detection/formats/mergeConflicts';
import {
  analyze,
  type Document,
  openDocument,
  problemsOf,
  reanalyze,
  revise,
} from '../../../server/core/document';
import { complete } from '../../../server/core/features/completion/complete';
import { fixesFor } from '../../../server/core/features/fixes/fixes';
import { indentationAt, indented } from '../../../server/core/features/indentation';
import { joinLinesText } from '../../../server/core/features/lines/joinLines';
import { inStyle } from '../../../server/core/features/lines/lineStyle';
import { rewriteDocument } from '../../../server/core/features/rewrites/rewrites';
import { lengthWithoutEnd } from '../../../server/core/syntax/tokens/ends/unclosedStrings';
import { stringOf, textOf } from '../../../server/core/text/text';
import type { Work } from '../../../server/core/work';
import { engine, open, options } from './support';

/** Runs work; returns its result and the number of its steps. */
function counted<Result>(work: Work<Result>): { readonly result: Result; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return { result: step.value, steps };
  }
}

function inserted(document: Document, at: number, insert: string): ReturnType<typeof counted<Document>> {
  const revision = revise({ text: document.text, changes: [] }, { from: at, to: at, insert });
  return counted(reanalyze(document, revision));
}

it('A hundred thousand groups without trajectories are not read again after an edit', () => {
  const head = '{"split": "a", "trajectory_groups": [';
  const document = open(`${head}${'{},'.repeat(100_000)}{}]}`);
  const middle = head.length + 3 * 50_000;
  for (const insert of ['{"a": 1},', '{"trajectories": []},', '{"trajectories": [{}]},']) {
    const { result, steps } = inserted(document, middle, insert);
    expect(steps).toBeLessThan(10);
    const fresh = openDocument(engine, stringOf(result.text), options.trajectory);
    expect(result.counts).toEqual(fresh.counts);
    expect(problemsOf(result)).toEqual(problemsOf(fresh));
  }
});

it('A hundred thousand comments are skipped in many steps', () => {
  const text = textOf(`{"logs": [1,${'//\n'.repeat(100_000)}2]}`);
  expect(counted(analyze(engine, text, options.trajectory)).steps).toBeGreaterThan(30);
});

describe('Megabytes of comments are skipped in many steps', () => {
  const comments = `//${'x'.repeat(97)}\n`.repeat(30_000);
  it.each([
    ['after a bracket', `{"logs": [[1]${comments}, 2]}`],
    ['after a name without quotes', `{"logs": 1, a ${comments} : 1}`],
    ['after a string in an array', `{"logs": ["a" ${comments}, 1]}`],
  ])('%s', (_, content) => {
    expect(counted(analyze(engine, textOf(content), options.trajectory)).steps).toBeGreaterThan(200);
  });
});

it('A comma before the closing bracket is reported wherever it is', () => {
  const blank = ' '.repeat(400_000);
  for (const [before, after] of [
    ['', ''],
    [blank, ''],
    ['', blank],
  ]) {
    const content = `{"split": "s", "trajectory_groups": [{"trajectories": [{"logs": ["a"${before},${after}]}]}]}`;
    const at = content.indexOf('"a"', 30) + 3 + before!.length;
    const [problem, ...others] = problemsOf(open(content));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'syntax',
      from: at,
      to: at + 1,
    });
  }
});

it("A hundred thousand comments in Python's notation are skipped in many steps", () => {
  const text = textOf(`{"logs": [1,${'# x\n'.repeat(100_000)}2]}`);
  const { result, steps } = counted(analyze(engine, text, options.trajectory));
  expect(steps).toBeGreaterThan(15);
  expect(problemsOf(result)[0]!.message).toBe('Comments are not allowed in JSON.');
});

describe('A request passes a hundred thousand comments in many steps', () => {
  const comments = '//\n'.repeat(100_000);
  it('for completion behind them', () => {
    const content = `{"split": "a",\n${comments}`;
    const work = complete(open(content), content.length - 1, { recentModelIds: [], now: new Date(0) });
    expect(counted(work).steps).toBeGreaterThan(30);
  });
  it('to join the lines between them', () => {
    const content = `[1,\n${'/**/'.repeat(100_000)}\n2]`;
    const { result, steps } = counted(joinLinesText(content, '[1]'));
    expect(steps).toBeGreaterThan(60);
    expect(result).toHaveLength(content.length - 2);
  });
  it('to find values that become lines', () => {
    const work = rewriteDocument(open(`{}\n${comments}{}`), 'lines');
    expect(counted(work).steps).toBeGreaterThan(60);
  });
});

it('A long string, word or number is read in many steps', () => {
  for (const token of [`"${'\\n'.repeat(500_000)}"`, 'x'.repeat(1e6), '1'.repeat(1e6)]) {
    const text = textOf(`{"logs": [${token}]}`);
    expect(counted(analyze(engine, text, options.trajectory)).steps).toBeGreaterThan(30);
  }
});

it('A million lines are searched for merge conflicts in many steps', () => {
  expect(counted(conflictsIn(textOf('\n'.repeat(1e6)))).steps).toBeGreaterThan(30);
});

it('A long string is escaped in many steps, as if at once', () => {
  const pieces = [
    ['\\u00e9', '\\u00e9'],
    ['\\x41', '\\u0041'],
    ['\\q', '\\\\q'],
    ['\u0001', '\\u0001'],
    ['\\n', '\\n'],
    ['\\\\', '\\\\'],
    ['a', 'a'],
  ];
  const chosen = Array.from({ length: 100_000 }, (_, i) => pieces[(i * i + (i >> 3)) % pieces.length]!);
  const [before, after] = [0, 1].map((side) => chosen.map((piece) => piece[side]).join(''));
  const document = open(`{"split": "${before}", "trajectory_groups": []}`);
  const { result, steps } = counted(fixesFor(document, problemsOf(document)[0]!, { recentModelIds: [] }));
  expect(result[0]!.edits.map(({ insert }) => insert)).toEqual([`"${after}"`]);
  expect(steps).toBeGreaterThan(5);
});

describe('Matches at every place of a long text are found in many steps', () => {
  const query = (text: string, isCaseSensitive: boolean) => ({ text, isCaseSensitive, isExpression: false });
  it.each([
    ['aa', true],
    ['aa', false],
    ['aaa', false],
  ])('of %s, case-sensitive: %s', (wanted, isCaseSensitive) => {
    const asked = query(wanted, isCaseSensitive);
    const searched = { text: 'a'.repeat(500_001), from: 1, to: 400_001 };
    const { result, steps } = counted(matchesInEach(asked, expressionOf(asked) as RegExp, [searched]));
    const count = Math.ceil(400_000 / wanted.length);
    const starts = Array.from({ length: count }, (_, i) => 1 + i * wanted.length);
    expect(result).toEqual([starts.flatMap((start) => [start, start + wanted.length])]);
    expect(steps).toBeGreaterThan(5);
  });

  it.each([
    ['case-sensitive', true],
    ['in any case', false],
  ])(
    'of which nothing matches, %s: a step looks no further than its own matches would',
    (_, isCaseSensitive) => {
      const asked = query(`${'a'.repeat(500)}b${'a'.repeat(499)}`, isCaseSensitive);
      const expression = expressionOf(asked) as RegExp;
      const looked: number[] = [];
      const exec = vi.spyOn(expression, 'exec').mockImplementation((text) => {
        looked.push(text.length - expression.lastIndex);
        return null;
      });
      const indexOf = vi.spyOn(String.prototype, 'indexOf');
      const { steps } = counted(
        matchesInEach(asked, expression, [{ text: 'a'.repeat(400_000), from: 0, to: 400_000 }]),
      );
      for (const [i, [wanted, from = 0]] of indexOf.mock.calls.entries())
        if (wanted === asked.text) looked.push(String(indexOf.mock.contexts[i]).length - from);
      exec.mockRestore();
      indexOf.mockRestore();
      expect(looked).toHaveLength(steps - 1);
      expect(Math.max(...looked)).toBeLessThan(60_000);
    },
  );
});

it('Nine thousand closing brackets in a string without an end are not each read with all behind them', () => {
  const content = `${'}'.repeat(9000)}x`;
  const slice = vi.spyOn(String.prototype, 'slice');
  const length = lengthWithoutEnd(content.length, (from) => content.slice(from), false);
  const { length: slices } = slice.mock.calls;
  slice.mockRestore();
  expect(length).toBe(content.length);
  expect(slices).toBeLessThan(10);
});

it('Ten thousand trajectories without messages are searched in many steps', () => {
  const document = open(
    `{"split": "a", "trajectory_groups": [{"trajectories": [${'{},'.repeat(9_999)}{}]}]}`,
  );
  const from = { trajectory: 0, message: 0, text: 0, offset: 0 };
  const work = readTexts(document, { from, to: 10_000, role: null, maxLength: 1000 });
  const { result, steps } = counted(work);
  expect(result).toEqual({ pieces: [], next: null });
  expect(steps).toBeGreaterThan(9_000);
});

it('A hundred thousand calls are paired with their results in many steps', () => {
  const turns = Array.from({ length: 100_000 }, (_, message) =>
    message % 2 === 0 ? { message, calls: ['a'], result: null } : { message, calls: [], result: { id: 'a' } },
  );
  const { result, steps } = counted(pairCalls(turns));
  expect(result.answeredBy.get(99_998)).toEqual(Int32Array.of(99_999));
  expect(result.unanswered).toBe(0);
  expect(steps).toBeGreaterThan(50);
});

it('Indentation by a million spaces is not repeated in each new line', () => {
  const text = textOf(`{"a": 1,\n${' '.repeat(1e6)}`);
  expect(indented('{\n\t1\n}', indentationAt(text, text.length)).length).toBeLessThan(4000);
});

it('A long token is joined with its line in pieces', () => {
  const read = vi.spyOn(String, 'fromCharCode');
  const work = inStyle(textOf(`["${'x'.repeat(2e6)}"]`), new Map());
  let most = 0;
  for (let isDone = false; !isDone; read.mockClear()) {
    isDone = work.next().done === true;
    most = Math.max(most, read.mock.calls.length);
  }
  read.mockRestore();
  // A call reads 4096 code units.
  expect(most).toBeLessThan(200);
});
