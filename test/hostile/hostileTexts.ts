import { furtherTexts } from './furtherTexts';
import { type HostileText, nested, numbered, repeated, shuffled } from './textMakers';
import { textsForRequests } from './textsForRequests';

/** An edit at a relative position, so that it fits a text of any size. */
export interface HostileEdit {
  readonly name: string;
  /** The replaced range, for a text of a length. */
  range(length: number): { readonly from: number; readonly to: number };
  readonly insert: string;
}

/** Edits to make one after the other: each is undone by the next, or does not affect it. */
export const hostileEdits: readonly HostileEdit[] = [
  { name: 'a bracket before everything', range: () => ({ from: 0, to: 0 }), insert: '[' },
  { name: 'that bracket taken away', range: () => ({ from: 0, to: 1 }), insert: '' },
  { name: 'a brace before everything', range: () => ({ from: 0, to: 0 }), insert: '{' },
  { name: 'that brace taken away', range: () => ({ from: 0, to: 1 }), insert: '' },
  { name: 'a quote before everything', range: () => ({ from: 0, to: 0 }), insert: '"' },
  { name: 'that quote taken away', range: () => ({ from: 0, to: 1 }), insert: '' },
  { name: 'the first character doubled', range: () => ({ from: 1, to: 1 }), insert: ' ' },
  { name: 'a letter in the middle', range: (length) => at(length >> 1), insert: 'x' },
  { name: 'a quote in the middle', range: (length) => at(length >> 1), insert: '"' },
  { name: 'a line break in the middle', range: (length) => at(length >> 1), insert: '\n' },
  { name: 'a closing bracket in the middle', range: (length) => at(length >> 1), insert: ']' },
  { name: 'a hundred characters gone from the middle', range: middleOf, insert: '' },
  { name: 'a comma at the end', range: (length) => at(length), insert: ',' },
  { name: 'the last character gone', range: (length) => ({ from: length - 1, to: length }), insert: '' },
];

function at(offset: number): { readonly from: number; readonly to: number } {
  return { from: offset, to: offset };
}

function middleOf(length: number): { readonly from: number; readonly to: number } {
  const from = length >> 1;
  return { from, to: Math.min(length, from + 100) };
}

const group = (inner: string): string =>
  `{"split": "train", "trajectory_groups": [{"trajectories": [${inner}]}]}`;
const message = '{"role": "user", "content": "word word word"}';

const lines = 'trajectory-jsonl' as const;

/** An unclosed message, up to its role, in which every name or every value is wrong. */
const misspelt = (role: string): string =>
  `{"contnt":1,"rol":2,"nam":3,"too_calls":4,"contentt":1,"rolee":2,"nmae":3,"tool_cals":4,"role":"${role}`;

