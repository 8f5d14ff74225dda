import type { DocumentOptions } from '../../../../server/core/document';
import type { Rewrite } from '../../../../server/core/schema/documentKind';
import { options } from '../support';

const { trajectory, lines, config } = options;

export const group =
  '{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "It\'s \\"5\\""}], "reward": 1}]}';
export const bare = '{"messages_and_choices": [{"role": "user", "content": "hi"}], "reward": 1}';
export const request = `{"split": "train", "trajectory_groups": [${group}, ${group}]}`;
export const laidOut = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

/** A wrong file: how it is opened, words in its message, and its rewrites. */
export interface Sample {
  readonly name: string;
  readonly text: string;
  readonly how: DocumentOptions;
  readonly says: string;
  readonly severity?: 'warning';
  readonly rewrites?: readonly Rewrite[];
}

/** A text with something at the beginning of each line, by the line's index. */
const marked = (text: string, markOf: (i: number) => string): string =>
  `${text
    .split('\n')
    .map((line, i) => `${markOf(i)}${line}`)
    .join('\n')}\n`;

const inCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const inHtml = (text: string): string => text.replaceAll('"', '&quot;');
const noBreak = (spaces: string): string => '\u00a0'.repeat(spaces.length);
const inFullWidth = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|[:,]/g, (found, string) => string ?? (found === ':' ? '：' : '，'));
const inString = (text: string): string => JSON.stringify(text).slice(1, -1);

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const conflict = `{\n<<<<<<< HEAD\n  "split": "train",\n=======\n  "split": "val",\n>>>>>>> other\n  "trajectory_groups": []\n}\n`;
const html = '<!DOCTYPE html>\n<html lang="en">\n<head><title>Sign in</title></head>\n</html>\n';
const yaml = 'split: train\ntrajectory_groups:\n  - trajectories:\n      - reward: 1.0\n';
const repr = `{'split': 'train', 'trajectory_groups': [{'trajectories': [{'reward': 1.0, 'solved': None}]}]}`;

const reprLine = "{'trajectories': [{'reward': 1.0, 'solved': None}]}";

