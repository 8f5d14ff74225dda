import { describe, expect, it } from 'vitest';
import { readLocation } from '../../../client/locations/locationInput';

const reward = ['trajectory_groups', 0, 'trajectories', 1, 'reward'];

describe('A pasted path', () => {
  const forms: readonly [form: string, input: string, path: readonly (string | number)[]][] = [
    ['a loc with dots', 'body.trajectory_groups.0.trajectories.1.reward', ['body', ...reward]],
    ['dots and brackets', 'trajectory_groups[0].trajectories[1].reward', reward],
    ['a JSONPath', '$.trajectory_groups[0].trajectories[1].reward', reward],
    ['the root of a JSONPath', '$', []],
    ['arrows', 'trajectory_groups -> 0 -> trajectories -> 1 -> reward', reward],
    ['arrows without spaces', 'trajectory_groups->0->trajectories->1->reward', reward],
    ['a JSON pointer', '/trajectory_groups/0/trajectories/1/reward', reward],
    ['a JSON pointer with escapes', '/metadata/a~1b~0c', ['metadata', 'a/b~c']],
    ['a JSON pointer with an empty key', '/metadata/', ['metadata', '']],
    ['a pointer at the end of a URL', '#/metadata/a%20b', ['metadata', 'a b']],
    ['a pointer with a stray percent sign', '#/metadata/5%', ['metadata', '5%']],
    ['a JSON array', '["body", "trajectory_groups", 0]', ['body', 'trajectory_groups', 0]],
    ['a JSON array with escapes', '["a\\"b", "\\u00e9"]', ['a"b', 'é']],
    ['a Python list', "['body', 'trajectory_groups', 0]", ['body', 'trajectory_groups', 0]],
    ['a Python tuple', "('body', 'trajectory_groups', 0)", ['body', 'trajectory_groups', 0]],
    ['a Python tuple of one', "('body',)", ['body']],
    ['an empty array', '[]', []],
    ['an index at the start', '[3].trajectories[0]', [3, 'trajectories', 0]],
    ['quoted names in brackets', `metadata["a.b"]['c d']`, ['metadata', 'a.b', 'c d']],
    ['names with hyphens', 'metadata.run-id', ['metadata', 'run-id']],
    [
      'a label of the service',
      'body.messages.0.function-wrap[f()].x',
      ['body', 'messages', 0, 'function-wrap[f()]', 'x'],
    ],
    ['a number that is not an index', 'metadata.007', ['metadata', '007']],
    ['a path with a message', 'body.split: Field required', ['body', 'split']],
    ['a path with surrounding spaces', '  body.split \n', ['body', 'split']],
  ];
  for (const [form, input, path] of forms) {
    it(`is read from ${form}`, () => expect(readLocation(input)).toEqual({ kind: 'path', path }));
  }

  for (const input of ['', '  ', 'a b', 'a..b', 'a[', "['a'", 'Field required, sorry']) {
    it(`is not guessed from ${JSON.stringify(input)}`, () =>
      expect(readLocation(input).kind).toBe('invalid'));
  }
});

describe('A line of a file', () => {
  it.each<[string, string | null, number, number]>([
    ['rollouts.trajectories.json:12:5', 'rollouts.trajectories.json', 11, 4],
    ['/home/me/my runs/train.jsonl:12', '/home/me/my runs/train.jsonl', 11, 0],
    ['C:\\runs\\a.trajectory.json:3:1:', 'C:/runs/a.trajectory.json', 2, 0],
    ['Untitled-1:7:2', 'Untitled-1', 6, 1],
    ['12:5', null, 11, 4],
  ])('is read from %s', (input, file, line, character) => {
    expect(readLocation(input)).toEqual({ kind: 'position', file, line, character });
  });
  it.each(['12', 'a.json', 'a.json:0', 'body.split:3', 'a.json:12:5:7'])(
    'is not guessed from %s',
    (input) => {
      expect(readLocation(input).kind).not.toBe('position');
    },
  );
});

describe('A pasted error response', () => {
  const entry = { loc: ['body', 'split'], msg: 'Field required', type: 'missing', input: {} };
  const error = { loc: ['body', 'split'], message: 'Field required', type: 'missing' };
  const forms: readonly [form: string, input: string][] = [
    ['as received', JSON.stringify({ detail: [entry] })],
    ['with indentation', JSON.stringify({ detail: [entry] }, null, 2)],
    ['after the text of a log', `422 Unprocessable Entity: ${JSON.stringify({ detail: [entry] })}`],
    ['as a bare list', JSON.stringify([entry])],
    ['as a single entry', JSON.stringify(entry)],
    ['when it is cut off', `${JSON.stringify({ detail: [entry, entry] }).slice(0, -20)}`],
  ];
  for (const [form, input] of forms) {
    it(`is read ${form}`, () => expect(readLocation(input)).toEqual({ kind: 'errors', errors: [error] }));
  }

  for (const input of ['{"detail": "Not Found"}', '{"detail": []}', '{"detail": [{"loc": 1}]}']) {
    it(`is recognized even without places: ${input}`, () => {
      expect(readLocation(input)).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('names no locations'),
      });
    });
  }
});