const brackets: readonly HostileText[] = [
  repeated('opening brackets', '['),
  repeated('opening braces', '{'),
  repeated('closing brackets', ']'),
  repeated('closing brackets in an array', ']', { head: '[' }),
  repeated('commas in an array', ',', { head: '[' }),
  repeated('colons in an object', ':', { head: '{' }),
  repeated('brackets crosswise', '{]'),
  repeated('brackets crosswise, the other way', '[}'),
  repeated('brackets crosswise in a list', '{],', { head: '[' }),
  repeated('brackets crosswise behind names', '{"a":]'),
  repeated('a brace before a bracket', '{['),
  repeated('a brace before a bracket, closed crosswise', '{[}]'),
  repeated('calls that open', 'f('),
  repeated('calls that open in lists', '[f(,'),
  repeated('calls in names', '{"a":f({'),
  repeated('names that open', '{"a":'),
  repeated('names that open arrays', '{"a":['),
  nested('names that open, and brackets that close', '{"a":', ']'),
  nested('brackets that open, and braces that close', '[', '}'),
  nested('a nest', '[', ']'),
  nested('a nest of objects', '{"a":', '}'),
  nested('a nest around a long string', '[', ']', `"${'word '.repeat(2000)}"`),
  nested('a nest of which the middle is missing', '[1,', ']', '}'),
  numbered(
    'nests of ten thousand levels',
    () => `${'['.repeat(9000)}"${'x'.repeat(9000)}"${']'.repeat(9000)},`,
    { head: '[', tail: '1]' },
  ),
  numbered(
    'nests of ten thousand levels with numbers',
    () => `${'[1e9,'.repeat(9000)}1${']'.repeat(9000)},`,
    { head: '[', tail: '1]' },
  ),
  numbered(
    'nests of a hundred levels',
    () => `${'[1,'.repeat(100)}"${'x'.repeat(9000)}"${']'.repeat(100)},`,
    { head: '[', tail: '1]' },
  ),
  shuffled('brackets in any order', ['{', '}', '[', ']', ',', ':', '"a"', '1']),
  shuffled('brackets and names in any order', ['{"a":', '{"role":', '}', '[', ']', ',', '"a":', '1', '\n']),
  shuffled('brackets in any order, in lines', ['{', '}', '[', ']', ',', ':', '"a"', '1', '\n'], lines),
  repeated('arrays without commas', '[]', { head: '[' }),
  repeated('brackets crosswise, one a line', '[}\n', { head: '[' }),
  repeated('brackets and quotes crosswise', "{]'k'True:"),
  repeated('colons and words', ':x', { head: '{"messages_and_choices": [' }),
  repeated('messages each deeper than the one before', `${misspelt('x"')}},[ `, {
    head: '{"messages_and_choices": [',
  }),
  repeated('messages without commas, each deeper', `${misspelt('x"')}}[ `, {
    head: '{"messages_and_choices": [',
  }),
  repeated(
    'trajectories that each lack a bracket',
    `{"messages_and_choices": [${message}, ${message}, "reward": 1},\n`,
    { head: '{"trajectory_groups": [{"trajectories": [\n', tail: ']}]}' },
  ),
  repeated(
    'trajectories that each lack a brace',
    `{"messages_and_choices": [${message}, ${message}], "reward": 1,\n`,
    { head: '{"trajectory_groups": [{"trajectories": [\n', tail: ']}]}' },
  ),
  repeated('messages that each lack a brace', '{"role": "user", "content": "word word word",\n', {
    head: '{"trajectory_groups": [{"trajectories": [{"messages_and_choices": [',
    tail: ']}]}]}',
  }),
  repeated(
    'lines that each lack a bracket',
    `{"trajectories": [{"messages_and_choices": [${message}, "reward": 1}]}\n`,
    { language: lines },
  ),
];

const strings: readonly HostileText[] = [
  repeated('strings without commas', '"x" '),
  repeated('strings without commas, in an array', '"x" ', { head: '[' }),
  repeated('numbers without commas, in an array', '1 ', { head: '[', tail: ']' }),
  repeated('words', 'abc ', { head: '[' }),
  repeated('quotes', '"'),
  repeated('quotes and letters', '"x', { head: '[' }),
  repeated('apostrophes', "'", { head: '[' }),
  repeated('apostrophes and letters', "'x ", { head: '[' }),
  repeated('quotes and apostrophes', '"\'', { head: '[' }),
  repeated('a string of escapes', '\\n', { head: '["', tail: '"]' }),
  repeated('a string of Unicode escapes', '\\u0041', { head: '["', tail: '"]' }),
  repeated('a string of escapes that there are not', '\\q', { head: '["', tail: '"]' }),
  repeated('a string of control characters', '\u0001', { head: '["', tail: '"]' }),
  repeated('a string of halves of pairs', '\\ud800', { head: '["', tail: '"]' }),
  repeated('strings of halves of pairs', '"\\ud800",', { head: '[', tail: '1]' }),
  repeated('half pairs, not ASCII', '\ud800', { head: '["', tail: '"]' }),
  repeated('one string', 'word ', { head: '["', tail: '"]' }),
  repeated('one string without an end', 'word ', { head: '["' }),
  repeated('one string of quotes that should have been escaped', 'say "word" ', { head: '["', tail: '"]' }),
  repeated('strings without an end', '"word\n', { head: '[' }),
  repeated('messages of which the last string has no end', `${misspelt('x')}},\n`, {
    head: '{"split": "train", "trajectory_groups": [{"trajectories": [{"messages_and_choices": [',
    tail: ']}]}]}',
  }),
  repeated('backslashes', '\\', { head: '["', tail: '"]' }),
  repeated('control characters', '\u0001'),
  repeated('a number', '1', { head: '[', tail: ']' }),
  repeated('a fraction', '1', { head: '[0.', tail: ']' }),
  repeated('a word', 'x', { head: '[', tail: ']' }),
  repeated('a name', 'x', { head: '{"', tail: '": 1}' }),
  repeated('numbers too large', '1e999,', {
    head: group('{"reward": ').slice(0, -4).concat('['),
    tail: '1]}]}]}',
  }),
  repeated('Python', "{'role': 'user', 'content': None, 'ok': True},\n", { head: '[', tail: ']' }),
  repeated('quoted Python', `"{'role': 'user', 'content': None}" 'x'\n`, { head: '[', tail: ']' }),
];

