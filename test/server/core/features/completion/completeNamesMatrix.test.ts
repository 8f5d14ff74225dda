import { describe, expect, it } from 'vitest';
import type { DocumentOptions } from '../../../../../server/core/document';
import { complete } from '../../../../../server/core/features/completion/complete';
import { runToEnd } from '../../../../../server/core/work';
import { options } from '../../support';
import { completed, now, openAt } from '../support';
import { sidesOf, typedOf } from './matrix';

/** A place for an object, the name to complete in it, and a reader for the result. */
interface Place {
  readonly level: string;
  readonly how: DocumentOptions;
  around(object: string): string;
  readonly name: string;
  readonly value: unknown;
  /** The object in the text after completion. */
  read(after: string): unknown;
}

const line = (after: string, index: number): never => JSON.parse(after.split('\n')[index]!) as never;
type Groups = { trajectories: Record<string, unknown>[] };

const places: readonly Place[] = [
  {
    level: 'in a line that is a group',
    how: options.lines,
    around: (object) => `{"trajectories": []}\n${object}\n{"trajectories": []}\n`,
    name: 'trajectories',
    value: [{ messages_and_choices: [{ role: 'system', content: '' }], reward: 0 }],
    read: (after) => line(after, 1),
  },
  {
    level: 'in a line that is a trajectory',
    how: options.lines,
    around: (object) => `{"messages_and_choices": []}\n\n${object}`,
    name: 'logs',
    value: [],
    read: (after) => line(after, 2),
  },
  {
    level: 'in a trajectory of a group in a line',
    how: options.lines,
    around: (object) => `{"trajectories": [{}, ${object}, {}]}\n{"trajectories": []}`,
    name: 'metadata',
    value: {},
    read: (after) => (line(after, 0) as Groups).trajectories[1],
  },
  {
    level: 'in an unclosed line',
    how: options.lines,
    around: (object) =>
      `{"messages_and_choices": []}\n{"metadata": {"task": "a"}}\n{"metadata": ${object}\n{"reward": 1}`,
    name: 'task',
    value: '',
    read: (after) => (JSON.parse(`${after.split('\n')[2]}}`) as Record<string, unknown>)['metadata'],
  },
  {
    level: 'in metrics, with a name from other metrics',
    how: options.trajectory,
    around: (object) => `{\n"trajectories": [\n{"metrics": {"solved": true}},\n{"metrics": ${object}}\n]\n}`,
    name: 'solved',
    value: true,
    read: (after) => (JSON.parse(after) as Groups).trajectories[1]!['metrics'],
  },
  {
    level: 'in metadata, with a name from another line',
    how: options.lines,
    around: (object) =>
      `{"trajectories": [{"metadata": {"task": "a"}}]}\n{"trajectories": [{"metadata": ${object}}]}`,
    name: 'task',
    value: '',
    read: (after) => (line(after, 1) as Groups).trajectories[0]!['metadata'],
  },
];

// A line of JSON Lines has no next line.
const sides = sidesOf('"x": 1', '"y": 2').filter(({ right }) => !right.includes('\n'));

const cases = places.flatMap((place) =>
  sides.flatMap(({ where, left, right }) =>
    Object.entries(typedOf(place.name)).map(([typed, token]) => ({
      title: `${place.level}, ${where}: ${typed}`,
      place,
      marked: place.around(`{${left}${token}${right}}`),
      expected: {
        ...(left === '' ? {} : { x: 1 }),
        [place.name]: place.value,
        ...(right === '' ? {} : { y: 2 }),
      },
    })),
  ),
);

describe('a name', () => {
  it.each(cases)('$title', ({ place, marked, expected }) => {
    const { document, offset, content } = openAt(marked, place.how);
    const { items } = runToEnd(complete(document, offset, { recentModelIds: [], now }));
    const completion = items.find(({ label }) => label === place.name);
    expect(completion, `${place.name} in ${marked}`).toBeDefined();
    const after = completed(content, completion!);
    expect(place.read(after)).toEqual(expected);
    // Each line of JSON Lines stays one.
    expect(after.split('\n')).toHaveLength(content.split('\n').length);
  });
});
