import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { DocumentOptions } from '../../../../server/core/document';
import { inputs } from '../../../budget';
import { text } from '../arbitrary';
import { expectEqual } from '../expectEqual';
import { ofKind, options } from '../support';
import { broken, lines, long } from './brokenLines';
import { agree, cuts, files, streamed, whole, windows } from './streamed';

describe('Lines that are checked while they arrive have the problems of a whole parse', () => {
  for (const [name, how] of [
    ['any lines', options.lines],
    ['groups', ofKind.lines],
  ] as const) {
    it(`random broken text as ${name}`, () => {
      fc.assert(
        fc.property(fc.oneof(broken, long, lines, text), cuts, windows, (content, relative, window) =>
          agree(content, how, relative, window),
        ),
        inputs(60),
      );
    });
  }

  it('files, in windows of every size', () => {
    for (const [name, content] of files()) {
      const how: DocumentOptions = { language: 'trajectory-jsonl', name };
      const expected = whole(content, how);
      for (const window of content.length < 100_000 ? [1, 100, 8192, 20_000] : [30_000])
        expectEqual(streamed(content, how, [], window), expected, name);
    }
  });

  it('more syntax errors than are read, and merge conflicts after them', () => {
    const line = `[${'"" '.repeat(2000)}]\n`;
    for (const rest of [
      '',
      '{"trajectories": []}\n'.repeat(5000),
      '<<<<<<< a\n=======\n>>>>>>> b\n',
      `${' '.repeat(5000)}\n=======\n`,
    ]) {
      const content = `{"trajectories": []}\n${line.repeat(60)}${rest}`;
      for (const how of [options.lines, ofKind.lines])
        expectEqual(streamed(content, how, [], 50_000, 1000), whole(content, how, 1000));
    }
  });

  it('a string that may continue on a later line', () => {
    for (const end of ['"}', '", "x": 1}', '1']) {
      const content = `{"trajectories": []}\n{"a": "b\n${`${'word '.repeat(50)}\n`.repeat(100)}${end}\n{"trajectories": []}\n`;
      for (let window = 1000; window < 30_000; window += 2500)
        expectEqual(streamed(content, ofKind.lines, [], window), whole(content, ofKind.lines));
    }
  });

  it('a truncated value without a comma before it, whether or not a part ends there', () => {
    for (let length = 300; length < 340; length += 5) {
      const content = `[\n{"role": "user"}, ${`"${'x'.repeat(length)}"`.repeat(25)}f(`;
      expectEqual(streamed(content, options.lines, [], 9000), whole(content, options.lines));
    }
    const words = 'word '.repeat(1900);
    const content = `[\n{"role": "user"}, */*/"${words}""${words}"\n{"trajectories": []}\n{"a": `;
    expectEqual(streamed(content, options.lines, [], 1), whole(content, options.lines));
  });

  it('more problems than are listed', () => {
    const wrong = '{"trajectories": [{"reward": "1", "reward": null}, {"start_time": 1, "rewrad": 1}]}\n';
    const content = `${wrong.repeat(3000)}{"x": \n${wrong}`;
    for (const limit of [10, 1000, 5000])
      expectEqual(streamed(content, options.lines, [], 20_000, limit), whole(content, options.lines, limit));
  });

  it('more trajectories than are checked for hints', () => {
    const trajectory = '{"messages_and_choices": [{"role": "user"}], "reward": 1}';
    const group = `{"trajectories": [${trajectory}, ${trajectory}]}\n`;
    for (const content of [group.repeat(5100), `${trajectory}\n`.repeat(10_050)])
      expectEqual(streamed(content, options.lines, [], 100_000, 1000), whole(content, options.lines, 1000));
  });

  it('no line', () => {
    for (const content of ['', '\n\n', ' \r\n'.repeat(5000), '\n,\n'])
      for (const how of [options.lines, ofKind.lines])
        for (const window of [1, 20_000])
          expectEqual(streamed(content, how, [], window), whole(content, how));
  });

  it('groups mixed with trajectories', () => {
    const trajectory = '{"messages_and_choices": [{"role": "assistant"}], "reward": 1}\n';
    const group = `{"trajectories": [${trajectory.trim()}]}\n`;
    for (const [most, few] of [
      [trajectory, group],
      [group, trajectory],
    ] as const) {
      const content = `{"id": 1}\n\n${most.repeat(300)}${few.repeat(20)}${most.repeat(300)}`;
      for (const window of [1, 20_000])
        expectEqual(streamed(content, options.lines, [], window), whole(content, options.lines));
    }
  });

  it('groups or trajectories under a wrong name', () => {
    const conversation = '{"messages": [{"role": "assistant"}], "reward": "1"}\n';
    for (const line of [conversation, '{"trajectorys": [{"reward": "1"}]}\n'])
      for (const last of ['', '{"trajectories": [{"reward": "1"}]}\n'])
        for (const window of [1, 20_000]) {
          const content = line.repeat(600) + last;
          expectEqual(streamed(content, options.lines, [], window), whole(content, options.lines));
        }
  });

  it('cut at every place', () => {
    const content = `{"trajectories": [{"messages_and_choices": [], "reward": "1"}]}\r\n${'x'.repeat(8200)}\r\n{"a": 1,\n\n"b": '2\n`;
    const expected = whole(content, options.lines);
    for (let at = 0; at <= content.length; at += at > 100 && at < 8200 ? 97 : 1)
      expectEqual(streamed(content, options.lines, [at], 1), expected);
  });
});
