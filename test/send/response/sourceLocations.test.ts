import { describe, expect, it } from 'vitest';
import type { DocumentSnapshot, TextPiece } from '../../../send/request/body';
import { sourceLocationsOf } from '../../../send/response/sourceLocations';
import { sourceOf } from '../submissions';

const lines = sourceOf('{"trajectories": []}\n\n{"trajectories": "😀"}\n', 'file:///lines.trajectory.jsonl');
const config = sourceOf('\n{"ppo": 1}\n', 'file:///a.training-config.json');

/** Two groups of JSON Lines and a config from another file: the body of a training job. */
const assembled: readonly TextPiece[] = [
  '{"model_id":"m","trajectory_groups":[',
  { source: lines, from: 0, to: 20, bodyPath: ['trajectory_groups', 0], sourcePath: [0] },
  ',',
  { source: lines, from: 22, to: 44, bodyPath: ['trajectory_groups', 1], sourcePath: [1] },
  '],"experimental_config":',
  { source: config, from: 1, to: 11, bodyPath: ['experimental_config'], sourcePath: [] },
  '}',
];

function locationOf(loc: readonly (string | number)[], body: readonly TextPiece[] = assembled): unknown {
  const [place] = sourceLocationsOf(body, [{ loc, message: '', type: '' }]);
  if (!place) return null;
  const name = (place.source as DocumentSnapshot).uri.split('.').at(-1);
  return 'path' in place ? [name, ...place.path] : [name, place.offset];
}

describe('a path from the service', () => {
  it('leads into the line that the group came from', () => {
    expect(locationOf(['body', 'trajectory_groups', 1, 'trajectories'])).toEqual([
      'jsonl',
      1,
      'trajectories',
    ]);
  });

  it('may spell indexes as strings, as documented', () => {
    expect(locationOf(['body', 'trajectory_groups', '1', 'trajectories'])).toEqual([
      'jsonl',
      1,
      'trajectories',
    ]);
  });

  it('leads into the config, in its own file', () => {
    expect(locationOf(['body', 'experimental_config', 'ppo'])).toEqual(['json', 'ppo']);
  });

  it('keeps possible labels of union branches for the language server to skip', () => {
    expect(locationOf(['body', 'trajectory_groups', 0, 'function-wrap[x]', 'str'])).toEqual([
      'jsonl',
      0,
      'function-wrap[x]',
      'str',
    ]);
  });

  it('to the array of all lines leads to the start of their document', () => {
    expect(locationOf(['body', 'trajectory_groups'])).toEqual(['jsonl']);
  });

  it.each([
    ['a value that the user entered', ['body', 'model_id']],
    ['a path parameter', ['path', 'model_id']],
    ['a group that was not sent', ['body', 'trajectory_groups', 7]],
    ['the body as a whole', ['body']],
  ])('to %s has no place in the documents', (_, loc) => {
    expect(locationOf(loc)).toBeNull();
  });

  it('is also understood without the leading body', () => {
    expect(locationOf(['trajectory_groups', 0])).toEqual(['jsonl', 0]);
  });

  it('is unchanged when the document was sent verbatim', () => {
    const source = sourceOf('{"split": 1}');
    const whole: readonly TextPiece[] = [{ source, from: 0, to: 12, bodyPath: [], sourcePath: [] }];
    expect(locationOf(['body', 'split'], whole)).toEqual(['json', 'split']);
    expect(locationOf(['body'], whole)).toEqual(['json']);
  });
});

describe('an offset of malformed JSON', () => {
  const text = assembled.map((piece) =>
    typeof piece === 'string' ? piece : piece.source.text.slice(piece.from, piece.to),
  );
  const body = text.join('');
  const at = (part: string) => [...body.slice(0, body.indexOf(part))].length;

  it('counts code points, across all pieces', () => {
    expect(locationOf(['body', at('"😀"')])).toEqual(['jsonl', lines.text.indexOf('"😀"')]);
    expect(locationOf(['body', at('"😀"') + 2])).toEqual(['jsonl', lines.text.indexOf('"😀"') + 3]);
    expect(locationOf(['body', at('"ppo"')])).toEqual(['json', config.text.indexOf('"ppo"')]);
  });

  it('may be a string, as documented', () => {
    expect(locationOf(['body', String(at('"😀"'))])).toEqual(['jsonl', lines.text.indexOf('"😀"')]);
  });

  it('between two pieces maps to the end of the first', () => {
    expect(locationOf(['body', at('],"exp')])).toEqual(['jsonl', 44]);
  });

  it('after the end maps to the end', () => {
    expect(locationOf(['body', 1_000_000])).toEqual(['json', 11]);
  });

  it('before all documents maps to the first', () => {
    expect(locationOf(['body', 0])).toEqual(['jsonl', 0]);
  });
});

describe('many offsets', () => {
  const offsets = [1_000_000, 40, 0, 63, 40, 90, 38, 61, 120, 5];

  it('give the same positions together as one by one, in any order', () => {
    const errors = offsets.map((offset) => ({ loc: ['body', offset], message: '', type: '' }));
    const alone = errors.map((error) => sourceLocationsOf(assembled, [error])[0]);
    expect(sourceLocationsOf(assembled, errors)).toEqual(alone);
  });

  it('are found in a single pass over the body', () => {
    const reads = { count: 0 };
    const text = '😀'.repeat(1000);
    const source: DocumentSnapshot = {
      uri: 'file:///a.json',
      version: 1,
      get text() {
        reads.count++;
        return text;
      },
    };
    const pieces = 20;
    const body: readonly TextPiece[] = Array.from({ length: pieces }, (_, index) => ({
      source,
      from: index * 100,
      to: index * 100 + 100,
      bodyPath: [index],
      sourcePath: [index],
    }));
    const errors = Array.from({ length: 500 }, (_, index) => ({
      loc: ['body', (index * 7) % 1000],
      message: '',
      type: '',
    }));
    const locations = sourceLocationsOf(body, errors);
    expect(locations.map((place) => place && 'offset' in place && place.offset)).toEqual(
      errors.map(({ loc }) => Number(loc[1]) * 2),
    );
    expect(reads.count).toBeLessThanOrEqual(pieces);
  });
});

it('many errors in many groups are located without scanning all groups for each error', () => {
  const groups = 50_000;
  const source = sourceOf('{}'.repeat(groups));
  const body: readonly TextPiece[] = Array.from({ length: groups }, (_, index) => ({
    source,
    from: index * 2,
    to: index * 2 + 2,
    bodyPath: ['trajectory_groups', index],
    sourcePath: [index],
  }));
  const errors = Array.from({ length: 5000 }, (_, index) => ({
    loc: ['body', `unknown_${index}`, index * 10],
    message: '',
    type: '',
  }));
  const looked = { count: 0 };
  const counting = body.map((piece) =>
    typeof piece === 'string'
      ? piece
      : {
          ...piece,
          get bodyPath() {
            looked.count++;
            return piece.bodyPath;
          },
        },
  );
  expect(sourceLocationsOf(counting, errors).every((place) => place === null)).toBe(true);
  expect(looked.count).toBeLessThan(groups * 10);
});
