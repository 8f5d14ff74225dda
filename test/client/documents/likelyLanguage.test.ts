import { describe, expect, it } from 'vitest';
import {
  headLength,
  isPlainWithTrajectories,
  likelyLanguage,
} from '../../../client/documents/likelyLanguage';

const group = '{"trajectories": [{"messages_and_choices": [], "reward": 1}]}';
const request = `{"split": "train", "trajectory_groups": [${group}]}`;

describe('A plain document with trajectories', () => {
  it.each([
    ['json', '/rollouts.json', request, 'trajectory'],
    ['jsonc', '/rollouts.json', request, 'trajectory'],
    ['jsonl', '/rollouts.jsonl', group, 'trajectory-jsonl'],
    ['plaintext', '/rollouts.jsonl', group, 'trajectory-jsonl'],
    ['plaintext', '/rollouts.ndjson', `${group}\n${group}`, 'trajectory-jsonl'],
    ['json', '/ROLLOUTS.NDJSON', group, 'trajectory-jsonl'],
  ])('is recognized: %s, %s', (languageId, path, head, language) => {
    expect(isPlainWithTrajectories({ languageId, path, head })).toBe(true);
    expect(likelyLanguage({ languageId, path, head })).toBe(language);
  });
  it('is recognized where the long definitions of its tools come first', () => {
    const tools = Array(50).fill({ type: 'function', function: { description: 'a'.repeat(1000) } });
    const line = JSON.stringify({ tools, messages_and_choices: [], reward: 1 });
    const head = line.slice(0, headLength);
    expect(isPlainWithTrajectories({ languageId: 'plaintext', path: '/rollouts.jsonl', head })).toBe(true);
  });
  it.each([
    ['json', '/package.json', '{"name": "x"}'],
    ['plaintext', '/lines.jsonl', '{"messages": []}'],
    ['plaintext', '/notes.txt', group],
    ['markdown', '/rollouts.jsonl', group],
    ['trajectory', '/a.trajectory.json', request],
  ])('is no other: %s, %s', (languageId, path, head) => {
    expect(isPlainWithTrajectories({ languageId, path, head })).toBe(false);
  });
});