const blanks: readonly HostileText[] = [
  repeated('spaces', ' '),
  repeated('spaces in an array', ' ', { head: '[1,', tail: '2]' }),
  repeated('comments', '/**/', { head: '[1,', tail: '2]' }),
  repeated('comments of a line', '//\n', { head: '[1,', tail: '2]' }),
  repeated('comments without an end', '/*', { head: '[1,', tail: '2]' }),
  repeated('slashes', '/', { head: '[1,', tail: '2]' }),
  repeated('a comment', 'x', { head: '[1, //', tail: '\n2]' }),
  repeated('comments between values', '1 /* x */, ', { head: '[', tail: '2]' }),
  repeated('lines that end in CR', '{"trajectories": []},\r', { head: '[', tail: '{}]' }),
  repeated('empty lines', '\n', { language: lines, head: '{"trajectories": []}' }),
  repeated('empty lines behind a long one', '\n', {
    language: lines,
    head: `{"trajectories": [{"logs": ["${'word '.repeat(100_000)}"]}]}`,
  }),
  repeated('lines that end in CR, in lines', '{"trajectories": []}\r', { language: lines }),
  repeated('roots', '{} ', { language: 'trajectory' }),
  repeated('roots in lines', '1\n', { language: lines }),
  repeated('two roots a line', '1 2\n', { language: lines }),
  repeated('opening brackets, one a line', '[\n', { language: lines }),
  repeated('brackets after commas, one a line', '[{},\n', { language: lines }),
  repeated('line breaks in a value', '1,\n', { head: '[', language: lines }),
  repeated('empty lines in a value', '\n', { head: '[1,', tail: '2]', language: lines }),
  repeated('values over several lines', '{\n  "trajectories": [\n  {}]\n}\n', {
    head: '{"trajectories": []}\n',
    language: lines,
  }),
  repeated('one line', `{"trajectories": []} `, { language: lines }),
];

