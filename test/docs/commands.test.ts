import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly commands: readonly Readonly<Record<'command' | 'category' | 'title', string>>[];
  };
};

it.each(contributes.commands)('$command is tested in the real editor', ({ command, category, title }) => {
  const steps = [`${category}: ${title}`, command].map((name) => `'${name}'`);
  const texts = ['e2e', 'journeys'].flatMap((suite) => textsIn(join(root, 'test', suite)));
  expect(texts.filter((text) => steps.some((step) => text.includes(step)))).not.toEqual([]);
});

const ofService = contributes.commands.filter(({ command }) => /LocalService$/.test(command));
it.each(ofService)('$command is in the README', ({ title }) => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').replace(/\s+/g, ' ')).toContain(`${title}**`);
});

function textsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}
