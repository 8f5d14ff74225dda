import { expect, it } from 'vitest';
import { extractConfig } from '../../../../../server/core/features/fixes/extractConfig';
import { runToEnd } from '../../../../../server/core/work';
import { openAt, withEdits } from '../support';

function at(marked: string): { config: string; request: string } | null {
  const { document, offset, content } = openAt(marked);
  const found = runToEnd(extractConfig(document, offset));
  return found && { config: found.content, request: withEdits(content, found.edits) };
}

it('A config is extracted from a request with every token unchanged', () => {
  expect(
    at(`{
  "model_id": "x",
  "experimental_config": {
    "epsilon": 1.50,|
    "big": 12345678901234567890,
    "list": [
      1
    ]
  },
  "trajectory_groups": []
}`),
  ).toEqual({
    config: `{
  "epsilon": 1.50,
  "big": 12345678901234567890,
  "list": [
    1
  ]
}
`,
    request: `{
  "model_id": "x",
  "trajectory_groups": []
}`,
  });
  expect(at('{ "model_id": "x", "experimental|_config": { "ppo": true } }')).toEqual({
    config: '{ "ppo": true }\n',
    request: '{ "model_id": "x" }',
  });
});

it('Extraction is not offered in invalid JSON, where string borders are a guess', () => {
  const config = (value: string): string => `{
  "model_id": "x",
  "experimental_config": {|
    "level": ${value},
    "ppo": true
  }
}`;
  expect(at(config('"a\n    b"'))).toBeNull();
  expect(at(config('"a\\n    b"'))?.config).toContain('"a\\n    b"');
  expect(at(config("'a\n    b'"))).toBeNull();
  expect(at(`${config('1')} x`)?.config).toBe('{\n  "level": 1,\n  "ppo": true\n}\n');
});

it('Extraction is offered only in a config that is complete', () => {
  expect(at('{ "model_id": "|x", "experimental_config": {} }')).toBeNull();
  expect(at('{ "model_id": "x", "experimental_config": {|')).toBeNull();
  expect(at('{ "model_id": "x", "experimental_config": |[] }')).toBeNull();
  expect(at('{ "split": "x", "trajectory_groups": [|] }')).toBeNull();
});