const members: readonly HostileText[] = [
  repeated('one name', '"a":1,', { head: '{', tail: '"b":1}' }),
  numbered('names', (i) => `"k${i}":1,`, { head: '{', tail: '"b":1}' }),
  numbered('names that stand twice', (i) => `"k${i >> 1}":1,`, { head: '{', tail: '"b":1}' }),
  numbered('names of one hash', (i) => `"a${String(i).padStart(8, '0')}m${String(i).padStart(8, '0')}z":1,`, {
    head: '{',
    tail: '"b":1}',
  }),
  numbered('escaped names', (i) => `"\\u0061${i >> 1}":1,`, { head: '{', tail: '"b":1}' }),
  numbered('names in a trajectory', (i) => `"k${i}":1,`, {
    head: group('{').slice(0, -4),
    tail: '"b":1}]}]}',
  }),
  numbered('misspelt names in a trajectory', (i) => `"rewar${i % 10}":1,`, {
    head: group('{').slice(0, -4),
    tail: '"b":1}]}]}',
  }),
  numbered('objects with names that stand twice', () => `{${'"a":1,'.repeat(1500)}"b":1},`, {
    head: '[',
    tail: '1]',
  }),
  numbered('objects with many names', (i) => `{${numbered('', (k) => `"k${i + k}":1,`).make(9000)}"b":1},`, {
    head: '[',
    tail: '1]',
  }),
  repeated('groups without trajectories', '{},', {
    head: '{"split": "a", "trajectory_groups": [',
    tail: '{}]}',
  }),
  repeated('groups of no trajectories', '{"trajectories": []},', {
    head: '{"split": "a", "trajectory_groups": [',
    tail: '{}]}',
  }),
  numbered(
    'trajectories of the wrong type that lack a comma, on one line',
    (i) => `{"reward": "${i}" "messages_and_choices": []},`,
    { head: '{"trajectories": [', tail: '{}]}', language: lines },
  ),
  repeated('trajectories that are numbers', '1,', {
    head: '{"split": "a", "trajectory_groups": [{"trajectories": [',
    tail: '1]}]}',
  }),
  repeated('values of the wrong type', '{"reward":"1","start_time":"x","tools":1,"logs":null},', {
    head: '{"split": "a", "trajectory_groups": [{"trajectories": [',
    tail: '{}]}]}',
  }),
  repeated('lines of the wrong type', '{"trajectories":[1,2,3]}\n', { language: lines }),
  repeated('settings', '"epsilon":"x",', { language: 'training-config', head: '{', tail: '"epsilon":1}' }),
  repeated('trajectories', `{"messages_and_choices": [${message}, ${message}], "reward": 1},`, {
    head: '{"split": "a", "trajectory_groups": [{"trajectories": [',
    tail: '{}]}]}',
  }),
  numbered('long names that begin alike', (i) => `"${'a'.repeat(10_040)}${String(i).padStart(10, '0')}":1,`, {
    head: '{',
    tail: '"b":1}',
  }),
  numbered('calls of one message', (i) => `{"id": "${i}", "function": {"name": "f", "arguments": "{"}},`, {
    head: group('{"messages_and_choices": [{"role": "assistant", "tool_calls": [').slice(0, -4),
    tail: '{}]}]}]}]}',
  }),
  repeated(
    'messages with many calls',
    `{"tool_calls": [${Array(20).fill('{"function": {"arguments": "["}}').join()}]},`,
    {
      head: group('{"messages_and_choices": [').slice(0, -4),
      tail: '{}]}]}]}',
    },
  ),
];

/** A log request of one trajectory, unclosed after `inner`. */
const inTrajectory = (inner: string): string => group(inner).slice(0, -4);
const inMessage = (inner: string): string => inTrajectory(`{"messages_and_choices": [{${inner}`);

const conversations: readonly HostileText[] = [
  repeated('a text of escapes', '\\n', { head: inMessage('"content": "'), tail: '"}]}]}]}' }),
  repeated('reasoning of Unicode escapes', '\\u0041', {
    head: inMessage('"content": "<think>'),
    tail: '"}]}]}]}',
  }),
  repeated('brackets in the arguments of a call', '[', {
    head: inMessage('"tool_calls": [{"function": {"name": "f", "arguments": "'),
    tail: '"}}]}]}]}]}',
  }),
  repeated('parts of a content', '{"type": "text", "text": "x"},', {
    head: inMessage('"content": ['),
    tail: '{}]}]}]}]}',
  }),
  repeated('tokens of a choice', '{"token": "x", "logprob": -1},', {
    head: inMessage('"message": {}, "logprobs": {"content": ['),
    tail: '{}]}}]}]}]}',
  }),
  repeated('results without calls', '{"role": "tool", "tool_call_id": "x"},', {
    head: inTrajectory('{"messages_and_choices": ['),
    tail: '{}]}]}]}',
  }),
  numbered(
    'calls of one id',
    () => '{"role": "tool"},{"tool_calls": [{"id": "a", "function": {}}, {}, {}]},',
    {
      head: inTrajectory('{"messages_and_choices": ['),
      tail: '{}]}]}]}',
    },
  ),
  numbered('metrics', (i) => `"k${i}":1,`, { head: inTrajectory('{"metrics": {'), tail: '"b":1}}]}]}' }),
  numbered('metrics of many names', (i) => `{"metrics": {"k${i}": 1, "__proto__": 2}},`, {
    head: inTrajectory(''),
    tail: '{}]}]}',
  }),
];

