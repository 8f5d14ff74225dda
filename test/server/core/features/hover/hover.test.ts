import { describe, expect, it } from 'vitest';
import { hover } from '../../../../../server/core/features/hover/hover';
import { runToEnd } from '../../../../../server/core/work';
import { open, options } from '../../support';
import { inTrajectory, openAt } from '../support';

/** A hover's marked text and contents, a line each; null if there is none. */
function at(marked: string, how = options.trajectory): string[] | null {
  const { document, offset, content } = openAt(marked, how);
  const found = runToEnd(hover(document, offset));
  return (
    found && [
      content.slice(found.from, found.to),
      ...found.lines.map(({ style, text }) => `${style}: ${text}`),
    ]
  );
}

describe('a hover', () => {
  it('shows the documentation of a property, on its name and on its value', () => {
    const said = [
      'title: Split',
      'text: The name of the split under which the trajectory groups are recorded. Its meaning is not documented. The values offered are suggestions; the allowed values are not documented as a closed list.',
      'text: Type: string, required.',
    ];
    expect(at('{ "sp|lit": "train" }')).toEqual(['"split"', ...said]);
    expect(at('{ "split": "tr|ain" }')).toEqual(['"train"', ...said]);
    expect(at('{ "split"|: "train" }')?.[0]).toBe('"split"');
    expect(at('{ "split":|  "train" }')).toBeNull();
  });

  it('names formats and items', () => {
    expect(at('{ "model_|id": "" }')).toContain('text: Type: string (uuid), required.');
    expect(at('{ "split": "", "trajectory_|groups": [] }')).toContain(
      'text: Type: array of objects, required.',
    );
  });

  it('on a property common in chat formats says that it is not documented', () => {
    expect(at(inTrajectory('"messages_and_choices": [{ "tool_|calls": [] }]'))).toEqual([
      '"tool_calls"',
      'code: tool_calls',
      'text: Not documented. Chat formats commonly carry this property; it is sent as is.',
      'code: trajectory_groups[0].trajectories[0].messages_and_choices[0].tool_calls',
    ]);
  });

  it('on any other name says that it is sent as is', () => {
    expect(at('{ "split": "x", "anyth|ing": 1 }')).toEqual([
      '"anything"',
      'code: anything',
      'text: Not documented; it is sent as is.',
    ]);
    expect(at(inTrajectory('"metrics": { "[click](command:x)|": 1 }'))).toEqual([
      '"[click](command:x)"',
      'code: [click](command:x)',
      'text: Not documented; it is sent as is.',
      'code: trajectory_groups[0].trajectories[0].metrics["[click](command:x)"]',
    ]);
  });

  it('stays short, however long a name is', () => {
    const long = 'x'.repeat(5000);
    const lines = at(`{ "split": "x", "|${long}": 1 }`)!;
    expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThan(320);
  });

  it('on an object or an array is shown at its bracket, not at the white space inside', () => {
    expect(at(inTrajectory('"messages_and_choices": [|{ "role": "user" }]'))?.slice(0, 2)).toEqual([
      '{',
      'title: Message',
    ]);
    expect(at('{ "split": "x",  | "trajectory_groups": [] }')).toBeNull();
    expect(at('|')).toBeNull();
    expect(at('{} | x')).toBeNull();
  });

  it('on a value inside arrays shows its path', () => {
    const groups = (own: string): string =>
      `{ "trajectory_groups": [{}, {}, {}, { "trajectories": [{}, ${own}] }] }`;
    expect(at(groups('|{ "reward": "x" }'))?.at(-1)).toBe('code: trajectory_groups[3].trajectories[1]');
    expect(at(groups('{ "metrics": { "a b": [1, |2] } }'))?.at(-1)).toBe(
      'code: trajectory_groups[3].trajectories[1].metrics["a b"][1]',
    );
    expect(at('{"trajectories": []}\n\n{"trajectories": [{"reward"|: null}]}', options.lines)?.at(-1)).toBe(
      'code: line 3: trajectories[0].reward',
    );
    expect(at('{}\n|{}', options.lines)?.at(-1)).toBe('code: line 2');
  });

  it('shows documentation inside an unrecognized root', () => {
    expect(at('[{ "trajectories": [{ "rew|ard": 1 }] }]')).toContain('title: Reward');
    expect(at('[{ "messages_and_choices": [{ "ro|le": "user" }] }]')).toContain('title: Role');
    expect(at('[{ "conver|sations": [] }]')).toContain('text: Not documented; it is sent as is.');
  });
});

