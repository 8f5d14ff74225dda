import { describe } from 'vitest';
import { options } from '../support';
import { around, aroundConfig, documents, everywhere, job, uuid } from './catalogue';

const { trajectory, lines, config } = options;

describe('missing-property', () => {
  const split = 'Log request is missing the required property split.';
  const groups = 'is missing the required property trajectory_groups.';
  const model = 'Training job request is missing the required property model_id.';
  documents([
    [
      '{}',
      trajectory,
      `error missing-property ⟦{⟧ ${split}`,
      `error missing-property ⟦{⟧ Log request ${groups}`,
    ],
    ['{"split": ""}', trajectory, `error missing-property ⟦{⟧ Log request ${groups}`],
    ['  {"trajectory_groups": [{"trajectories": [{}]}]}', trajectory, `error missing-property ⟦{⟧ ${split}`],
    ['{"trajectory_groups": [{"trajectories": [{}]}]}', job, `error missing-property ⟦{⟧ ${model}`],
    [
      '{}',
      job,
      `error missing-property ⟦{⟧ ${model}`,
      `error missing-property ⟦{⟧ Training job request ${groups}`,
    ],
    [`{"model_id": "${uuid}"}`, trajectory, `error missing-property ⟦{⟧ Training job request ${groups}`],
    [
      '{"experimental_config": {}}',
      trajectory,
      `error missing-property ⟦{⟧ ${model}`,
      `error missing-property ⟦{⟧ Training job request ${groups}`,
    ],
    ['{"split": "s", "trajectory_groups": [{"trajectories": [{}]}]}', trajectory],
    [`{"model_id": "${uuid}", "trajectory_groups": [{"trajectories": [{}]}]}`, job],
    ['{"\\u0073plit": "s", "trajectory_groups": [{"trajectories": [{}]}]}', trajectory],
    ['{"trajectories": [{"messages_and_choices": [{}], "tools": [{"function": {}}]}]}', trajectory],
    ['{}', config],
    ['{}\n{}', lines, 'information nothing-to-send ⟦{⟧ There is no trajectory to send.'],
  ]);
});

