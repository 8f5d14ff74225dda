import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../server/core/document';
import { KeyTable } from '../../../../server/core/rules/checking/keyTable';
import type { Branch } from '../../../../server/core/syntax/tree/tree';
import { engine, open, options } from '../support';
import { around, aroundConfig, documents, everywhere, job, listed, uuid } from './catalogue';

const { trajectory, lines } = options;

describe('unknown-property', () => {
  const typo = (key: string, meant: string) =>
    `warning unknown-property ⟦"${key}"⟧ "${key}" is not documented; did you mean "${meant}"?`;
  const typoAround = (key: string, meant: string) =>
    `${typo(key, meant)} Its contents are checked once it has that name.`;
  const unknown = (key: string, noun: string) =>
    `hint unknown-property ⟦"${key}"⟧ "${key}" is not documented for ${noun}; it is sent as is.`;
  const unlike = (noun: string, names: string) =>
    `warning unknown-property ⟦{⟧ None of these properties is documented for ${noun}, which has ${names}.`;
  everywhere(around, [
    ['{"rewrad": 1}', typo('rewrad', 'reward')],
    ['{"rewards": 1}', typo('rewards', 'reward')],
    ['{"startTime": "x"}', typo('startTime', 'start_time')],
    ['{"Reward": 1}', typo('Reward', 'reward')],
    ['{"reward": 1, "rewards": 1}', unknown('rewards', 'a trajectory')],
    ['{"reward": 1, "episode": 7}', unknown('episode', 'a trajectory')],
    [
      '{"reward": 1, "": 7, "__proto__": {}}',
      unknown('', 'a trajectory'),
      unknown('__proto__', 'a trajectory'),
    ],
    [
      '{"task": {}, "result": 7}',
      unlike('a trajectory', 'messages_and_choices, reward, tools and others'),
      unknown('task', 'a trajectory'),
      unknown('result', 'a trajectory'),
    ],
    ['{"me": 7}', unknown('me', 'a trajectory')],
    ['{"rewrad": 1, "functions": []}', typo('rewrad', 'reward'), typoAround('functions', 'tools')],
    [
      '{"tools": [{"type": "function", "functon": {}, "name": "f"}]}',
      typoAround('functon', 'function'),
      unknown('name', 'a tool'),
    ],
    [
      '{"trajectories": [{"reward": 1}]}',
      `warning unknown-property ⟦"trajectories"⟧ "trajectories" is documented for a trajectory group, not for a trajectory.`,
    ],
    ['{"messages_and_choices": [{"contents": "x"}]}', typo('contents', 'content')],
    ['{"messages_and_choices": [{"weather": "x"}]}', unknown('weather', 'a message')],
    ['{"tools": [{"tpye": "function"}]}', typo('tpye', 'type')],
    [
      '{"tools": [{"function": {"paramaters": {}, "returns": 1}}]}',
      typo('paramaters', 'parameters'),
      unknown('returns', 'a function'),
    ],
    ['{"metrics": {"rewrad": 1}, "metadata": {"x": 1}, "auto_metrics": {"y": {"z": 1}}, "logs": [{"q": 1}]}'],
    [
      '{"messages_and_choices": [{"role": "assistant", "content": null, "tool_calls": [{"id": 1}], "tool_call_id": "a", "refusal": null, "finish_reason": "stop", "index": 0, "message": {"role": "x"}, "logprobs": null}]}',
    ],
  ]);
  everywhere(aroundConfig, [
    ['{"epsilonHigh": 1}', typo('epsilonHigh', 'epsilon_high')],
    [
      '{"lr": 0.1}',
      unlike(
        'an experimental training config',
        'advantage_balance, epsilon, epsilon_high and others',
      ).replace('warning', 'information'),
      unknown('lr', 'an experimental training config'),
    ],
    ['{"epsilon": 0.1, "warmup_steps": 20}', unknown('warmup_steps', 'an experimental training config')],
  ]);
  documents([
    [
      `{"model_id": "${uuid}", "trajectory_groups": [{"trajectories": [{}]}], "learning_rate": 1e-5}`,
      job,
      'warning unknown-property ⟦"learning_rate"⟧ "learning_rate" is documented for an experimental training config, not for a training job request.',
    ],
    ...['training_config', 'experimental_training_config', 'experimentalTrainingConfig'].map(
      (name): [string, typeof job, string] => [
        `{"model_id": "${uuid}", "trajectory_groups": [{"trajectories": [{}]}], "${name}": {"ppo": true}}`,
        job,
        typoAround(name, 'experimental_config'),
      ],
    ),
    [
      '{"split": "s", "trajectory_groups": [{"trajectories": [{}], "id": 1}], "spilt": 1}',
      trajectory,
      unknown('id', 'a trajectory group'),
      unknown('spilt', 'a log request'),
    ],
    [
      '{"trajectories": [{"reward": 1}]}\n{"trajectories": [{"reward": 1}], "split": "s"}\n',
      lines,
      'warning unknown-property ⟦"split"⟧ "split" is documented for a log request, not for a trajectory group.',
    ],
    [
      '{"split": "s", "trajectory_groups": [{"trajectories": [{}]}, {"foo": []}, {}]}',
      trajectory,
      unlike('a trajectory group', 'trajectories'),
      unknown('foo', 'a trajectory group'),
    ],
    [
      `{"model_id": "${uuid}", "split": "s", "trajectory_groups": [{"trajectories": [{}]}]}`,
      { ...trajectory, name: 'a.training-job.json' },
      unknown('split', 'a training job request'),
    ],
    [
      `{"model_id": "${uuid}", "split": "s", "trajectory_groups": [{"trajectories": [{}]}]}`,
      trajectory,
      unknown('model_id', 'a log request'),
    ],
    ['{"trajectories": [{}]}\n{"trajectorys": [{}]}', lines, typoAround('trajectorys', 'trajectories')],
    [
      `{"trajectories": [{}], "${'k'.repeat(100)}": 1}`,
      trajectory,
      `hint unknown-property ⟦"${'k'.repeat(100)}"⟧ "${'k'.repeat(57)}…" is not documented for a trajectory group; it is sent as is.`,
    ],
  ]);
});

