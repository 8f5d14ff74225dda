import { describe, expect, it } from 'vitest';
import { analyze, type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import type { Problem } from '../../../../../server/core/schema/problem';
import { textOf } from '../../../../../server/core/text/text';
import { engine, open, options } from '../../support';

/** A realistic trajectory: a system prompt, tool calls, `content: null`, brackets and quotes in texts. */
function trajectory(number: number): object {
  const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"x": 1}' } };
  const parameters = { type: 'object', properties: { x: { type: 'number' } } };
  return {
    messages_and_choices: [
      { role: 'system', content: `You are tutor ${number}: patient, kind.` },
      { role: 'user', content: 'What is {x} + [y]?', name: 'sam' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: 'a "quoted" word, then more', tool_call_id: 'c1' },
    ],
    reward: 0.25,
    tools: [{ type: 'function', function: { name: 'add', parameters, strict: true } }],
    metrics: { turns: 3, solved: true },
    logs: ['started', 'done'],
    start_time: '2026-03-14T09:26:53Z',
  };
}

const request = {
  split: 'train',
  trajectory_groups: [
    { trajectories: [trajectory(1), trajectory(2), trajectory(3)] },
    { trajectories: [trajectory(4)] },
  ],
};
const groups = [trajectory(1), trajectory(2), trajectory(3)].map((one) => ({ trajectories: [one] }));
const layouts: Record<string, readonly [content: string, DocumentOptions]> = {
  'pretty-printed': [JSON.stringify(request, null, 2), options.trajectory],
  'on one line': [JSON.stringify(request), options.trajectory],
  'JSON Lines': [groups.map((group) => JSON.stringify(group)).join('\n'), options.lines],
};

/** How many texts with a single mistake have more than one syntax error, or worse. */
interface Outcome {
  /** Two syntax errors. */
  readonly two: number;
  /** More than two. */
  readonly more: number;
  /** Any problem outside the trajectory with the mistake. */
  readonly elsewhere: number;
}

const mistakes = [...'{}[],:"'].flatMap((c) => [`insert ${c}`, `remove ${c}`]);

/** The texts with a mistake at each possible offset of the second trajectory. */
function* textsWith(mistake: string, content: string): Generator<{ text: string; from: number; to: number }> {
  const [first, next] = boundsOf(content);
  const [what, c] = mistake.split(' ') as [string, string];
  for (let at = first; at <= next; at++) {
    const removed = what === 'remove' ? 1 : 0;
    if (removed === 1 && content[at] !== c) continue;
    const inserted = removed === 1 ? '' : c;
    const text = content.slice(0, at) + inserted + content.slice(at + removed);
    yield { text, from: first, to: next + inserted.length - removed };
  }
}