/** A long string where the reader of a conversation decodes one. */
const longStrings: readonly HostileText[] = [
  ...[
    ['a role', '"role": "'],
    ['an id of a call', '"role": "assistant", "tool_calls": [{"function": {"name": "f"}, "id": "'],
    ['an id of a result', '"role": "tool", "tool_call_id": "'],
    ['a name of a tool', '"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "'],
    ['an undocumented name', '"role": "user", "'],
    ['a reason to stop', '"message": {"role": "assistant"}, "finish_reason": "'],
  ].map(([name, head]) => repeated(`${name} of escapes`, '\\u0041', { head: inMessage(head!), tail: '"' })),
  repeated('a time of many digits', '0', {
    head: inTrajectory('{"start_time": "2024-05-15T10:00:00.'),
    tail: 'Z"}]}]}',
  }),
  repeated('a model id of escapes', '\\u0041', {
    head: '{"model_id": "',
    tail: '", "trajectory_groups": []}',
  }),
  repeated('a split of escapes', '\\u0041', { head: '{"split": "', tail: '", "trajectory_groups": []}' }),
];

const parameters = (i: number): string =>
  `{"type": "object", "properties": {"a${i}": {"type": "string", "enum": ["x", "y"]}}, "required": ["a${i}"]}`;
const call = (i: number, text: string): string =>
  `{"id": "${i}", "type": "function", "function": {"name": "f${i}", "arguments": "${text}"}},`;
const tool = (i: number): string =>
  `{"type": "function", "function": {"name": "f${i}", "parameters": ${parameters(i)}}},`;

/** Schemas that a document brings along, and arguments to check against them. */
const tools: readonly HostileText[] = [
  numbered('tools', tool, { head: inTrajectory('{"tools": ['), tail: '{}]}]}]}' }),
  numbered('tools of one name', () => tool(0), { head: inTrajectory('{"tools": ['), tail: '{}]}]}]}' }),
  numbered(
    'trajectories with a tool and a call each',
    (i) =>
      `{"tools": [${tool(i).slice(0, -1)}], "messages_and_choices": [{"role": "assistant", "tool_calls": [${call(i, '{}').slice(0, -1)}]}]},`,
    { head: inTrajectory(''), tail: '{}]}]}' },
  ),
  numbered('calls of one tool with wrong arguments', () => call(0, '{\\"a0\\": 1}'), {
    head: inTrajectory(
      `{"tools": [${tool(0).slice(0, -1)}], "messages_and_choices": [{"role": "assistant", "tool_calls": [`,
    ),
    tail: '{}]}]}]}]}',
  }),
  numbered('calls whose tool takes distinct items', () => call(0, `{\\"a\\": [${'[1],'.repeat(9000)}1]}`), {
    head: inTrajectory(
      '{"tools": [{"type": "function", "function": {"name": "f0", "parameters": {"properties": {"a": {"uniqueItems": true}}}}}], "messages_and_choices": [{"role": "assistant", "tool_calls": [',
    ),
    tail: '{}]}]}]}]}',
  }),
  numbered(
    'calls whose tool refers to itself twice',
    () => call(0, `${'{\\"a\\":'.repeat(500)}1${'}'.repeat(500)}`),
    {
      head: inTrajectory(
        '{"tools": [{"type": "function", "function": {"name": "f0", "parameters": {"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}}}], "messages_and_choices": [{"role": "assistant", "tool_calls": [',
      ),
      tail: '{}]}]}]}]}',
    },
  ),
];

const texts: readonly HostileText[] = [
  ...brackets,
  ...strings,
  ...blanks,
  ...members,
  ...conversations,
  ...longStrings,
  ...tools,
  ...textsForRequests,
  ...furtherTexts,
];

/** The text as third message of a log request: as a root it would be a wrong file, which hides its problems. */
function asMessages({ name, language, make }: HostileText): HostileText {
  const head = inTrajectory(`{"messages_and_choices": [${message}, ${message}, `);
  return { name: `${name}, as messages`, language, make: (size) => head + make(size - head.length) };
}

/** All hostile texts; those not about a trajectory occur twice. */
export const hostileTexts: readonly HostileText[] = texts.flatMap((text) =>
  text.language === 'trajectory' && !/"(trajector|message)/.test(text.make(1000))
    ? [text, asMessages(text)]
    : [text],
);