/** Texts that are not JSON. */
export const otherTexts: readonly Sample[] = [
  { name: 'a Git LFS pointer', text: pointer, how: trajectory, says: 'git lfs pull' },
  { name: 'a Git LFS pointer instead of lines', text: pointer, how: lines, says: 'git lfs pull' },
  {
    name: 'a git-annex pointer',
    text: '../.git/annex/objects/4x/a.json\n',
    how: trajectory,
    says: 'git annex get',
  },
  { name: 'a merge conflict', text: conflict, how: trajectory, says: 'has a merge conflict' },
  {
    name: 'merge conflicts far down in lines',
    text: `${`${group}\n`.repeat(500)}<<<<<<< a\n${group}\n=======\n>>>>>>> b\n<<<<<<< a\n=======\n>>>>>>> b\n`,
    how: lines,
    says: '2 merge conflicts',
  },
  { name: 'an HTML page', text: html, how: trajectory, says: 'HTML page' },
  { name: 'an HTML page instead of lines', text: `\n\n${html}`, how: lines, says: 'HTML page' },
  { name: 'XML', text: '<?xml version="1.0"?>\n<a/>\n', how: trajectory, says: 'XML' },
  {
    name: 'an e-mail',
    text: 'From: a@example.org\nTo: b@example.org\nSubject: the rollouts\n\nHi,\n\nsee below.\n',
    how: trajectory,
    says: 'e-mail',
  },
  {
    name: 'Python, assigned to a variable',
    text: "data = {'split': 'train', 'trajectory_groups': [{'trajectories': []}]}\n",
    how: trajectory,
    says: 'Python repr',
    rewrites: ['literals'],
  },
  {
    name: 'an object as rich prints it, over several lines',
    text: 'TrainingConfig(\n    learning_rate=1e-06,\n    ppo=True\n)\n',
    how: config,
    says: 'what Python prints for objects',
  },
  {
    name: 'a short Python literal, assigned to a variable',
    text: "config = {\n    'learning_rate': 1e-06,\n    'ppo': True,\n}\n",
    how: config,
    says: 'Python repr',
    rewrites: ['literals'],
  },
  {
    name: 'a short JavaScript literal, assigned to a variable',
    text: 'const config = {\n  ppo: true,\n};\n',
    how: config,
    says: 'JavaScript object',
    rewrites: ['literals'],
  },
  {
    name: 'a program that begins with a short literal',
    text: "config = {\n    'ppo': True,\n}\ntrain(config)\n",
    how: config,
    says: 'source code',
  },
  {
    name: 'Python with an apostrophe in a name, which it writes in double quotes',
    text: `{'trajectories': [{'messages_and_choices': [], 'reward': 1.0, 'metadata': {"What's up?": True}}]}\n`,
    how: lines,
    says: 'Python repr',
    rewrites: ['literals'],
  },
  {
    name: 'a log request as a config',
    text: '{"split": "a", "trajectory_groups": []}',
    how: config,
    says: 'This is a log request, not a training config. Its name should end with .trajectory.json.',
  },
  {
    name: 'a config inside a request',
    text: '{"experimental_config": {"learning_rate": 1e-5}}',
    how: config,
    says: 'has one in "experimental_config". Keep only that value.',
    rewrites: ['unwrap'],
  },
  {
    name: 'columns of pandas',
    text: '{"split": {"0": "a", "1": "b"}, "messages_and_choices": {"0": [], "1": []}}',
    how: trajectory,
    says: 'a table by columns, as pandas writes it',
  },
  {
    name: 'columns of pandas on a line',
    text: '{"messages_and_choices": {"0": [], "1": []}, "reward": {"0": 1.0, "1": 0.5}}',
    how: lines,
    says: 'a table by columns, as pandas writes it',
  },
  {
    name: 'other columns of pandas on a line',
    text: '{"messages": {"0": [], "1": []}, "reward": {"0": 1.0, "1": 0.5}}\n',
    how: lines,
    says: 'a table by columns, as pandas writes it',
    severity: 'warning',
  },
  {
    name: 'columns as lists',
    text: '{"messages_and_choices": [[{"role": "user", "content": "a"}], []], "reward": [1, 0]}',
    how: trajectory,
    says: 'a table by columns, as pandas writes it',
  },
  {
    name: 'columns of another data set as lists',
    text: '{"messages": [[{"role": "user", "content": "a"}], []], "reward": [1, 0]}',
    how: trajectory,
    says: 'a table by columns, as pandas writes it',
  },
  {
    name: 'columns of another data set as lists on a line',
    text: '{"conversations": [[{"from": "human", "value": "a"}], []], "id": ["a", "b"]}\n',
    how: lines,
    says: 'a table by columns, as pandas writes it',
    severity: 'warning',
  },
  ...[trajectory, lines].map(
    (how): Sample => ({
      name: `groups as lists of columns, as ${how.language}`,
      text: `{"task": ["a", "b"], "trajectories": [[${bare}, ${bare}], [${bare}]]}\n`,
      how,
      says: 'a table by columns, as pandas writes it',
    }),
  ),
  {
    name: 'something else in place of a training job',
    text: '{"name": "a", "version": "1.0.0", "dependencies": {}}',
    how: { ...trajectory, name: 'a.training-job.json' },
    says: 'not a training job request: a training job request is an object with model_id and trajectory_groups',
  },
  {
    name: 'a page of a dataset viewer',
    text: '{"dataset": "a/b", "config": "default", "split": "train", "rows": [{"row_idx": 0, "row": {}}]}',
    how: trajectory,
    says: 'a page of a dataset viewer',
  },
  {
    name: 'a record with its split',
    text: '{"split": "train", "question": "2+2?", "answer": "4"}',
    how: trajectory,
    says: 'a question with its answer',
  },
  {
    name: 'a response with the id of its model',
    text: '{"model_id": "a/b", "object": "chat.completion", "choices": [], "usage": {}}',
    how: trajectory,
    says: 'a response from a chat service',
  },
  {
    name: 'a record with its model in place of a training job',
    text: '{"model_id": "a/b", "prompt": "a", "completion": "b", "score": 1}',
    how: { ...trajectory, name: 'a.training-job.json' },
    says: 'a prompt with its completion, not a training job request',
  },
  { name: 'YAML', text: yaml, how: trajectory, says: 'YAML' },
  {
    name: 'a YAML list',
    text: '---\n- role: user\n  content: |\n    hi\n',
    how: lines,
    says: 'YAML',
  },
  { name: 'YAML instead of a config', text: 'learning_rate: 1e-5\nppo: true\n', how: config, says: 'YAML' },
  {
    name: 'TOML',
    text: '[training]\nlearning_rate = 1e-5\nppo = true\n',
    how: config,
    says: 'a configuration file',
  },
  {
    name: 'TOML with tables in arrays',
    text: 'split = "train"\n\n[[trajectory_groups]]\n[[trajectory_groups.trajectories]]\nreward = 1.0\n',
    how: trajectory,
    says: 'a configuration file',
  },
  ...[
    '{ppo = true, learning_rate = 1e-5}',
    '{split = "train"}\n',
    '{\n  model_id = "a",\n  trajectory_groups = [{ trajectories = [] }],\n}\n',
  ].flatMap((text) =>
    [trajectory, config].map((how) => ({
      name: `an inline table of TOML, ${JSON.stringify(text)}, as ${how.language}`,
      text,
      how,
      says: 'an inline table of TOML',
    })),
  ),
  {
    name: 'inline tables of TOML on lines',
    text: '{messages_and_choices = [], reward = 1.0}\n'.repeat(3),
    how: lines,
    says: 'an inline table of TOML',
  },
  {
    name: 'CSV',
    text: 'id,prompt,reward\n1,hello,0.5\n2,"a, b",1\n',
    how: trajectory,
    says: 'comma-separated',
  },
  {
    name: 'a short request to a chat service',
    text: '{"model": "a", "messages": []}',
    how: trajectory,
    says: 'a request to a chat service',
  },
  {
    name: 'another JSON object over several lines',
    text: '{\n  "openapi": "3.1.0",\n  "paths": {}\n}\n',
    how: lines,
    says: 'one JSON value over several lines',
  },
  { name: 'an array on one line', text: '[[1, 2], [3, 4]]\n', how: lines, says: 'This line is an array' },
  { name: 'TSV', text: 'id\tprompt\treward\n1\thello\t0.5\n', how: lines, says: 'tab-separated' },
  {
    name: 'a traceback',
    text: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n',
    how: lines,
    says: 'traceback',
  },
  {
    name: 'a program',
    text: 'import json\n\nprint(json.dumps({"split": "train"}))\n',
    how: trajectory,
    says: 'source',
  },
  {
    name: 'prose',
    text: 'Here are the notes of the last run.\nNothing was solved.\n',
    how: trajectory,
    says: 'plain text',
  },
  {
    name: 'events',
    text: 'data: {"a": 1}\n\ndata: {"a": 2}\n\n',
    how: trajectory,
    says: 'server-sent events',
  },
  {
    name: 'Parquet',
    text: 'PAR1\u0015\u0004\u0015\u0000\ufffd\u0001\u0000\ufffd',
    how: trajectory,
    says: 'Parquet',
  },
  { name: 'gzip', text: '\u001f\ufffd\u0008\u0000\ufffd\ufffd\u0001V*.', how: lines, says: 'gzip' },
  { name: 'UTF-16', text: [...'{"split": 1}'].join('\u0000'), how: trajectory, says: 'UTF-16' },
  {
    name: 'a fence',
    text: `Here is the file:\n\n\`\`\`json\n${laidOut(request)}\n\`\`\`\n\nDone.\n`,
    how: trajectory,
    says: 'code fence',
    rewrites: ['unfence'],
  },
  {
    name: 'a fence around lines',
    text: `~~~\n${group}\n${group}\n~~~\n`,
    how: lines,
    says: 'code fence',
    rewrites: ['unfence'],
  },
  {
    name: 'a log before the document',
    text: `${'2026-01-01 INFO start\n[WARN] slow\n'.repeat(10)}${laidOut(request)}\n`,
    how: trajectory,
    says: '20 lines of other text',
    rewrites: ['strip-prefix'],
  },
  {
    name: 'numbered lines, as "cat -n" prints them',
    text: marked(laidOut(request), (i) => `${String(i + 1).padStart(6)}\t`),
    how: trajectory,
    says: 'its number',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines with their index',
    text: marked(`${group}\n${group}`, (i) => `${i}\t`),
    how: lines,
    says: 'its number',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines with their number before a colon, as "grep -n" prints them',
    text: marked(`${group}\n${group}`, (i) => `${i + 1}:`),
    how: lines,
    says: 'its number',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines with the name of their file, as "grep" prints them',
    text: marked(`${group}\n${group}`, (i) => `runs/a.jsonl:${i + 1}:`),
    how: lines,
    says: 'the name of a file',
    rewrites: ['strip-marks'],
  },
  {
    name: 'a quoted mail',
    text: marked(laidOut(request), () => '> '),
    how: trajectory,
    says: 'begins with ">"',
    rewrites: ['strip-marks'],
  },
  {
    name: 'the added lines of a diff',
    text: marked(laidOut(request), () => '+'),
    how: trajectory,
    says: 'begins with "+"',
    rewrites: ['strip-marks'],
  },
  {
    name: 'a JSON text sequence (RFC 7464)',
    text: marked(`${group}\n${group}`, () => '\u001e'),
    how: lines,
    says: 'record separator',
    rewrites: ['strip-marks'],
  },
  {
    name: 'numbered lines in a frame',
    text: marked(laidOut(request), (i) => `${String(i + 1).padStart(4)} │ `),
    how: trajectory,
    says: 'its number',
    rewrites: ['strip-marks'],
  },
  {
    name: 'the output of a container',
    text: marked(laidOut(request), () => 'worker-1  | '),
    how: trajectory,
    says: 'begins with "worker-1  |"',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines with the time',
    text: marked(`${group}\n${group}`, (i) => `2026-01-02 03:04:0${i} INFO `),
    how: lines,
    says: 'begins with "2026-01-02 03:04:00 INFO"',
    rewrites: ['strip-marks'],
  },
  {
    name: 'items of a list',
    text: marked(`${group}\n${group}`, () => '- '),
    how: lines,
    says: 'begins with "-"',
    rewrites: ['strip-marks'],
  },
  {
    name: 'the colours of a terminal',
    text: laidOut(request).replace(/"\w+"(?=:)/g, (name) => `\u001b[34;1m${name}\u001b[0m`),
    how: trajectory,
    says: 'colour codes',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines in colour',
    text: `\u001b[32m${group}\u001b[0m\n\u001b[32m${group}\u001b[0m\n`,
    how: lines,
    says: 'colour codes',
    rewrites: ['strip-marks'],
  },
  {
    name: 'lines that end with semicolons',
    text: `${group};\n${group};\n${group};\n`,
    how: lines,
    says: 'ends with a semicolon',
    rewrites: ['strip-marks'],
  },
  {
    name: 'an array that begins on its first line',
    text: `[${group},\n${group},\n${group}]\n`,
    how: lines,
    says: 'one JSON value over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'lines that end with commas',
    text: `${group},\n${group},\n${group}\n`,
    how: lines,
    says: 'ends with a comma',
    rewrites: ['strip-marks'],
  },
  ...(
    [
      ['a cell of a CSV file', inCell(laidOut(request)), trajectory, 'written twice'],
      ['cells of a CSV file', `${inCell(group)}\n${inCell(group)}\n`, lines, 'written twice'],
      ['lines in a cell of a CSV file', inCell(`${group}\n${group}`), lines, 'written twice'],
      ['doubled quotes', laidOut(request).replaceAll('"', '""'), trajectory, 'written twice'],
      ['quotes as in HTML', inHtml(laidOut(request)), trajectory, 'as in HTML'],
      ['a line with quotes as in HTML', `${inHtml(group)}\n`, lines, 'as in HTML'],
      ['lines with quotes as in HTML', `${inHtml(group)}\n${inHtml(group)}\n`, lines, 'as in HTML'],
      ['what is in a string', inString(laidOut(request)), trajectory, 'as it stands in a string'],
      ['lines that are in a string', inString(`${group}\n${group}`), lines, 'as it stands in a string'],
    ] as const
  ).map(([name, text, how, says]): Sample => ({ name, text, how, says, rewrites: ['unquoted'] })),
  {
    name: 'lines that end with backslashes',
    text: laidOut(request).replaceAll('\n', ' \\\n'),
    how: trajectory,
    says: 'ends with "\\"',
    rewrites: ['strip-marks'],
  },
  ...(
    [
      ['no-break spaces as indentation', laidOut(request).replace(/^ +/gm, noBreak), trajectory, 'U+00A0'],
      ['no-break spaces after colons', laidOut(request).replaceAll('": ', '":\u00a0'), trajectory, 'U+00A0'],
      ['ideographic spaces', laidOut(request).replace(/^ +/gm, '\u3000'), trajectory, 'U+3000'],
      ['full-width punctuation', inFullWidth(laidOut(request)), trajectory, 'full-width'],
      ['lines with full-width punctuation', `${inFullWidth(group)}\n`.repeat(2), lines, 'full-width'],
      [
        'full-width punctuation and typographic quotes',
        inFullWidth(laidOut(request)).replace(/"(\w+)"/g, '“$1”'),
        trajectory,
        'full-width',
      ],
    ] as const
  ).map(([name, text, how, says]): Sample => ({ name, text, how, says, rewrites: ['typography'] })),
  { name: 'Python', text: repr, how: trajectory, says: 'Python', rewrites: ['literals'] },
  {
    name: 'lines of Python',
    text: `${reprLine}\n${reprLine}\n`,
    how: lines,
    says: 'Python',
    rewrites: ['literals'],
  },
  {
    name: 'JavaScript',
    text: `{ split: 'train', trajectory_groups: [{ trajectories: [] }] }`,
    how: trajectory,
    says: 'JavaScript',
    rewrites: ['literals'],
  },
];