/** The range of the second trajectory, including its brackets. */
function boundsOf(content: string): [number, number] {
  const starts = [...content.matchAll(/\{\s*"messages_and_choices"/g)].map((match) => match.index);
  const lastValue = content.lastIndexOf('Z"', starts[2]);
  return [starts[1]!, content.indexOf('}', lastValue) + 1];
}

function outcomeOf(
  mistake: string,
  [content, how]: readonly [string, DocumentOptions],
): Outcome & { places: number } {
  const outcome = { places: 0, two: 0, more: 0, elsewhere: 0 };
  for (const { text, from, to } of textsWith(mistake, content)) {
    const found = problemsOf(open(text, how));
    const syntax = found.filter(({ code }) => code === 'syntax').length;
    outcome.places++;
    if (syntax === 2) outcome.two++;
    if (syntax > 2) outcome.more++;
    if (found.some((problem) => isOutside(problem, from, to))) outcome.elsewhere++;
  }
  return outcome;
}

/** With tolerance: a missing comma is marked from the value before it; an extra bracket may count as the next one. */
function isOutside(problem: Problem, from: number, to: number): boolean {
  return problem.to < from - 1 || problem.from > to + 1;
}

/**
 * Upper bounds per mistake: the number of offsets where it gives two syntax errors, more than two, or any problem in
 * another trajectory. Numbers may only become smaller. Why they are not all zero:
 *
 * - An extra or missing quote swaps text and JSON in the rest of its line. In a one-line document, only the next quotes
 *   can show where that ends.
 * - An unclosed bracket is noticed only at the first mismatch, and before that an object
 *   without any documented key may be anything.
 * - Without its colon or a quote a name is a string, and a mistake inside an escape sequence counts as two.
 */
const bounds: Record<string, Record<string, Outcome>> = {
  'pretty-printed': {
    'insert {': { two: 71, more: 1, elsewhere: 0 },
    'remove {': { two: 0, more: 0, elsewhere: 0 },
    'insert }': { two: 3, more: 1, elsewhere: 0 },
    'remove }': { two: 0, more: 0, elsewhere: 0 },
    'insert [': { two: 3, more: 1, elsewhere: 1 },
    'remove [': { two: 0, more: 0, elsewhere: 0 },
    'insert ]': { two: 3, more: 1, elsewhere: 0 },
    'remove ]': { two: 0, more: 0, elsewhere: 0 },
    'insert ,': { two: 4, more: 1, elsewhere: 0 },
    'remove ,': { two: 0, more: 0, elsewhere: 0 },
    'insert :': { two: 3, more: 1, elsewhere: 0 },
    'remove :': { two: 0, more: 0, elsewhere: 0 },
    'insert "': { two: 38, more: 16, elsewhere: 0 },
    'remove "': { two: 0, more: 0, elsewhere: 0 },
  },
  'on one line': {
    'insert {': { two: 37, more: 1, elsewhere: 1 },
    'remove {': { two: 0, more: 0, elsewhere: 0 },
    'insert }': { two: 3, more: 1, elsewhere: 0 },
    'remove }': { two: 0, more: 0, elsewhere: 0 },
    'insert [': { two: 9, more: 1, elsewhere: 2 },
    'remove [': { two: 0, more: 0, elsewhere: 0 },
    'insert ]': { two: 3, more: 1, elsewhere: 0 },
    'remove ]': { two: 0, more: 0, elsewhere: 0 },
    'insert ,': { two: 4, more: 1, elsewhere: 0 },
    'remove ,': { two: 0, more: 0, elsewhere: 0 },
    'insert :': { two: 3, more: 1, elsewhere: 0 },
    'remove :': { two: 2, more: 0, elsewhere: 0 },
    'insert "': { two: 4, more: 18, elsewhere: 0 },
    'remove "': { two: 0, more: 0, elsewhere: 0 },
  },
  'JSON Lines': {
    'insert {': { two: 37, more: 1, elsewhere: 0 },
    'remove {': { two: 0, more: 0, elsewhere: 0 },
    'insert }': { two: 3, more: 1, elsewhere: 0 },
    'remove }': { two: 0, more: 0, elsewhere: 0 },
    'insert [': { two: 9, more: 1, elsewhere: 0 },
    'remove [': { two: 1, more: 0, elsewhere: 0 },
    'insert ]': { two: 3, more: 1, elsewhere: 0 },
    'remove ]': { two: 0, more: 0, elsewhere: 0 },
    'insert ,': { two: 4, more: 1, elsewhere: 0 },
    'remove ,': { two: 0, more: 0, elsewhere: 0 },
    'insert :': { two: 3, more: 1, elsewhere: 0 },
    'remove :': { two: 2, more: 0, elsewhere: 0 },
    'insert "': { two: 4, more: 18, elsewhere: 0 },
    'remove "': { two: 0, more: 0, elsewhere: 0 },
  },
};

describe.each(Object.entries(layouts))(
  'One mistake gives one problem near its place, %s:',
  (layout, document) => {
    it.each(mistakes)('%s', (mistake) => {
      const { places, ...found } = outcomeOf(mistake, document);
      const most = bounds[layout]![mistake]!;
      expect(places).toBeGreaterThan(4);
      expect({
        two: Math.max(found.two, most.two),
        more: Math.max(found.more, most.more),
        elsewhere: Math.max(found.elsewhere, most.elsewhere),
      }).toEqual(most);
    });

    it('and none without a mistake', () => {
      const [content, how] = document;
      expect(problemsOf(open(content, how))).toEqual([]);
    });
  },
);

describe('Exactly one problem is given for', () => {
  const group = (trajectory: string) => `{"trajectories": [{"reward": 0}, ${trajectory}, {"reward": 1}]}`;
  const pretty = (trajectory: string) => group(`\n  ${trajectory.replaceAll(', "', ',\n  "')}\n`);
  const messages = '"messages_and_choices": [{"role": "user", "content": "Hi, all"}]';
  it.each([
    ['a comma before a colon', `{"reward",: 1, ${messages}}`],
    ['a comma before a value', `{"metrics":, {"a": 1}, ${messages}}`],
    ['a colon before a name', `{:"reward": 1, ${messages}}`],
    ['two colons', `{"reward":: 1, ${messages}}`],
    ['a colon after a value', `{"logs": ["a"]:, ${messages}}`],
    ['a colon in a number', `{"reward": 0.2:5, ${messages}}`],
    ['a colon in an array', `{"logs": ["a":, "b"], ${messages}}`],
    ['a bracket in a number', `{"reward": 0.2]5, ${messages}}`],
    ['a bracket in a name', `{"metrics": {"a": tr}ue, "b": 1}, ${messages}}`],
    ['a closing bracket before a colon', `{"reward"]: 1, ${messages}}`],
    ['a closing bracket before a value', `{"metrics":} {"a": 1}, ${messages}}`],
    [
      'an extra closing bracket between messages',
      `{"messages_and_choices": [{"role": "user"}], {"role": "user"}], "reward": 1}`,
    ],
    ['an extra closing bracket after an object', `{"metrics": {"a": 1}}, ${messages}}`],
    ['an opening bracket before a comma', `{"metrics": {"a": 1}[, ${messages}}`],
    ['an opening brace before a comma', `{"logs": ["a"]{, ${messages}}`],
    ['a missing [ before objects', `{${messages.replace('[', '')}, "metrics": {"a": 1}}`],
    ['a missing [ before several objects', `{"tools": {"type": "f"}, {"type": "g"}], ${messages}}`],
    ['a missing [ before strings', `{"metadata": {"tags": "a", "b", "c"]}, ${messages}}`],
    [
      'a last message that ends after a name',
      `{"messages_and_choices": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content"], "reward": 1}`,
    ],
    ['a missing { in a value', `{"metrics": "a": 1, "b": 2}, ${messages}}`],
    ['a missing { in the first item', `{"tools": ["type": "f", "function": {}}], ${messages}}`],
    ['a quote inside a text before a number', `{"reward": 1, "logs": ["You are tutor" 2: patient."]}`],
    ['a quote inside a text before a bracket', `{"reward": 1, "logs": ["What is" {x} + [y]?"]}`],
    ['a quote inside a text before a comma', `{"reward": 1, "logs": ["word", then more"]}`],
  ])('%s', (_, trajectory) => {
    for (const text of [group(trajectory), pretty(trajectory)]) {
      const found = problemsOf(open(text)).map(({ code, from }) => ({
        code,
        text,
        at: text.slice(from, from + 20),
      }));
      expect(found).toEqual([{ code: 'syntax', text, at: expect.anything() }]);
    }
  });

  it.each(['{', ']', '}', '},', '  {'])('a quote before %s on a line of its own', (end) => {
    const lines = JSON.stringify(request, null, 2).split('\n');
    const places = [...lines.keys()].filter((i) => i > 0 && lines[i]!.trimStart() === end.trim());
    for (const i of places) {
      const text = lines.with(i, `"${lines[i]}`).join('\n');
      expect(problemsOf(open(text)).map(({ code, from }) => [code, text[from]])).toEqual([['syntax', '"']]);
    }
    expect(places.length).toBeGreaterThan(0);
  });

  it('an unquoted word after a comma, which is still a name or a value', () => {
    expect(
      problemsOf(open('{"trajectories": [{"metadata": {"a": "x", b: "y"}}]}')).map(({ from }) => from),
    ).toEqual([42]);
    expect(
      problemsOf(open('{"trajectories": [{"logs": ["x", None, "y"]}]}')).map(({ from }) => from),
    ).toEqual([33]);
  });
});

it('A text full of syntax errors is parsed in slices, however short it is', () => {
  const text = `{"a": ['b' 1 tru, {c: [1 2}, `.repeat(600);
  const pieces = [...analyze(engine, textOf(text), options.trajectory)];
  expect(pieces.length).toBeGreaterThan(20);
});
