import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../server/core/document';
import { open, options } from '../support';
import { documents, job, uuid } from './catalogue';

const { trajectory, lines, config } = options;

describe('deep-nesting', () => {
  const deep = (levels: number) =>
    `{"trajectories": [{"metadata": {"d": ${'['.repeat(levels - 4)}${']'.repeat(levels - 4)}}}]}`;
  const tooDeep =
    'warning deep-nesting ⟦[⟧ This is nested deeper than 200 levels; many JSON parsers reject that.';
  documents([
    [deep(200), trajectory],
    [deep(201), trajectory, tooDeep],
    [deep(200), lines],
    [`{"trajectories": [{}]}\n${deep(5000)}`, lines, tooDeep],
  ]);

  it('is marked once, at the first bracket that is too deep', () => {
    const text = deep(300);
    const [problem, ...others] = problemsOf(open(text));
    expect(others).toEqual([]);
    const before = text.slice(0, problem!.from).match(/[[{]/g)!.length;
    expect([before, problem!.to - problem!.from]).toEqual([200, 1]);
  });
});

describe('nothing-to-send', () => {
  const none = (what: string) => `information nothing-to-send ⟦[]⟧ There is no ${what} to send.`;
  documents([
    ['{"split": "s", "trajectory_groups": []}', trajectory, none('trajectory group')],
    [`{"model_id": "${uuid}", "trajectory_groups": []}`, job, none('trajectory group')],
    ['{"split": "s", "trajectory_groups": [{"trajectories": []}]}', trajectory, none('trajectory')],
    [
      '{"split": "s", "trajectory_groups": [{"trajectories": []}, {"trajectories": []}]}',
      trajectory,
      none('trajectory'),
    ],
    ['{"split": "s", "trajectory_groups": [{"trajectories": []}, {"trajectories": [{}]}]}', trajectory],
    ['{"trajectories": []}', trajectory, none('trajectory')],
    ['{"trajectories": []}\n{"trajectories": []}', lines, none('trajectory')],
    ['{"trajectories": []}\n{"trajectories": [{}]}', lines],
    ['', lines, 'information nothing-to-send ⟦⟧ There is no trajectory group to send.'],
    [' \n\r\n', lines, 'information nothing-to-send ⟦⟧ There is no trajectory group to send.'],
    [' ', trajectory],
    ['{}\n{}', lines, 'information nothing-to-send ⟦{⟧ There is no trajectory to send.'],
    [
      '{"split": "s", "trajectory_groups": [{}]}',
      trajectory,
      'information nothing-to-send ⟦{⟧ There is no trajectory to send.',
    ],
    ['{"split": "s", "trajectory_groups": [}', trajectory, "error syntax ⟦[⟧ '[' is never closed."],
    [
      '{"split": "s", "trajectory_groups": [,]}',
      trajectory,
      "error syntax ⟦,⟧ Unexpected ','. Insert a value before it, or remove it.",
    ],
    ['{}', config],
  ]);
});

describe('An unrecognized root has one problem', () => {
  const message = '{"role": "user", "content": 1}';
  const bare = `{"messages_and_choices": [${message}], "reward": "1"}`;
  documents([
    [
      `[{"trajectories": [${bare}]}, {"trajectories": 1}]`,
      trajectory,
      'error wrong-file ⟦[⟧ This is an array of trajectory groups, not a log request. Wrap it in a log request.',
    ],
    [
      `[${bare}, ${bare}]`,
      trajectory,
      'error wrong-file ⟦[⟧ This is an array of trajectories, not a log request. Wrap it to make it one group of a log request.',
    ],
    [
      '[{"messages": [{"role": "user"}], "reward": 1}]',
      trajectory,
      'error wrong-file ⟦[⟧ This is an array of trajectories, not a log request. Wrap it to make it one group of a log request.',
    ],
    [
      '{"messages": [{"role": "user"}], "reward": 1}',
      trajectory,
      'error wrong-file ⟦{⟧ This is one trajectory, not a log request. Wrap it to make it a log request of one group.',
    ],
    [
      bare,
      trajectory,
      'error wrong-file ⟦{⟧ This is one trajectory, not a log request. Wrap it to make it a log request of one group.',
    ],
    [
      `[${message}, ${message}]`,
      trajectory,
      'error wrong-file ⟦[⟧ This is an array of chat messages, not a log request: a log request is an object with split and trajectory_groups, whose trajectories have messages_and_choices and a reward.',
    ],
    [
      '[{"conversations": [{"from": "human", "value": "hi"}]}]',
      trajectory,
      'error wrong-file ⟦[⟧ This is an array of chat conversations, not a log request: a log request is an object with split and trajectory_groups, whose trajectories have messages_and_choices and a reward. Convert the turns to messages with role and content first.',
    ],
    [
      '{"messages": [{"role": "user"}]}',
      trajectory,
      'error wrong-file ⟦{⟧ This is a chat conversation, not a log request: a log request is an object with split and trajectory_groups, whose trajectories have messages_and_choices and a reward.',
    ],
    [
      '[1, 2, [3]]',
      trajectory,
      'error wrong-file ⟦[⟧ This is an array, not a log request: a log request is an object with split and trajectory_groups, whose trajectories have messages_and_choices and a reward.',
    ],
  ]);
});

describe('Each mistake is reported once', () => {
  documents([
    // The contents of a value of the wrong type are not checked against the documented type.
    [
      '{"trajectories": {"messages_and_choices": [{"role": 1}]}}',
      trajectory,
      'error wrong-type ⟦{"messages_and_choices": [{"role": 1}]}⟧ trajectories must be an array; found an object.',
    ],
    [
      '{"trajectories": [[{"reward": "1"}]]}',
      trajectory,
      'error wrong-type ⟦[{"reward": "1"}]⟧ Each item of trajectories must be an object; found an array.',
    ],
    // A value that is not JSON is not also reported as a wrong type.
    [
      '{"trajectories": [{"reward": NaN, "start_time": yesterday}]}',
      trajectory,
      'error syntax ⟦NaN⟧ NaN is not a JSON number: numbers must be finite.',
      'error syntax ⟦yesterday⟧ Unexpected yesterday. Put it in double quotes, or remove it.',
    ],
    [
      '{"trajectories": [{"reward": \'1\'}]}',
      trajectory,
      "error syntax ⟦'1'⟧ Strings must be in double quotes, not in single quotes.",
    ],
    // A property without a value counts as present.
    [
      '{"split": , "trajectory_groups": [{"trajectories": [{}]}]}',
      trajectory,
      'error syntax ⟦"⟧ Expected a value.',
    ],
  ]);
});