/** JSON in a different form than the language expects. */
export const otherForms: readonly Sample[] = [
  {
    name: 'JSON Lines',
    text: `${group}\n${group}\n`,
    how: trajectory,
    says: 'JSON Lines',
    rewrites: ['log-request'],
  },
  {
    name: 'JSON Lines of trajectories',
    text: `${bare}\n\n${bare}`,
    how: trajectory,
    says: 'JSON Lines',
    rewrites: ['log-request'],
  },
  {
    name: 'JSON Lines of lists of trajectories, which are not groups yet',
    text: `[${bare}]\n[${bare}, ${bare}]\n`,
    how: trajectory,
    says: 'JSON Lines',
  },
  { name: 'JSON Lines of something else', text: '{"a": 1}\r\n{"a": 2}', how: trajectory, says: 'JSON Lines' },
  {
    name: 'several values in a row',
    text: `${laidOut(group)}\n${laidOut(group)}\n`,
    how: trajectory,
    says: 'several JSON values',
    rewrites: ['log-request'],
  },
  {
    name: 'items without an array',
    text: `${group},\n${group}\n`,
    how: trajectory,
    says: 'without the brackets',
    rewrites: ['log-request'],
  },
  {
    name: 'an array of groups instead of lines',
    text: `[${group}, ${group}]`,
    how: lines,
    says: 'array on one line',
    rewrites: ['lines'],
  },
  {
    name: 'an array with one group per line',
    text: `[\n${group},\n${group}\n]\n`,
    how: lines,
    says: 'over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'an array that is laid out',
    text: laidOut(`[${group}, ${bare}]`),
    how: lines,
    says: 'over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'a request that is laid out',
    text: laidOut(request),
    how: lines,
    says: 'over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'a request that is long',
    text: laidOut(`{"split": "a", "trajectory_groups": [${Array(1000).fill(group).join(',')}]}`),
    how: lines,
    says: 'over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'groups that are laid out',
    text: `${laidOut(group)}\n${laidOut(group)}\n`,
    how: lines,
    says: 'over several lines each',
    rewrites: ['lines'],
  },
  {
    name: 'a request on one line',
    text: request,
    how: lines,
    says: 'a request on one line',
    severity: 'warning',
    rewrites: ['lines'],
  },
  {
    name: 'requests on lines',
    text: `${request}\n${request}`,
    how: lines,
    says: 'Each line is a request',
    severity: 'warning',
    rewrites: ['lines'],
  },
  {
    name: 'requests after a line about the run',
    text: `{"run": 3}\n${request}\n${request}`,
    how: lines,
    says: 'Some of these lines are requests',
    severity: 'warning',
    rewrites: ['lines'],
  },
  {
    name: 'JSON in a string',
    text: JSON.stringify(request),
    how: trajectory,
    says: 'encoded twice',
    rewrites: ['decoded'],
  },
  {
    name: 'lines of JSON in strings',
    text: `${JSON.stringify(group)}\n${JSON.stringify(laidOut(group))}`,
    how: lines,
    says: 'encoded twice',
    rewrites: ['decoded'],
  },
];

