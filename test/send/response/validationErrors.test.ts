import { describe, expect, it } from 'vitest';
import { distinctMarks, isAboutAbsence } from '../../../send/response/marks';
import { introduction, readValidationErrors } from '../../../send/response/validationErrors';
import { open } from '../../server/core/features/cursor';
import { locatePath } from '../../server/core/support';

function locsOf(body: unknown): readonly (readonly (string | number)[])[] {
  return readValidationErrors(JSON.stringify(body)).map((problem) => problem.loc);
}

const entry = (
  loc: unknown,
  msg: unknown = 'Input should be a valid number',
  type: unknown = 'float_type',
) => ({
  loc,
  msg,
  type,
});

describe('the validation error body', () => {
  it('is read as documented', () => {
    expect(
      readValidationErrors(
        JSON.stringify({ detail: [entry(['body', 'split'], 'Field required', 'missing')] }),
      ),
    ).toEqual([{ loc: ['body', 'split'], message: 'Field required', type: 'missing' }]);
  });

  it('introduces a message by its path, and one about the whole request by nothing', () => {
    expect(introduction({ loc: ['body', 'trajectory_groups', 0] })).toBe('body.trajectory_groups.0: ');
    expect(introduction({ loc: [] })).toBe('');
  });

  it.each([
    ['strings', ['body', 'trajectory_groups', '0', 'trajectories', '1', 'reward']],
    ['integers', ['body', 'trajectory_groups', 0, 'trajectories', 1, 'reward']],
    ['the label of a union branch', ['body', 'trajectory_groups', 0, 'function-wrap[check()]', 'str']],
    ['an offset', ['body', 17]],
    ['a path parameter', ['path', 'model_id']],
    ['no items', []],
  ])('has a loc with %s', (_, loc) => {
    expect(locsOf({ detail: [entry(loc)] })).toEqual([loc]);
  });

  it('drops loc items that are neither strings nor integers', () => {
    expect(locsOf({ detail: [entry(['body', null, 1.5, {}, 'split'])] })).toEqual([['body', 'split']]);
  });

  it('reports one error once, however many union branches were tried', () => {
    const twice = entry(['body', 'x']);
    const other = entry(['body', 'x'], 'Input should be a valid string');
    expect(locsOf({ detail: [twice, twice, other, twice] })).toEqual([
      ['body', 'x'],
      ['body', 'x'],
    ]);
  });

  it('keeps valid entries among malformed ones', () => {
    const detail = [null, 1, 'x', {}, entry('body'), entry(['body', 'a'], 7), entry(['body', 'b'])];
    expect(locsOf({ detail })).toEqual([['body', 'b']]);
  });

  it('does not need a type', () => {
    expect(readValidationErrors('{"detail": [{"loc": ["body"], "msg": "m", "type": 3}]}')).toEqual([
      { loc: ['body'], message: 'm', type: '' },
    ]);
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"detail": "Not found"}',
    '{"detail": {"loc": []}}',
    '{"detail": []}',
  ])('is not %s', (text) => {
    expect(readValidationErrors(text)).toEqual([]);
  });

  it('ignores a __proto__ key', () => {
    expect(readValidationErrors('{"__proto__": {"detail": [{"loc": [], "msg": "m"}]}}')).toEqual([]);
    expect(({} as { detail?: unknown }).detail).toBeUndefined();
  });

  it('that was cut off still has its complete entries', () => {
    const echo = { messages: ['a "quoted" { [ text', '\\'] };
    const detail = ['a', 'b', 'c'].map((key) => ({ ...entry(['body', key]), input: echo }));
    const text = JSON.stringify({ detail });
    const third = text.indexOf('"c"');
    for (const end of [third - 8, third, third + 30, text.length - 20, text.length - 3]) {
      const locs = readValidationErrors(text.slice(0, end)).map(({ loc }) => loc[1]);
      expect(locs).toEqual(['a', 'b']);
    }
    expect(readValidationErrors(text.slice(0, 12))).toEqual([]);
  });

  it.each([
    ['backslashes', '\\'.repeat(1_000_000)],
    ['escaped quotes, and no end', `${'\\"'.repeat(500_000)}\\`],
  ])('that was cut off in a megabyte of %s still has its complete entries', (_, echo) => {
    const text = `{"detail": [${JSON.stringify(entry(['body', 'a']))}, {"input": "${echo}`;
    expect(readValidationErrors(text)).toHaveLength(1);
  });

  it('with 100,000 entries is read up to a limit', () => {
    const detail = Array.from({ length: 100_000 }, (_, index) => entry(['body', 'trajectory_groups', index]));
    expect(locsOf({ detail })).toHaveLength(5000);
  });
});

describe('marks in a document', () => {
  const message = { role: 'wizard', content: 3 };
  const document = open(
    JSON.stringify({ trajectory_groups: [{ trajectories: [{ messages_and_choices: [message, message] }] }] }),
  );
  const locOf = (index: number, ...rest: readonly string[]) =>
    ['body', 'trajectory_groups', 0, 'trajectories', 0, 'messages_and_choices', index, ...rest] as const;

  function marksOf(entries: readonly unknown[]) {
    const errors = readValidationErrors(JSON.stringify({ detail: entries }));
    const marks = errors.map((error) => {
      const { matched, ...range } = locatePath(document, error.loc.slice(1));
      return { ...range, error, needsPath: matched === 0 || isAboutAbsence(error) };
    });
    return distinctMarks(marks).map(({ error, entries }) => [error.loc.at(-1), error.message, entries]);
  }

  const labels = ['ChatCompletionUserMessageParam', 'ChatCompletionToolMessageParam', 'function-wrap[x]'];

  it('show a message for a value once, whatever the labels of union branches', () => {
    const entries = labels.map((label) => entry(locOf(0, label, 'role'), 'Input should be a role'));
    expect(marksOf(entries)).toEqual([['role', 'Input should be a role', 3]]);
  });

  it('show the same message again for other values', () => {
    const entries = [0, 1].flatMap((index) => labels.map((label) => entry(locOf(index, label, 'role'), 'm')));
    expect(marksOf([...entries, entry(locOf(0, labels[0]!, 'content'), 'm')])).toEqual([
      ['role', 'm', 3],
      ['role', 'm', 3],
      ['content', 'm', 1],
    ]);
  });

  it('show different messages for the same value', () => {
    const entries = [entry(locOf(0, labels[0]!, 'role'), 'a'), entry(locOf(0, labels[1]!, 'role'), 'b')];
    expect(marksOf(entries)).toHaveLength(2);
  });

  it('name each absent key of a value once', () => {
    const entries = ['name', 'tool_call_id', 'name'].map((key, index) =>
      entry(locOf(0, labels[index]!, key), 'Field required', 'missing'),
    );
    expect(marksOf(entries)).toEqual([
      ['name', 'Field required', 2],
      ['tool_call_id', 'Field required', 1],
    ]);
  });

  it('are separate for errors that refer to nothing in the document', () => {
    expect(marksOf([entry(['body', 'a'], 'm'), entry(['body', 'b'], 'm')])).toHaveLength(2);
  });
});
