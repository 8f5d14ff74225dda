import { describe, expect, it } from 'vitest';
import {
  isPlainWithTrajectories,
  likelyLanguage,
} from '../../../../client/documents/recognition/likelyLanguage';
import { headLength } from '../../../../server/languageDetection';

const group = '{"trajectories": [{"messages_and_choices": [], "reward": 1}]}';
const trajectory = '{"messages_and_choices": [], "reward": 1}';
const schema =
  '{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"trajectory_groups": {"type": "array", "examples": [[]], "default": {"messages_and_choices": []}}}}';
const laidOut = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
const request = `{"split": "train", "trajectory_groups": [${group}]}`;

describe('A plain document with trajectories', () => {
  it.each([
    ['json', '/rollouts.json', request, 'trajectory'],
    ['jsonc', '/rollouts.json', request, 'trajectory'],
    ['json5', '/rollouts.json5', request, 'trajectory'],
    ['jsonl', '/rollouts.jsonl', group, 'trajectory-jsonl'],
    ['ndjson', '/rollouts.log', group, 'trajectory-jsonl'],
    ['plaintext', '/rollouts.jsonl', group, 'trajectory-jsonl'],
    ['plaintext', '/rollouts.ndjson', `${group}\n${group}`, 'trajectory-jsonl'],
    ['json', '/ROLLOUTS.NDJSON', group, 'trajectory-jsonl'],
    ['json', '/rollouts.json', `[[${trajectory}]]`, 'trajectory'],
    // A quote without its end does not hide the next line.
    ['json', '/rollouts.json', `{"split": "train,\n"trajectory_groups": [${group}]}`, 'trajectory'],
    // The text takes precedence over the name.
    ['json', '/rollouts.json', `${trajectory}\n${trajectory}\n`, 'trajectory-jsonl'],
    ['json', '/rollouts.json', `${group}\r\n${group}`, 'trajectory-jsonl'],
    ['json', '/rollouts.json', laidOut(request), 'trajectory'],
    ['jsonl', '/rollouts.jsonl', laidOut(request), 'trajectory'],
    ['plaintext', '/rollouts.jsonl', `[${group}, ${group}]`, 'trajectory'],
    ['plaintext', '/rollouts.jsonl', `[\n${group},\n${group}\n]`, 'trajectory'],
  ])('is recognized: %s, %s', (languageId, path, head, language) => {
    expect(isPlainWithTrajectories({ languageId, path, head })).toBe(true);
    expect(likelyLanguage({ languageId, path, head })).toBe(language);
  });
  it('is recognized even if long tool definitions come first', () => {
    const tools = Array(50).fill({ type: 'function', function: { description: 'a'.repeat(1000) } });
    const line = JSON.stringify({ tools, messages_and_choices: [], reward: 1 });
    const head = line.slice(0, headLength);
    expect(isPlainWithTrajectories({ languageId: 'plaintext', path: '/rollouts.jsonl', head })).toBe(true);
  });
  it.each([
    ['json', '/package.json', '{"name": "x"}'],
    ['plaintext', '/lines.jsonl', '{"messages": []}'],
    ['plaintext', '/notes.txt', group],
    ['json', '/log-request.json', laidOut(schema)],
    ['json', '/parts.json', schema.replace(/"\$schema": "[^"]*", /, '')],
    ['json', '/api.json', laidOut(`{"openapi": "3.1.0", "paths": {"/log": {"example": ${request}}}}`)],
    ['json', '/a.ipynb', `{"cells": [{"outputs": [{"data": ${trajectory}}]}]}`],
    ['markdown', '/rollouts.jsonl', group],
    ['trajectory', '/a.trajectory.json', request],
  ])('is not recognized in %s, %s', (languageId, path, head) => {
    expect(isPlainWithTrajectories({ languageId, path, head })).toBe(false);
  });
});

it.each([
  ['/a.trajectory.json', '{', 'trajectory'],
  ['/a.Training-Job.json', '', 'trajectory'],
  ['/a.trajectories.jsonl', laidOut(request), 'trajectory-jsonl'],
  ['/a.training-config.json', group, 'training-config'],
  ['/a.json', '{', undefined],
])('A JSON document named %s is what its name says, whatever its text', (path, head, language) => {
  expect(likelyLanguage({ languageId: 'json', path, head })).toBe(language);
});
