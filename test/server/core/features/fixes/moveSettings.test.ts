import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../server/core/document';
import { fixAllOfCode } from '../../../../../server/core/features/fixes/all/fixAll';
import { fixesFor } from '../../../../../server/core/features/fixes/fixes';
import { runToEnd } from '../../../../../server/core/work';
import { open } from '../../support';
import { modelId, withEdits } from '../support';

const job = { language: 'trajectory', name: 'a.training-job.json' } as const;
const required = `"model_id": "${modelId}", "trajectory_groups": []`;

/** Titles and results of the fixes of the first unknown property. */
function fixed(content: string): [title: string, content: string][] {
  const document = open(content, job);
  const problem = problemsOf(document).find(({ code }) => code === 'unknown-property')!;
  const fixes = runToEnd(fixesFor(document, problem, { recentModelIds: [] }));
  return fixes.map(({ title, edits }) => [title, withEdits(content, edits)]);
}

it('Settings beside the config of a job are moved into a new config, in place of the first', () => {
  expect(fixed(`{ "ppo": true, ${required} }`)).toEqual([
    ['Move it into "experimental_config"', `{ "experimental_config": { "ppo": true }, ${required} }`],
  ]);
  const separate = `{
  "model_id": "${modelId}",
  "learning_rate": 1e-06,
  "trajectory_groups": [],
  "ppo": true
}`;
  const together = `{
  "model_id": "${modelId}",
  "experimental_config": {
    "learning_rate": 1e-06,
    "ppo": true
  },
  "trajectory_groups": []
}`;
  const inWindows = (text: string) => text.replaceAll('\n', '\r\n').replaceAll('  ', '\t');
  for (const change of [(text: string) => text, inWindows]) {
    const content = change(separate);
    expect(fixed(content)).toEqual([['Move 2 settings into "experimental_config"', change(together)]]);
    const all = runToEnd(fixAllOfCode(open(content, job), 'unknown-property'));
    expect(withEdits(content, all)).toBe(change(together));
  }
});

it('They are moved into the config that is there, unless it has one of the same name', () => {
  const [[, moved]] = fixed(
    `{\n  "ppo": true,\n  "experimental_config": {\n    "epsilon": 0.2\n  },\n  "scale_rewards": true,\n  ${required}\n}`,
  ) as [[string, string]];
  expect(moved).toBe(
    `{\n  "experimental_config": {\n    "epsilon": 0.2,\n    "ppo": true,\n    "scale_rewards": true\n  },\n  ${required}\n}`,
  );
  expect(fixed(`{ ${required}, "experimental_config": {}, "ppo": true }`)[0]![1]).toBe(
    `{ ${required}, "experimental_config": {"ppo": true} }`,
  );
  expect(fixed(`{ ${required}, "experimental_config": {"ppo": true}, "ppo": false }`)).toEqual([]);
});

it('They stay where the config is no object, incomplete, or has another name', () => {
  expect(fixed(`{ ${required}, "ppo": true, "experimental_config": null }`)).toEqual([]);
  expect(fixed(`{ ${required}, "ppo": true, "experimental_config": { "epsilon": 1`)).toEqual([]);
  expect(fixed(`{ ${required}, "ppo": true, "config": { "epsilon": 1 } }`)).toEqual([]);
});
