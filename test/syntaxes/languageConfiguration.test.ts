import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const configuration = read('language-configuration.json');
const linesConfiguration = read('language-configuration-lines.json');

test.each([
  ['{', true],
  ['  "trajectory_groups": [', true],
  ['{ "role": "user",', true],
  ['{ "tools": [1, 2], "reward": 1,', true],
  ['"content": "a \\" quote", "metrics": {', true],
  ['{ "role": "user" },', false],
  ['"content": "a { brace",', false],
  ['"content": "a \\" { brace",', false],
  ['"tools": [],', false],
])('the line after %s is indented: %s', (line, indented) => {
  expect(new RegExp(configuration.indentationRules.increaseIndentPattern).test(line)).toBe(indented);
});

test('in JSON Lines the line after an open bracket is not indented', () => {
  expect(linesConfiguration.indentationRules).toBeUndefined();
  const [rule] = linesConfiguration.onEnterRules;
  expect(new RegExp(rule.beforeText).test('{"trajectories": [{')).toBe(true);
  expect(rule.action.indent).toBe('none');
});

test('both configurations agree on everything but indentation', () => {
  const { indentationRules: _rules, ...common } = configuration;
  const { onEnterRules: _enter, ...lines } = linesConfiguration;
  expect(lines).toEqual(common);
});

function read(name: string) {
  return JSON.parse(readFileSync(`syntaxes/${name}`, 'utf8'));
}