describe('wrong-type', () => {
  const wrong = (marked: string, message: string) => `error wrong-type ⟦${marked}⟧ ${message}`;
  everywhere(around, [
    ['{"reward": "0.5"}', wrong('"0.5"', 'reward must be a number; found the string "0.5".')],
    ['{"reward": true}', wrong('true', 'reward must be a number; found true.')],
    ['{"reward": [1]}', wrong('[1]', 'reward must be a number; found an array.')],
    ['{"reward": -0.5e3}'],
    ['{"metrics": []}', wrong('[]', 'metrics must be an object; found an array.')],
    [
      '{"auto_metrics": 1, "metadata": "x"}',
      wrong('1', 'auto_metrics must be an object; found the number 1.'),
      wrong('"x"', 'metadata must be an object; found the string "x".'),
    ],
    ['{"logs": {"a": 1}}', wrong('{"a": 1}', 'logs must be an array; found an object.')],
    [
      '{"additional_histories": "none"}',
      wrong('"none"', 'additional_histories must be an array; found the string "none".'),
    ],
    ['{"logs": [1, {}, null, "a"], "additional_histories": [[], 2]}'],
    ['{"metrics": {"a": null, "b": [1], "c": "d"}, "metadata": {"reward": "0.5"}}'],
    ['{"tools": {"type": 1}}', wrong('{"type": 1}', 'tools must be an array; found an object.')],
    ['{"tools": [1]}', wrong('1', 'Each item of tools must be an object; found the number 1.')],
    [
      '{"tools": [{"type": 1, "function": []}]}',
      wrong('1', 'type must be a string; found the number 1.'),
      wrong('[]', 'function must be an object; found an array.'),
    ],
    [
      '{"tools": [{"function": {"name": {}, "description": false, "parameters": "{}", "strict": 1}}]}',
      wrong('{}', 'name must be a string; found an object.'),
      wrong('false', 'description must be a string; found false.'),
      wrong('"{}"', 'parameters must be an object; found the string "{}".'),
      wrong('1', 'strict must be a boolean; found the number 1.'),
    ],
    [
      '{"tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": 1}, "strict": false}}]}',
    ],
    [
      '{"messages_and_choices": ["hi"]}',
      wrong('"hi"', 'Each item of messages_and_choices must be an object; found the string "hi".'),
    ],
    [
      '{"messages_and_choices": [{"role": 1, "content": [], "name": true}]}',
      wrong('1', 'role must be a string; found the number 1.'),
      wrong('[]', 'content must be a string; found an array.'),
      wrong('true', 'name must be a string; found true.'),
    ],
    [
      '{"start_time": 1773480413}',
      wrong('1773480413', 'start_time must be a string; found the number 1773480413.'),
    ],
    [`{"metrics": [${'1, '.repeat(100)}1]}`, wrong('[', 'metrics must be an object; found an array.')],
    [
      `{"reward": "${'x'.repeat(60)}"}`,
      wrong(`"${'x'.repeat(60)}"`, `reward must be a number; found the string "${'x'.repeat(36)}….`),
    ],
    ['7', wrong('7', 'Each item of trajectories must be an object; found the number 7.')],
  ]);
  everywhere(aroundConfig, [
    ['{"ppo": 1}', wrong('1', 'ppo must be a boolean; found the number 1.')],
    [
      '{"mask_prob_ratio": "true"}',
      wrong('"true"', 'mask_prob_ratio must be a boolean; found the string "true".'),
    ],
    [
      '{"learning_rate": "1e-5"}',
      wrong('"1e-5"', 'learning_rate must be a number; found the string "1e-5".'),
    ],
    [
      '{"importance_sampling_level": 1}',
      wrong('1', 'importance_sampling_level must be a string; found the number 1.'),
    ],
    ['{"epsilon": 0.2, "epsilon_high": 1, "vendor_k2_tau": 1e-3, "scale_rewards": false, "ppo": true}'],
  ]);
  documents([
    [
      '{"split": 1, "trajectory_groups": {}}',
      trajectory,
      wrong('1', 'split must be a string; found the number 1.'),
      wrong('{}', 'trajectory_groups must be an array; found an object.'),
    ],
    [
      '{"split": "s", "trajectory_groups": [[], {"trajectories": {}}]}',
      trajectory,
      wrong('[]', 'Each item of trajectory_groups must be an object; found an array.'),
      wrong('{}', 'trajectories must be an array; found an object.'),
    ],
    [
      `{"model_id": 1, "trajectory_groups": [{"trajectories": [{}]}], "experimental_config": []}`,
      job,
      wrong('1', 'model_id must be a string; found the number 1.'),
      wrong('[]', 'experimental_config must be an object; found an array.'),
    ],
    ['"text"', trajectory, wrong('"text"', 'The document must be an object; found the string "text".')],
    ['null', trajectory, wrong('null', 'The document must be an object; found null.')],
    ['1', config, wrong('1', 'The document must be an object; found the number 1.')],
    [
      '[]\n1\nnull',
      lines,
      wrong('[]', 'Each line must be an object; found an array.'),
      wrong('1', 'Each line must be an object; found the number 1.'),
      wrong('null', 'Each line must be an object; found null.'),
    ],
  ]);
});

describe('null-value', () => {
  const leave = (name: string, type: string) =>
    `warning null-value ⟦null⟧ ${name} is documented as ${type}; null may be rejected. Leave the property out instead.`;
  const item = (name: string) =>
    `warning null-value ⟦null⟧ Each item of ${name} is documented as an object; null may be rejected.`;
  everywhere(around, [
    [
      '{"reward": null}',
      'warning null-value ⟦null⟧ reward is documented as a number; null may be rejected. Write the number, or leave the property out.',
    ],
    ['{"tools": null, "start_time": null}', leave('tools', 'an array'), leave('start_time', 'a string')],
    [
      '{"messages_and_choices": [null, {"role": null}]}',
      item('messages_and_choices'),
      leave('role', 'a string'),
    ],
    ['{"messages_and_choices": [{"role": "assistant", "content": null}]}'],
    ['{"metrics": {"a": null}, "logs": [null], "additional_histories": [null]}'],
    ['null', item('trajectories')],
  ]);
  everywhere(aroundConfig, [['{"ppo": null}', leave('ppo', 'a boolean')]]);
  documents([
    [
      '{"split": null, "trajectory_groups": null}',
      trajectory,
      'error null-value ⟦null⟧ split is required and must be a string; found null.',
      'error null-value ⟦null⟧ trajectory_groups is required and must be an array; found null.',
    ],
    [
      '{"model_id": null, "trajectory_groups": [{"trajectories": [{}]}], "experimental_config": null}',
      trajectory,
      'error null-value ⟦null⟧ model_id is required and must be a string; found null.',
      leave('experimental_config', 'an object'),
    ],
    [
      '{"split": "s", "trajectory_groups": [null, {"trajectories": [{}]}]}',
      trajectory,
      item('trajectory_groups'),
    ],
  ]);
});
