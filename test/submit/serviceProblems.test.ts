import { describe, expect, it } from 'vitest';
import { readServiceProblems } from '../../client/submit/serviceProblems';

function locsOf(body: unknown): readonly (readonly (string | number)[])[] {
  return readServiceProblems(JSON.stringify(body)).map((problem) => problem.loc);
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
      readServiceProblems(
        JSON.stringify({ detail: [entry(['body', 'split'], 'Field required', 'missing')] }),
      ),
    ).toEqual([{ loc: ['body', 'split'], message: 'Field required', type: 'missing' }]);
  });

  it.each([
    ['strings', ['body', 'trajectory_groups', '0', 'trajectories', '1', 'reward']],
    ['integers', ['body', 'trajectory_groups', 0, 'trajectories', 1, 'reward']],
    ['the label of a union branch', ['body', 'trajectory_groups', 0, 'function-wrap[check()]', 'str']],
    ['an offset', ['body', 17]],
    ['a path parameter', ['path', 'model_id']],
    ['nothing', []],
  ])('has a loc with %s', (_, loc) => {
    expect(locsOf({ detail: [entry(loc)] })).toEqual([loc]);
  });

  it('loses loc items that are neither strings nor integers', () => {
    expect(locsOf({ detail: [entry(['body', null, 1.5, {}, 'split'])] })).toEqual([['body', 'split']]);
  });

  it('reports one mistake once, however many forms of the value were tried', () => {
    const twice = entry(['body', 'x']);
    const other = entry(['body', 'x'], 'Input should be a valid string');
    expect(locsOf({ detail: [twice, twice, other, twice] })).toEqual([
      ['body', 'x'],
      ['body', 'x'],
    ]);
  });

  it('keeps its good entries when others have another shape', () => {
    const detail = [null, 1, 'x', {}, entry('body'), entry(['body', 'a'], 7), entry(['body', 'b'])];
    expect(locsOf({ detail })).toEqual([['body', 'b']]);
  });

  it('does without a type', () => {
    expect(readServiceProblems('{"detail": [{"loc": ["body"], "msg": "m", "type": 3}]}')).toEqual([
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
    expect(readServiceProblems(text)).toEqual([]);
  });

  it('with a key __proto__ changes nothing', () => {
    expect(readServiceProblems('{"__proto__": {"detail": [{"loc": [], "msg": "m"}]}}')).toEqual([]);
    expect(({} as { detail?: unknown }).detail).toBeUndefined();
  });

  it('that was cut off still gives its whole entries', () => {
    const echo = { messages: ['a "quoted" { [ text', '\\'] };
    const detail = ['a', 'b', 'c'].map((key) => ({ ...entry(['body', key]), input: echo }));
    const text = JSON.stringify({ detail });
    const third = text.indexOf('"c"');
    for (const end of [third - 8, third, third + 30, text.length - 20, text.length - 3]) {
      const locs = readServiceProblems(text.slice(0, end)).map(({ loc }) => loc[1]);
      expect(locs).toEqual(['a', 'b']);
    }
    expect(readServiceProblems(text.slice(0, 12))).toEqual([]);
  });

  it('with 100,000 entries is read as far as anyone could look', () => {
    const detail = Array.from({ length: 100_000 }, (_, index) => entry(['body', 'trajectory_groups', index]));
    expect(locsOf({ detail })).toHaveLength(5000);
  });
});
