import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { DocumentOptions } from '../../../../server/core/document';
import { inputs } from '../../../budget';
import { text, value } from '../arbitrary';
import { expectEqual } from '../expectEqual';
import { ofKind, options } from '../support';
import { agree, cuts, files, streamed, whole, windows } from './streamed';

/** Pieces of log requests in which much is wrong, some longer than a part of the tree. */
const words = fc.integer({ min: 1, max: 1800 }).map((count) => 'word '.repeat(count));
const scrap = fc.constantFrom(
  '{"a": ', '{', '[', ']', '}', ',', ':', 'o', 'd"', '"k": 1', '"', '\n', '// x\n', '"\\d \t"', "'c'", 'null', ']}', '}]', '"x":', "f(a='b')", '/*', '\n<<<<<<< a\n=======\n>>>>>>> b\n', '[['.repeat(120), 'True', '"a" "b"', '\r', ',]', '], "key": 1, [',
); // biome-ignore format: a list
const message = fc.oneof(
  words.map((content) => `{"role": "user", "content": "${content}"}`),
  fc.constantFrom('{"role": "tool", "tool_call_id": "x"}', '{"role": "assistant", "tool_calls": [{"id": "x", "function": {"name": "f", "arguments": "{"}}]}', '{"rol": 1}', '{"role": 1, "role": 2}'),
); // biome-ignore format: a list
const list = (items: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(items, { maxLength, size: 'max' }),
      fc.constantFrom(',', ', ', ',\n  ', ',\r\n'),
      fc.nat(30),
    )
    .map(([all, separator, chance]) => `[${all.join(chance === 0 ? ' ' : separator)}]`);
const trajectory = fc
  .tuple(
    list(message, 6),
    fc.constantFrom('1', '0.5', '"1"', 'null'),
    fc.constantFrom('', ', "rewrad": 1', ', "trajectories": [1, 2]'),
  )
  .map(([messages, reward, more]) => `{"messages_and_choices": ${messages}, "reward": ${reward}${more}}`);
const group = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(list(trajectory, 8), fc.constantFrom('', '"x": 1, ', '"trajectories": [], ', '"metadata": {"a": [1]}, ')).map(([all, more]) => `{${more}"trajectories": ${all}}`) },
  { weight: 1, arbitrary: fc.constantFrom('{}', '{"trajectories": []}', '{"trajectorie": []}', '{"trajectories": {}}', '1') },
); // biome-ignore format: long
const request = fc
  
  .tuple(list(group, 20), fc.constantFrom('', '"split": "train", ', '"split": "", ', '"trajectory_groups": [], ', '"model_id": "x", '), fc.constantFrom('', ', "model_id": "x"', ', "split": 1', ', "trajectory_groups": []', ', "x": [1'))
  .map(([groups, before, behind]) => `{${before}"trajectory_groups": ${groups}${behind}}`); // biome-ignore format: long
/** A document with pieces inserted and removed. */
const damaged = fc
  .tuple(
    fc.oneof(request, group, list(group, 20), list(trajectory, 20), trajectory),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), scrap), { maxLength: 4 }),
  )
  .map(([whole, damages]) =>
    damages.reduce((content, [at, length, piece]) => {
      const from = Math.round(at * content.length);
      return content.slice(0, from) + piece + content.slice(from + length);
    }, whole),
  );
const others = fc
  .array(
    fc.tuple(
      fc.oneof(
        scrap,
        message,
        trajectory,
        group,
        words.map((one) => `"${one}"`),
      ),
      fc.nat(12),
    ),
    { maxLength: 20 },
  )
  .map((runs) => runs.map(([one, times]) => one.repeat(times % 4 === 0 ? times + 1 : 1)).join(''));