describe('a trajectory', () => {
  const group = (own: string): string =>
    `{ "trajectories": [{ "reward": 0 }, { "reward": 1 }, ${own}, { "reward": 0.5 }, { "reward": "high" }, {}] }`;

  it('shows its reward and its rank in its group', () => {
    const said = [
      'text: Reward 0.5: rank 2 of 4 in its group, shared with 1 more.',
      'text: Mean 0.5, standard deviation 0.3536, from 0 to 1.',
    ];
    expect(at(group('|{ "reward": 0.5 }'))?.slice(4)).toEqual([...said, 'code: trajectories[2]']);
    expect(at(group('{ "rew|ard": 0.5 }'))).toEqual(expect.arrayContaining(said));
    expect(at(group('{ "reward": |0.5 }'))).toEqual(expect.arrayContaining(said));
  });

  it('has no deviation from equal rewards', () => {
    const equal = Array.from({ length: 9 }, () => '{ "reward": 0.9 }').join();
    const found = at(`{ "trajectories": [|{ "reward": 0.9 }, ${equal}] }`);
    expect(found).toContain('text: Mean 0.9, standard deviation 0, from 0.9 to 0.9.');
  });

  it('has a finite deviation from the largest rewards', () => {
    const found = at('{ "trajectories": [|{ "reward": 1.6e308 }, { "reward": -1.6e308 }] }');
    expect(found).toContain('text: Mean 0, standard deviation 1.6e+308, from -1.6e+308 to 1.6e+308.');
  });

  it('without a numeric reward shows none', () => {
    for (const own of ['|{ "reward": null }', '|{}', '{ "reward|": "0.5" }', '{ "reward|": 1e999 }']) {
      expect(at(group(own))!.filter((line) => line.startsWith('text: Reward'))).toEqual([]);
    }
  });

  it('can be the only one of its group, or one of very many', () => {
    expect(at('{ "trajectories": [|{ "reward": 2 }] }')).toContain(
      'text: Reward 2: the only one in its group.',
    );
    const many = Array.from({ length: 1500 }, (_, i) => `{ "reward": ${i} }`).join(',');
    const found = at(`{ "trajectories": [${many}, |{ "reward": 100000 }] }`);
    expect(found).toContain('text: Reward 100000: rank 1 of the 1001 examined in its group.');
  });

  it('ignores a reward elsewhere', () => {
    expect(
      at('{ "trajectories": [{ "metrics": { "reward|": 1 } }, { "reward": 2 }] }')!.join(),
    ).not.toContain('rank');
  });
});

it('A hover works in 100,000 nested levels', () => {
  const depth = 100_000;
  const document = open(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
  expect(runToEnd(hover(document, depth))?.lines.at(-1)?.text.length).toBeLessThan(320);
});

describe('A hover shows', () => {
  const of = (value: string): string[] => at(inTrajectory(`"metadata": {"x": ${value}}`))!.slice(1);
  const shown = (value: string): string[] => of(value).filter((line) => /^(block|json|text: …)/.test(line));

  it('a long string or one with escapes decoded, above its documentation', () => {
    expect(of('"a|\\n\\u0062\\"\\ud83d\\ude00"')).toEqual([
      'block: a\nb"😀',
      'code: x',
      'text: Not documented; it is sent as is.',
      expect.stringContaining('code: '),
    ]);
    expect(shown(`"${'word '.repeat(20)}|"`)).toEqual([`block: ${'word '.repeat(20)}`]);
    expect(shown('"short|"')).toEqual([]);
  });

  it('the value of a property on its name too', () => {
    expect(at(inTrajectory('"metadata": {"x|": "a\\tb"}'))?.[1]).toBe('block: a\tb');
  });

  it('JSON laid out if it is in a string or on one line', () => {
    expect(shown('"{\\"a\\": [1,|2]}"')).toEqual(['json: {\n  "a": [\n    1,\n    2\n  ]\n}']);
    const items = Array.from({ length: 30 }, (_, i) => i).join(', ');
    expect(shown(`|[${items}]`)).toEqual([`json: [\n  ${items.replaceAll(', ', ',\n  ')}\n]`]);
    expect(shown(`|[${items.replaceAll(', ', ',\n')}]`)).toEqual([]);
  });

  it('at most 4,000 characters, never half a character, and that there is more', () => {
    const [block, rest] = shown(`"x${'\\ud83d\\ude00'.repeat(3000)}|"`);
    expect(block).toBe(`block: x${'😀'.repeat(1999)}`);
    expect(rest).toBe('text: … 2,001 more characters');
    const [json, more] = shown(`|[${'"word", '.repeat(10_000)}1]`);
    expect(json).toHaveLength('json: '.length + 4000);
    expect(more).toBe('text: …');
  });
});