it('A trajectory in place of a group is reported once, whichever of its names it has', () => {
  const members = [
    '"reward": 1',
    '"tools": [], "reward": 1, "reward": 2',
    '"messages_and_choices": [], "reward": 1',
  ];
  for (const trajectory of members) {
    const found = listed(`{"split": "a", "trajectory_groups": [{${trajectory}}]}`);
    expect(found.filter((problem) => problem.includes('where a trajectory group is expected'))).toHaveLength(
      1,
    );
  }
  const groups = '{"trajectories": [], "reward": 1}, {"metadata": {}, "logs": []}';
  const others = listed(`{"split": "a", "trajectory_groups": [${groups}]}`);
  expect(others.filter((problem) => problem.includes('in place of'))).toEqual([]);
});

it('An object without documented names is reported once, also if its first name is repeated', () => {
  const found = listed('{"trajectories": [{"foo": 1, "bar": 2, "foo": 3, "foo": 4}]}');
  expect(found.filter((problem) => problem.includes('None of these properties'))).toHaveLength(1);
});

describe('duplicate-key', () => {
  const twice = (marked: string, name = marked.slice(1, -1)) =>
    `warning duplicate-key ⟦${marked}⟧ Duplicate key "${name}". Most JSON parsers keep the last one in the object, so this one would be lost.`;
  everywhere(around, [
    ['{"reward": 1, "reward": 2}', twice('"reward"')],
    ['{"rew\\u0061rd": 1, "reward": 2}', twice('"rew\\u0061rd"', 'reward')],
    ['{"metrics": {"a": 1, "b": 2, "a": 3, "a": 4}}', twice('"a"'), twice('"a"')],
    ['{"metadata": {"__proto__": 1, "__proto__": 2}}', twice('"__proto__"')],
    ['{"metrics": {"a": {"a": 1}}, "logs": [{"a": 1}, {"a": 1}]}'],
  ]);
  everywhere(aroundConfig, [['{"ppo": true, "ppo": false}', twice('"ppo"')]]);
  documents([
    [
      '{"split": "a", "split": "b", "trajectory_groups": [{"trajectories": [{}]}]}',
      trajectory,
      twice('"split"'),
    ],
  ]);

  it('compares names of more than ten thousand characters as a whole', () => {
    const long = 'x'.repeat(10_100);
    const names = ['a', 'b', 'a'].map((end) => `"${long}${end}"`);
    const others = [
      `"y${long}"`,
      `"${long}"`,
      `"${long.slice(0, 99)}"`,
      `"${long.repeat(2)}"`,
      `"${long.slice(0, 9998)}"`,
    ];
    for (const around of [names, [...others, ...names], [names[0]!, ...others, names[1]!, names[2]!]]) {
      const text = `{"trajectories": [{"metrics": {${around.map((name) => `${name}: 1`).join()}}}]}`;
      const found = problemsOf(open(text)).filter(({ code }) => code === 'duplicate-key');
      expect(found.map(({ from, related }) => [from, related!.from])).toEqual([
        [text.indexOf(names[0]!), text.lastIndexOf(names[0]!)],
      ]);
    }
  });
  it('yields while it reads long names', () => {
    for (const [length, count] of [
      [9000, 200],
      [20_000, 90],
    ] as const) {
      const name = (i: number): string => `"${'x'.repeat(length)}${i}": 1`;
      const { text, tree } = open(`{${Array.from({ length: count }, (_, i) => name(i)).join()}}`);
      const [branch] = tree.root.parts as [Branch];
      const work = new KeyTable(text, engine.schemas).readBranch(branch, 0);
      let steps = 0;
      while (work.next().done !== true) steps++;
      expect(steps).toBeGreaterThan(10);
    }
  });
  it('points to the one that is kept', () => {
    const text = '{"trajectories": [{}], "x": 1, "x": 2, "x": 3}';
    const found = problemsOf(open(text)).filter(({ code }) => code === 'duplicate-key');
    expect(found.map(({ from, related }) => [from, related])).toEqual(
      [text.indexOf('"x"'), text.indexOf('"x": 2')].map((from) => [
        from,
        {
          from: text.indexOf('"x": 3'),
          to: text.indexOf('"x": 3') + 3,
          message: 'The one that most parsers keep.',
        },
      ]),
    );
  });
});
