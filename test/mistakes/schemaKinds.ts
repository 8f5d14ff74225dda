import { anotherValue, instead, isNamed, isReward, isSentence, isValueOf, type SlipKind } from './kinds';

type Json = Record<string, unknown>;

const renamed = (name: string, other: string): SlipKind =>
  instead(`${other} for ${name}`, isNamed(name), () => JSON.stringify(other));

const isTimed = isValueOf('start_time');
const timed = (other: string): SlipKind => instead(`start_time ${other}`, isTimed, () => other);
const isMessage: SlipKind['fits'] = (token, { tokens, index }) =>
  token.text === '{' && tokens[index + 1]?.text === '"role"';

const names: readonly SlipKind[] = [
  renamed('trajectory_groups', 'trajectoryGroups'),
  renamed('trajectory_groups', 'groups'),
  renamed('trajectories', 'trajectory'),
  renamed('trajectories', 'rollouts'),
  renamed('messages_and_choices', 'messages'),
  renamed('messages_and_choices', 'messagesAndChoices'),
  renamed('messages_and_choices', 'conversation'),
  renamed('reward', 'rewrad'),
  renamed('reward', 'score'),
  renamed('content', 'contents'),
  renamed('content', 'text'),
  renamed('role', 'roel'),
  renamed('split', 'splits'),
  renamed('model_id', 'modelId'),
  renamed('model_id', 'model'),
  renamed('start_time', 'startTime'),
  renamed('metadata', 'meta_data'),
];

const containers: readonly SlipKind[] = [
  anotherValue('one group for the groups', isValueOf('trajectory_groups'), (value) =>
    JSON.stringify((value as Json[])[0]),
  ),
  anotherValue('one trajectory for the groups', isValueOf('trajectory_groups'), (value) =>
    JSON.stringify((value as { trajectories: Json[] }[])[0]!.trajectories[0]),
  ),
  anotherValue('one trajectory for an array', isValueOf('trajectories'), (value) =>
    JSON.stringify((value as Json[])[0]),
  ),
  anotherValue('one message for a conversation', isValueOf('messages_and_choices'), (value) =>
    JSON.stringify((value as Json[])[0]),
  ),
  anotherValue('one tool for the tools', isValueOf('tools'), (value) => JSON.stringify((value as Json[])[0])),
  anotherValue('a conversation as a JSON string', isValueOf('messages_and_choices'), (_, text) =>
    JSON.stringify(text),
  ),
  anotherValue('tools as a JSON string', isValueOf('tools'), (_, text) => JSON.stringify(text)),
  anotherValue('tool calls as a JSON string', isValueOf('tool_calls'), (value, text) =>
    Array.isArray(value) ? JSON.stringify(text) : null,
  ),
  anotherValue('metadata as a JSON string', isValueOf('metadata', 'metrics'), (_, text) =>
    JSON.stringify(text),
  ),
  anotherValue('a message as a JSON string', isMessage, (_, text) => JSON.stringify(text)),
  anotherValue(
    'a bare conversation for a trajectory',
    (token, { tokens, index }) => token.text === '{' && tokens[index + 1]?.text === '"messages_and_choices"',
    (value) => JSON.stringify((value as Json)['messages_and_choices']),
  ),
  anotherValue(
    'a flat tool',
    (token, { tokens, index }) =>
      token.text === '{' && tokens[index + 1]?.text === '"type"' && tokens[index + 5]?.text === '"function"',
    (value) => JSON.stringify((value as Json)['function']),
  ),
];

const values: readonly SlipKind[] = [
  instead('a string for a reward', isReward, (text) => `"${text}"`),
  instead('true for a reward', isReward, () => 'true'),
  instead('an array for a reward', isReward, (text) => `[${text}]`),
  instead('a number for content', isValueOf('content'), () => '42'),
  instead('content parts', isSentenceOf('content'), (text) => `[{"type": "text", "text": ${text}}]`),
  instead(
    'several content parts',
    isSentenceOf('content'),
    (text) => `[{"type": "text", "text": ${text}}, {"type": "text", "text": "b"}]`,
  ),
  instead('null for a role', isValueOf('role'), () => 'null'),
  instead('null for metadata', isValueOf('strict'), () => 'null'),
  timed('1752176461'),
  timed('1752176461.12'),
  timed('1752176461123'),
  timed('"1752176461.12"'),
  timed('"2025-07-10 19:41:01"'),
  timed('"2025-07-10 19:41:01+02:00"'),
  timed('"2025/07/10 19:41:01"'),
  timed('"2025-07-10T19:41:01"'),
  timed('"2025-07-10T19:41:01+02:00"'),
  timed('"2025-07-10"'),
  timed('"Thu, 10 Jul 2025 19:41:01 GMT"'),
];

const misplaced: readonly SlipKind[] = [
  anotherValue('a ShareGPT message', isMessage, (value) =>
    JSON.stringify({ from: (value as Json)['role'], value: (value as Json)['content'] }),
  ),
  anotherValue('a reward in a message', isMessage, (_, text) => text.replace('{', '{"reward": 1, ')),
  anotherValue('metadata in a message', isMessage, (_, text) => text.replace('{', '{"metadata": {}, ')),
  anotherValue('a duplicate role', isMessage, (_, text) => text.replace('{', '{"role": "user", ')),
  anotherValue('call arguments as an object', isValueOf('arguments'), (value) =>
    typeof value === 'string' ? value : null,
  ),
  instead('a replacement character', isSentence, (text) => text.replace(' ', '\ufffd')),
];

function isSentenceOf(name: string): SlipKind['fits'] {
  return (token, place) => isSentence(token) && isValueOf(name)(token, place);
}

/** Mistakes that leave valid JSON. */
export const schemaKinds: readonly SlipKind[] = [...names, ...containers, ...values, ...misplaced];
