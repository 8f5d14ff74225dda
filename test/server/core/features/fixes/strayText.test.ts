import { describe, expect, it } from 'vitest';
import { type DocumentOptions, problemsOf } from '../../../../../server/core/document';
import { fixEverything } from '../../../../../server/core/features/fixes/all/fixEverything';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { ofKind, open } from '../../support';
import { withEdits } from '../support';

/** The only problem of a text, its first fix and what that makes of the text; and the text after *fix all*. */
function only(text: string, how: DocumentOptions) {
  const document = open(text, how);
  const problems = problemsOf(document);
  expect(problems.map(({ message }) => message)).toHaveLength(1);
  const [first] = runToEnd(fixesFor(document, problems[0]!, { recentModelIds: [] }));
  return {
    message: problems[0]!.message,
    title: first?.title,
    isPreferred: first?.isPreferred,
    fixed: withEdits(text, first?.edits ?? []),
    onSave: withEdits(text, runToEnd(fixEverything(document))),
  };
}

const group = '{"trajectories": [{"reward": 1}]}';
const request = '{"split": "a", "trajectory_groups": [{"trajectories": [{"reward": 1}]}]}';

describe('An invisible character between tokens', () => {
  it.each([
    ['\u00a0', ' ', 'U+00A0 (no-break space)'],
    ['\u3000\u3000', '  ', 'U+3000 (ideographic space)'],
    ['\u200b', '', 'U+200B (zero-width space)'],
    ['\ufeff', '', 'U+FEFF (byte order mark)'],
    ['\f', ' ', 'U+000C (form feed)'],
  ])('is named, and replaced also on save: %j', (found, instead, name) => {
    for (const place of ['"split":', '"a",', '[{"trajectories":', '[{"reward"', '1']) {
      const [before, behind] = request.split(place) as [string, string];
      const text = `${before}${place}${found}${behind}`;
      const { message, fixed, onSave } = only(text, ofKind.request);
      expect(message).toContain(`Unexpected ${name}`);
      expect(fixed).toBe(`${before}${place}${instead}${behind}`);
      expect(onSave).toBe(fixed);
    }
  });

  it('is allowed in a string', () => {
    expect(problemsOf(open(request.replace('"a"', '"a\u00a0\u200b\ufeff"'), ofKind.request))).toEqual([]);
  });
});

describe('Text after the one value', () => {
  it.each([
    [';\n', 'Remove the last character', true],
    ['\u0000', 'Remove the last character', true],
    ['\n```\n', 'Remove the last 3 characters', true],
    ['\n\nI hope this helps!\n', 'Remove the last 18 characters', false],
    [request, `Remove the last ${request.length} characters`, false],
  ])('can be removed: %j', (rest, title, isPreferred) => {
    const found = only(`${request}${rest}`, ofKind.request);
    expect(found).toMatchObject({ title, isPreferred, onSave: `${request}${rest}` });
    expect(JSON.parse(found.fixed)).toEqual(JSON.parse(request));
  });
});

describe('Text in a line of JSON Lines', () => {
  it.each([
    ['a time', `2026-03-14 09:26:53 ${group}`, 'Remove the text before the JSON', group],
    ['a prefix', `data: ${group}`, 'Remove the text before the JSON', group],
    ['a comma', `${group},`, 'Remove ,', group],
    ['words behind', `${group} done`, 'Remove the rest of the line', `${group} `],
    ['a joined line', `${group}, ${group}`, 'Begin a new line', `${group}\n${group}`],
  ])('keeps the value of the line: %s', (_, line, title, fixed) => {
    const found = only(`${group}\n${line}\n${group}\n`, ofKind.lines);
    expect(found).toMatchObject({ title, fixed: `${group}\n${fixed}\n${group}\n` });
  });

  it('without JSON is removed with its line', () => {
    const found = only(`${group}\n2026-03-14 09:26:53 retrying\n${group}\n`, ofKind.lines);
    expect(found).toMatchObject({ title: 'Remove the line', fixed: `${group}\n${group}\n` });
  });
});

describe('A stray character in an object', () => {
  it.each([
    ['{"split": "a",x\n "trajectory_groups": []}', 'Remove x'],
    ['{"split": "a",\\n "trajectory_groups": []}', 'Remove \\n'],
    ['{"split": "a"， "trajectory_groups": []}', 'Replace with ,'],
    ['{"split": "a". "trajectory_groups": []}', 'Replace with ,'],
    ['{"split"： "a", "trajectory_groups": []}', 'Replace with :'],
  ])('is removed or replaced: %s', (text, title) => {
    const document = open(text, ofKind.request);
    const [problem, ...others] = problemsOf(document).filter(({ code }) => code !== 'nothing-to-send');
    expect(others).toEqual([]);
    const [fix] = runToEnd(fixesFor(document, problem!, { recentModelIds: [] }));
    expect(fix?.title).toBe(title);
    expect(JSON.parse(withEdits(text, fix!.edits))).toEqual({ split: 'a', trajectory_groups: [] });
  });
});

describe('A word that is not JSON', () => {
  it.each([
    ['undefined', 'undefined is JavaScript. The JSON value is null.'],
    ['--1', '--1 is not a valid JSON number.'],
    ['-', '- is not a valid JSON number.'],
  ])('has a message of its own: %s', (word, message) => {
    expect(only(request.replace('"reward": 1', `"reward": ${word}`), ofKind.request).message).toBe(message);
  });
});