/** Other forms, with syntax errors that a rewrite keeps. */
export const brokenForms: readonly Sample[] = [
  {
    name: 'a request that is laid out, with a number that JSON does not have',
    text: laidOut(request).replace('"reward": 1', '"reward": NaN'),
    how: lines,
    says: 'one JSON value over several lines',
    rewrites: ['lines'],
  },
  {
    name: 'groups that are laid out, with a missing comma and None',
    text: `${laidOut(group).replace('},', '}').replace('"reward": 1', '"reward": None')}\n${laidOut(group)}\n`,
    how: lines,
    says: 'over several lines each',
    rewrites: ['lines'],
  },
  {
    name: 'a long request that is laid out, with None',
    text: laidOut(`{"split": "a", "trajectory_groups": [${Array(1000).fill(group).join(',')}]}`).replace(
      '"reward": 1',
      '"reward": None',
    ),
    how: lines,
    says: 'over several lines',
    rewrites: ['lines'],
  },
];

const convertFirst = 'Convert the turns to messages with role and content first.';

/** JSON with other contents. */
export const otherShapes: readonly Sample[] = [
  {
    name: 'a single line of another object',
    text: '{"task": 1}\n',
    how: lines,
    says: 'This line is a JSON object (task), and contains no trajectories.',
    severity: 'warning',
  },
  ...(
    [
      ['{"messages": [{"role": "user"}]}', 'chat conversations'],
      ['{"prompt": "a", "completion": "b"}', 'prompts with completions'],
      ['{"chosen": [], "rejected": []}', 'preference pairs'],
      ['{"level": "INFO", "message": "a", "time": 1}', 'log entries'],
      ['{"detail": [{"loc": ["body"], "msg": "a", "type": "b"}]}', 'error responses from a service'],
      ['{"task": 1, "trials": [1, 2]}', 'JSON objects (task, trials)'],
      ['{"role": "user", "content": "hi"}', 'chat messages'],
      ['{"conversations": [{"from": "human", "value": "a"}]}', convertFirst],
      [
        '{"parentUuid": null, "isSidechain": false, "type": "user", "message": {}, "timestamp": "c"}',
        'messages of a Claude Code session',
      ],
    ] as const
  ).map(
    ([line, says]): Sample => ({
      name: `lines of ${line}`,
      text: `${line}\n${line}\n`,
      how: lines,
      says,
      severity: 'warning',
    }),
  ),
  ...(
    [
      [`{"id": 1, "data": ${group}}\n`, 'This line has a trajectory group in "data".'],
      [`{"row": ${group}}\n{"row": ${group}}\n`, 'These lines have a trajectory group in "row".'],
      [
        '{"id": 1, "trajectory": {"messages_and_choices": []}}\n{"id": 2}\n',
        'These lines have a trajectory in "trajectory".',
      ],
    ] as const
  ).map(
    ([text, says]): Sample => ({
      name: says,
      text,
      how: lines,
      says,
      severity: 'warning',
      rewrites: ['unwrap'],
    }),
  ),
  {
    name: 'a trajectory without its name in each line',
    text: '{"id": 1, {"messages_and_choices": []}}\n'.repeat(2),
    how: lines,
    says: 'These lines are JSON objects (id), and none contains trajectories.',
    severity: 'warning',
  },
  {
    name: 'several documents in one',
    text: `{"train": ${request}, "val": ${request}}`,
    how: trajectory,
    says: 'but has several documents, in "train", "val"',
  },
  {
    name: 'several documents two levels deep',
    text: `{"a": {"data": ${request}}, "b": {"data": ${request}}}`,
    how: trajectory,
    says: 'but has several documents, in "a.data", "b.data"',
  },
  {
    name: 'several trajectories in a line',
    text: '{"chosen": {"messages_and_choices": []}, "rejected": {"messages_and_choices": []}}\n'.repeat(2),
    how: lines,
    says: 'These lines have a trajectory in each of "chosen", "rejected".',
    severity: 'warning',
  },
  ...(
    [
      ['0.5\n1\n', 'These lines are numbers.'],
      ['"a"\n"b"\n', 'These lines are strings.'],
      ['true\nfalse\n', 'These lines are true or false.'],
      ['null\nnull\n', 'These lines are null.'],
    ] as const
  ).map(([text, says]): Sample => ({ name: says, text, how: lines, says })),
  ...(
    [
      [`{"data": ${request}}`, 'but has a log request in "data"'],
      [`{"status": 200, "body": ${laidOut(request)}}`, 'but has a log request in "body"'],
      [`{"rollouts": [${group}]}`, 'but has trajectory groups in "rollouts"'],
      [`{"id": 1, "result": ${group}}`, 'but has a trajectory group in "result"'],
      [`[${request}]`, 'but an array with a log request'],
      [`{"id": 1, "response": {"ok": true, "data": ${request}}}`, 'but has a log request in "response.data"'],
    ] as const
  ).map(
    ([text, says]): Sample => ({
      name: text.slice(0, 40),
      text,
      how: trajectory,
      says,
      rewrites: ['unwrap'],
    }),
  ),
  ...(
    [
      ['{"data": {"split": "train", "rows": []}}', 'another JSON object (data)'],
      ['{"trajectory": [], "history": [], "info": {}}', 'an SWE-agent trajectory'],
      ['{"trajectory": [], "history": [], "info": {}}', convertFirst],
      ['[{"conversations": [{"from": "human", "value": "a"}]}]', convertFirst],
      ['{"version": 2, "status": "success", "eval": {}, "samples": []}', 'an Inspect log'],
      ['{"info": {}, "tasks": [], "simulations": []}', 'a τ²-bench result'],
      ['{"answer_generation": {}, "win": true}', 'a ToolBench answer'],
      ['{"detail": [{"loc": ["body"], "msg": "a", "type": "b"}]}', 'an error response from a service'],
      ['{"type": "error", "error": {"message": "a"}, "request_id": "b"}', 'an error response from a service'],
      ['{"task": 1, "output": "a", "error": null}', 'another JSON object (task, output, error)'],
      ['{"detail": "high", "image": "a.png"}', 'another JSON object (detail, image)'],
      [
        '{"id": "a", "object": "response", "output": [], "error": null, "metadata": {}}',
        'a response from a chat service',
      ],
      [
        '{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"split": {}}}',
        'a JSON Schema',
      ],
      ['{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {}}', 'a JSON Schema'],
      ['{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a"}', 'a JSON Schema'],
      ['{"openapi": "3.1.0", "info": {}, "webhooks": {}}', 'an OpenAPI description'],
      ['{"log": {"version": "1.2", "creator": {}, "entries": []}}', 'a recording of HTTP requests'],
      ['{"log": {"lines": []}}', 'another JSON object (log)'],
      ['{"id": "a", "name": "b", "run_type": "llm", "inputs": {}, "outputs": {}}', 'a LangSmith run'],
      ['{"evalId": "a", "results": {}, "config": {}}', 'a promptfoo result'],
      ['[{"title": "a", "mapping": {}, "current_node": "b"}]', 'conversations exported from ChatGPT'],
      [
        '{"type": "message", "role": "assistant", "content": [], "stop_reason": "end_turn", "usage": {}}',
        'a response from a chat service',
      ],
      ['[{"id": "a", "role": "user", "parts": []}]', 'chat messages'],
      ['{"learning_rate": 1, "ppo": true}', 'a training config'],
      ['{"a": 1, "b": {"c": 2}}', 'another JSON object (a, b)'],
      ['[{"prompt": "a", "completion": "b"}]', 'an array of prompts with completions'],
    ] as const
  ).map(([text, says]): Sample => ({ name: text, text, how: trajectory, says })),
];
