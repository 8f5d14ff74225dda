import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contributions, loadGrammar, type Token, tokenize } from './tokens';

const fixtures = join(import.meta.dirname, '../fixtures/syntaxes');
const fixtureNames = readdirSync(fixtures).filter((name) => !name.endsWith('.snap'));

describe('scopes of', () => {
  test.each(fixtureNames)('%s are those of the snapshot', async (name) => {
    const grammar = await loadGrammar(languageOf(name));
    const lines = tokenize(grammar, readFileSync(join(fixtures, name), 'utf8').trimEnd());
    await expect(lines.map(printLine).join('\n')).toMatchFileSnapshot(join(fixtures, `${name}.snap`));
  });
});

describe('JSON Lines', () => {
  const whole = '{"trajectories": [{"reward": 1, "logs": ["a"]}]}';

  test.each([
    '{"trajectories": [{"reward": 1',
    '{"trajectories": "unclosed',
    '{"unclosed key',
    '{"trajectories": "backslash at the end\\',
    '{"trajectories":',
    '[[[[{"a": [',
    '/* unclosed',
    '}}]]',
    '',
  ])('a line that reads %j does not change the line after it', async (line) => {
    const grammar = await loadGrammar('trajectory-jsonl');
    expect(tokenize(grammar, `${line}\n${whole}`)[1]).toEqual(tokenize(grammar, whole)[0]);
  });
});

describe('a line of 15,000 columns', () => {
  const item = '{"reward": 0.25, "content": "caf\\u00e9 \\"", "größe": [true]},';

  test.each(['trajectory', 'trajectory-jsonl'])('has the scopes of a short one in %s', async (language) => {
    const grammar = await loadGrammar(language);
    const count = Math.ceil(15_000 / item.length);
    const once = tokenize(grammar, `[${item}`)[0] ?? [];
    const often = tokenize(grammar, `[${item.repeat(count)}`)[0] ?? [];
    const expected = [...once.slice(0, 1), ...Array.from({ length: count }, () => once.slice(1)).flat()];
    expect(often).toEqual(expected);
  });

  test('is read to its end although its string is unclosed', async () => {
    const grammar = await loadGrammar('trajectory');
    const [long, next] = tokenize(grammar, `{"content": "${'{\\"'.repeat(5_000)}\n"reward": 1}`);
    expect(long?.at(-1)?.scopes).toContain('string.quoted.double.json');
    expect(next?.some((token) => token.text === '1' && token.scopes.includes('constant.numeric.json'))).toBe(
      true,
    );
  });
});

test('every grammar stands below source.json, so that themes made for JSON apply', () => {
  for (const { scopeName } of contributions.grammars) expect(scopeName).toMatch(/^source\.json\./);
});

test('a missing comma or value does not change the colour of the next key', async () => {
  const grammar = await loadGrammar('trajectory');
  for (const text of [
    '{"a": 1 "reward": 2}',
    '{"a": "reward": 2}',
    '{"a":\n"reward": 2}',
    '{"a": "b\n"reward": 2}',
  ]) {
    const key = tokenize(grammar, text)
      .flat()
      .find((token) => token.text === 'reward');
    expect(key?.scopes.at(-1), text).toBe('support.type.property-name.json.documented');
  }
});

test('documented keys are set apart below the scope of every other key', async () => {
  const [line] = tokenize(await loadGrammar('trajectory'), '{"reward": 1, "rewards": 1}');
  const scopesOf = (text: string) => line?.find((token) => token.text === text)?.scopes.at(-1);
  expect(scopesOf('reward')).toBe('support.type.property-name.json.documented');
  expect(scopesOf('rewards')).toBe('support.type.property-name.json');
});

function languageOf(fileName: string): string {
  const language = contributions.languages.find(({ extensions }) =>
    extensions.some((extension) => fileName.endsWith(extension)),
  );
  return language?.id ?? 'none';
}

/** The line, and below it the scopes of each token at its columns; of nested structures only the innermost. */
function printLine(tokens: readonly Token[]): string {
  let column = 0;
  const rows = tokens.flatMap((token) => {
    const row = `#${' '.repeat(column)}${'^'.repeat(token.text.length)} ${innermost(token.scopes).join(' ')}`;
    column += token.text.length;
    return token.text.trim() === '' ? [] : [row];
  });
  return [`>${tokens.map((token) => token.text).join('')}`, ...rows].join('\n');
}

function innermost(scopes: readonly string[]): readonly string[] {
  const structure = scopes.findLastIndex((scope) => scope.startsWith('meta.'));
  return scopes.filter((scope, index) => index === structure || !scope.startsWith('meta.'));
}
