import { type HostileText, numbered, repeated } from './textMakers';

const lines = 'trajectory-jsonl' as const;
const request = '{"split": "train", "trajectory_groups": [';
const inTrajectory = `${request}{"trajectories": [`;
const inConversation = `${inTrajectory}{"messages_and_choices": [`;

/** Text of other kinds, which a file may turn out to hold. */
const foreign: readonly HostileText[] = [
  repeated('merge conflicts', '<<<<<<< a\n1,\n=======\n2,\n>>>>>>> b\n', { head: '[\n', tail: '3]' }),
  repeated('fences', '```json\n1\n```\n'),
  repeated('log lines', '2024-05-15 10:00:00,123 INFO worker: {"reward": 1}\n'),
  repeated('escape sequences of a terminal', '\u001b[31mred\u001b[0m ', { head: '["', tail: '"]' }),
  repeated('comma-separated values', 'id,reward,"a ""b"" c"\n'),
  repeated('HTML', '<div class="a">x &amp; y</div>\n'),
  repeated('pointers of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
  repeated('printed objects', `{'a': "it's", 'b': Message(x=1, y=[None])}, `, { head: '[', tail: ']' }),
  repeated('numbers of other languages', '0x1F, 1_000, +1, .5, 1., Infinity, -0, ', {
    head: '[',
    tail: '1]',
  }),
  repeated('templates', '{{x}}, $y, <%= z %>, ', { head: '[', tail: '1]' }),
  repeated('byte order marks', '\ufeff1,', { head: '[', tail: '1]' }),
  repeated('line separators', '"a\u2028b\u2029c",', { head: '[', tail: '1]' }),
  repeated('pairs of surrogates', '😀', { head: inConversation.concat('{"content": "'), tail: '"}]}]}]}' }),
  repeated('names without quotes', 'role: user, content: [a b c],\n', { head: '{', tail: '}' }),
  repeated('literals of JavaScript', '{a: `x`, b: [undefined,],}, ', { head: '[', tail: ']' }),
  repeated('quotes of a word processor', '“a”: “b, c” d, ', { head: '{', tail: '}' }),
  repeated('opening typographic quotes', '“a, ', { head: '[', tail: ']' }),
  repeated('one string in typographic quotes', 'x”, y, ', { head: '{“a”: “', tail: '”}' }),
  repeated('backticks', '`', { head: '[', tail: ']' }),
  repeated('escaped JSON', '{\\"a\\": \\"b\\\\n\\"}, ', { head: '[', tail: ']' }),
  repeated('escaped quotes', '\\"a ', { head: '[', tail: ']' }),
  repeated('escaped quotes behind brackets', '[\\"2026-01-02', { head: '{', tail: '}' }),
  repeated('escaped quotes behind words', 'word:NaN\\"', { head: '{"trajectories": [', tail: ']}' }),
  repeated('escaped quotes in strings behind brackets', '["\\"', { head: '[', tail: ']' }),
  repeated('empty strings and times', '12:30:01{""', { head: "['", tail: ']}' }),
  repeated('levels of log messages', 'INFO ', { head: '[', tail: ']' }),
  repeated('three quotes', '${"a":=>a=12:30:01"""', { tail: '"}' }),
  repeated('comments without an end', ',\n0xé:/*', { head: inConversation, tail: '}' }),
  repeated('comments up to the end of a line', '[}#//,', { head: '[1,', tail: ']}' }),
  repeated('quotes of HTML', '&quot;a, &quot; b', { head: '[', tail: ']' }),
  repeated('hashes of Ruby', '{"a" => 1, "b" => nil}, ', { head: '[', tail: ']' }),
  repeated('comments of HTML', '<!-- a --> ', { head: '[1,', tail: '2]' }),
  repeated('comments of HTML without an end', '<!--', { head: '[1,', tail: '2]' }),
  repeated('lines of YAML', '- role: user\n  content: "a"\n'),
  repeated('apostrophes in words', "it's don't, ", { head: '["', tail: '"]' }),
  repeated('escaped quotes at the ends of lines', 'a\\"\n\\u12', {
    language: lines,
    head: '{"a":"',
    tail: '{"x":1}',
  }),
  repeated('unknown words', 'nul,', { head: inConversation, tail: ']}]}]}' }),
  repeated('words in quotes of several languages', ' \u200b“«1', { head: '{' }),
  repeated('marks of other languages', '>=\ufeff，>>> ', { head: "{'split':'train','trajectory_groups':[" }),
  repeated('names as items', '"role"', { head: inConversation, tail: '”' }),
  repeated('brackets before escapes', '{{\\'),
  repeated('stray brackets in a nest', '(]', { head: '[', language: lines }),
  repeated('semicolons and a quote', ';', { head: inConversation, tail: "'" }),
];

/** Large numbers of what the view summarizes. */
const summarized: readonly HostileText[] = [
  repeated('tiny groups', '{"trajectories":[{"reward":1}]},', { head: request, tail: '{}]}' }),
  numbered('distinct messages', (i) => `{"role":"user","content":"${i}"},`, {
    head: inConversation,
    tail: '{}]}]}]}',
  }),
  repeated(
    'four long trajectories of equal messages',
    trajectoriesOf(() => '{"role":"user","content":"x"}'),
    {
      head: inTrajectory,
      tail: '{}]}]}',
    },
  ),
  numbered('trajectories that have their messages in another order', (i) => `${reordered(i)},`, {
    head: inTrajectory,
    tail: '{}]}]}',
  }),
  numbered(
    'metadata of many names',
    (i) => `{"metadata":{"k${i % 5000}":"v${i}","n${i % 3000}":${i}},"metrics":{"m${i % 4000}":${i}}},`,
    { head: inTrajectory, tail: '{}]}]}' },
  ),
  numbered('rewards of many digits', (i) => `{"reward":-${'9'.repeat(300)}.${i}e-${i}},`, {
    head: inTrajectory,
    tail: '{}]}]}',
  }),
  repeated('reasoning in reasoning', '<think>a</think>', {
    head: inConversation.concat('{"role":"assistant","content":"'),
    tail: '"}]}]}]}',
  }),
  repeated(
    'images',
    `{"type":"image_url","image_url":{"url":"data:image/png;base64,${'A'.repeat(9000)}"}},`,
    {
      head: inConversation.concat('{"role":"user","content":['),
      tail: '{}]}]}]}]}',
    },
  ),
  numbered('times', (i) => `{"start_time":"2024-05-15T10:00:00.${i}Z"},`, {
    head: inTrajectory,
    tail: '{}]}]}',
  }),
  repeated(
    'mentions of one id',
    '{"role":"assistant","tool_calls":[{"id":"a"}]},{"role":"tool","tool_call_id":"a"},',
    {
      head: inConversation,
      tail: '{}]}]}]}',
    },
  ),
];

/** Members, nests and lines that a request walks. */
const walked: readonly HostileText[] = [
  numbered('names in descending order', (i) => `"${String(9e9 - i)}":{"b":1,"a":2},`, {
    head: '{',
    tail: '"b":1}',
  }),
  numbered('escaped names in descending order', (i) => `"\\u00${(99 - (i % 90)).toString()}${i}":1,`, {
    head: '{',
    tail: '"b":1}',
  }),
  {
    name: 'a nest with a line for each bracket',
    language: 'trajectory',
    make: (size) =>
      `${'[\n'.repeat(9990)}${'1,\n'.repeat(Math.max(1, (size - 40_000) / 3))}2${'\n]'.repeat(9990)}`,
  },
  numbered('a nest of objects with members', (i) => (i < 5000 ? `{"x":1,"y":[2],"a":` : '[1],'), {
    head: '',
  }),
  repeated('one long line of lines', '{"messages_and_choices":[{"role":"user","content":"x"}],"reward":1},', {
    language: lines,
    head: '{"trajectories":[',
    tail: '{}]}\n{"trajectories":[]}',
  }),
  repeated('returns without line feeds in a value', '{\r"reward"\r:\r1\r}\r,', {
    head: inTrajectory,
    tail: '{}]}]}',
  }),
  repeated('tabs before each value', '\t\t\t\t\t\t\t\t1,\n', { head: '[', tail: '1]' }),
  repeated('comments between brackets', '[/* x */]/* y */,\n', { head: '[', tail: '1]' }),
  repeated('commented brackets', '[1]//x\n,', { head: '[', tail: '1]' }),
  numbered('pairs of equal names', (i) => `"k${i >> 1}":1,`, {
    head: `${inTrajectory}{"metadata":{`,
    tail: '"b":1}}]}]}',
  }),
  numbered('objects under ten names', (i) => `"k${i % 10}":{"a":1},`, {
    language: 'training-config',
    head: '{"experimental_config":{',
    tail: '"a":1},"model_id":"x"}',
  }),
];

const schemaWith = (parameters: string, call: string): string =>
  `{"tools":[{"type":"function","function":{"name":"f","parameters":${parameters}}}],"messages_and_choices":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"${call}"}}]}]},`;

/** Schemas of tools that are costly to evaluate. */
const schemas: readonly HostileText[] = [
  numbered(
    'an expression that goes back and forth',
    () => schemaWith('{"properties":{"a":{"pattern":"^(a+)+$"}}}', `{\\"a\\":\\"${'a'.repeat(60)}!\\"}`),
    { head: inTrajectory, tail: '{}]}]}' },
  ),
  numbered(
    'alternatives of alternatives',
    () =>
      schemaWith(
        `{"definitions":{${Array.from({ length: 40 }, (_, i) => `"d${i}":{"anyOf":[{"$ref":"#/definitions/d${i + 1}"},{"$ref":"#/definitions/d${i + 1}"}]},`).join('')}"d40":false},"properties":{"a":{"$ref":"#/definitions/d0"}}}`,
        '{\\"a\\":1}',
      ),
    { head: inTrajectory, tail: '{}]}]}' },
  ),
  numbered(
    'names by expressions',
    (i) => schemaWith(`{"patternProperties":{"(x+x+)+${i}":{}}}`, `{\\"${'x'.repeat(50)}\\":1}`),
    {
      head: inTrajectory,
      tail: '{}]}]}',
    },
  ),
  {
    name: 'a value of very many allowed ones',
    language: 'trajectory',
    make: (size) =>
      `${inTrajectory}${schemaWith(`{"properties":{"a":{"enum":[${'"x",'.repeat(Math.max(1, size / 4))}"y"]}}}`, '{\\"a\\":1}')}{}]}]}`,
  },
];

export const furtherTexts: readonly HostileText[] = [...foreign, ...summarized, ...walked, ...schemas];

function trajectoriesOf(message: () => string): string {
  return `{"messages_and_choices":[${Array(2000).fill(message()).join()}]},`;
}

/** A trajectory of many messages that each other trajectory has, too, in another order. */
function reordered(i: number): string {
  const messages = Array.from(
    { length: 3000 },
    (_, k) => `{"role":"user","content":"${(k * (i + 7)) % 3001}"}`,
  );
  return `{"messages_and_choices":[${messages.join()}]}`;
}
