import { type HostileText, numbered, repeated } from './textMakers';

const lines = 'trajectory-jsonl' as const;
const inTrajectory = '{"split": "train", "trajectory_groups": [{"trajectories": [';

/** A trajectory that calls each of its tools, whose schemas have many names. */
const manySchemas: HostileText = {
  name: 'tools of many names that are all called',
  language: 'trajectory',
  make(size) {
    const names = Array.from(
      { length: 80 },
      (_, k) => `"name${k}": {"type": "string", "enum": ["x", "y"]}`,
    ).join();
    const tool = (i: number): string =>
      `{"type": "function", "function": {"name": "f${i}", "parameters": {"title": "${i}", "properties": {${names}}}}}`;
    const call = (i: number): string =>
      `{"id": "${i}", "type": "function", "function": {"name": "f${i}", "arguments": "{}"}}`;
    const all = Array.from({ length: Math.max(1, Math.floor(size / (tool(0).length + 80))) }, (_, i) => i);
    const calls = `[{"role": "assistant", "tool_calls": [${all.map(call).join()}]}]`;
    return `${inTrajectory}{"tools": [${all.map(tool).join()}], "messages_and_choices": ${calls}}]}]}`;
  },
};

/** Texts that a single request has to look through, although their analysis is cheap. */
export const textsForRequests: readonly HostileText[] = [
  manySchemas,
  repeated("comments in Python's notation", '# x\n', { head: '[1, ', tail: '2]' }),
  repeated("comments in Python's notation without a comma", '#x #y "\n', { head: '[1 ', tail: '2]' }),
  repeated('line feeds before carriage returns', '\n\r', { head: '[1,', tail: '2]' }),
  numbered('objects in a config', (i) => `"k${i}":{"a":1},`, {
    head: '{"experimental_config":{',
    tail: '"a":1},"model_id":"x"}',
  }),
  repeated('quotes, one a line', '"\n', { head: '[1 ', tail: ']' }),
  repeated('comments where a comma is missing', '//\n', { head: '[1', tail: '2]' }),
  repeated('comments between equal names', '//\n', { head: '{"a": 1, ', tail: '"a": 2}' }),
  repeated('comments where a bracket is missing', '//\n', {
    head: `${inTrajectory}{"messages_and_choices": [`,
  }),
  repeated('blank lines before a wrong bracket', '  \n', { head: '{"split": "a"', tail: ']' }),
  repeated('numbers, one a line', '1,\n', { head: '[', tail: '1]' }),
  repeated('bare trajectories', '{"messages_and_choices":[],"reward":0},', { head: '[', tail: '{}]' }),
  repeated('bare trajectories in lines', '{"messages_and_choices":[],"reward":0}\n', { language: lines }),
  numbered(
    'groups in lines',
    (i) => `{"trajectories":[{"reward":${i},"metadata":{"k${i % 1000}":"v${i}"}}]}\n`,
    {
      language: lines,
    },
  ),
  repeated('a fenced document', '{"a": 1},\n', { head: '# x\n```json\n[', tail: '1]\n```\n' }),
  repeated('text before a document', 'word word\n', { tail: '{"trajectory_groups": []}' }),
  repeated('JSON in a string', '{\\"trajectories\\": []},', { head: '"[', tail: '1]"' }),
  repeated('JSON in a result', '{\\"a\\":[1,2]},', {
    head: `${inTrajectory}{"messages_and_choices":[{"role":"tool","content":"[`,
    tail: '1]"}]}]}]}',
  }),
];