describe('A document that is checked while it arrives has the problems of a whole parse', () => {
  for (const [name, how] of [
    ['any document', options.trajectory],
    ['config', options.config],
    ['request', ofKind.request],
  ] as const) {
    it(`random broken text as ${name}`, () => {
      fc.assert(
        fc.property(
          fc.oneof({ weight: 5, arbitrary: damaged }, others, text, value),
          cuts,
          windows,
          (content, relative, window) => agree(content, how, relative, window),
        ),
        inputs(50),
      );
    });
  }

  it('files, in windows of several sizes', () => {
    for (const [name, content] of files()) {
      const how: DocumentOptions = { language: 'trajectory', name };
      const expected = whole(content, how);
      for (const window of content.length < 100_000 ? [1, 100, 8192, 20_000] : [30_000])
        expectEqual(streamed(content, how, [], window), expected, name);
    }
  });

  const turns = '{"messages_and_choices": [{"role": "user"}], "reward": 1}';
  const wrong = '{"messages_and_choices": [{"role": 1}], "reward": "1", "reward": null, "start_time": "x"}';
  const trajectories = (count: number): string => `{"trajectories": [${`${turns}, `.repeat(count)}${turns}]}`;
  const start = '{"split": "train", "trajectory_groups": [';

  it.each([
    ['JSON Lines', `${trajectories(20)}\n`.repeat(300)],
    ['several values', `${JSON.stringify(JSON.parse(trajectories(200)), null, 2)}\n`.repeat(20)],
    [
      'a value with text after it',
      `${start}${trajectories(400)}]}${' '.repeat(1000)}x${' '.repeat(300_000)}`,
    ],
    ['more syntax errors than are read', `${start}[${'"" '.repeat(110_000)}]${trajectories(500)}`],
    ['syntax errors between groups', `${start}${`${trajectories(150)}, }`.repeat(30)}`],
    ['a late merge conflict', `${start}${trajectories(5000)}\n<<<<<<< a\n=======\n>>>>>>> b\n`],
    ['a kind that is known late', `${start}${trajectories(5000)}], "model_id": "x"}`],
    ['a split that is missing', `{"trajectory_groups": [${trajectories(3000)}]}`],
    ['more trajectories than are checked for hints', `${start}${`${trajectories(99)}, `.repeat(110)}1]}`],
    ['a group with more of them', `${start}${trajectories(11_000)}, ${turns}]}`],
    [
      'more problems than are listed',
      `${start}${`{"trajectories": [${`${wrong}, `.repeat(400)}${wrong}], "trajectories": 1}, `.repeat(12)}1]}`,
    ],
    ['one group', trajectories(2000)],
    ['bare trajectories', `[${`${turns}, `.repeat(3000)}1]`],
    ['nothing to send in any group', `${start}${'{"trajectories": []}, '.repeat(3000)}{}]}`],
    ['nothing to send in any group without an array', `${start}${'{"x": 1}, '.repeat(3000)}{}]}`],
    ['an array without items of ours', `[${'1, '.repeat(30_000)}1]`],
    ['no JSON', 'word '.repeat(60_000)],
    ['white space', ' '.repeat(100_000)],
    [
      'a deep nest behind groups',
      `${start}${trajectories(1000)}, ${'['.repeat(300)}${']'.repeat(300)}, ${trajectories(1000)}]}`,
    ],
    [
      'a nest that is too deep',
      `${start}${trajectories(1000)}, ${'['.repeat(11_000)}1, ${']'.repeat(10_000)}`,
    ],
  ])('%s', (_, content) => {
    for (const how of [options.trajectory, ofKind.request])
      expectEqual(streamed(content, how, [], 20_000, 1000), whole(content, how, 1000));
  });

  it('a missing comma where items were cut out', () => {
    for (const count of [100, 300, 600])
      for (const window of [1, 1000, 20_000]) {
        const content = `[${trajectories(count).repeat(12)}`;
        expectEqual(streamed(content, options.trajectory, [], window), whole(content, options.trajectory));
      }
  });

  it('a quote whose partner is far away', () => {
    for (const quote of ["'", '"', "np.array(['"]) {
      const content = `{"x": 1, "trajectory_groups": [${`${turns}, `.repeat(200)}${quote}, ${'"a", {}, '.repeat(6000)}${quote}, 1, ${turns}]}`;
      for (const window of [9000, 20_000, 30_000])
        expectEqual(streamed(content, ofKind.request, [], window), whole(content, ofKind.request));
    }
  });

  it('a trajectory that is too long for hints', () => {
    const long = `{"messages_and_choices": [${`{"role": "user", "content": "${'word '.repeat(20_000)}"}, `.repeat(170)}{"role": 1}], "reward": 1}`;
    const content = `${start}{"trajectories": [${turns}, ${long}, ${turns}]}]}`;
    expectEqual(streamed(content, options.trajectory, [], 1_000_000), whole(content, options.trajectory));
  });
});
