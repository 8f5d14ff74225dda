import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
};

interface Setting {
  readonly order: number;
  readonly markdownDescription?: string;
  readonly description?: string;
}

const settings = Object.entries(contributes.configuration.properties);
const names = settings.map(([name]) => name);

describe('the settings', () => {
  it('are displayed in the order of the manifest', () => {
    expect(settings.map(([, { order }]) => order)).toEqual(names.map((_, i) => i + 1));
    expect(names.slice(0, 2)).toEqual(['trajectory.baseUrl', 'trajectory.confirmLog']);
    expect(names.at(-1)).toBe('trajectory.trace.server');
  });

  it('are in the README in the same order', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('\n## Settings\n'), readme.indexOf('\n## Other editors\n'));
    expect([...table.matchAll(/^\| `(trajectory\.[\w.]+)`/gm)].map(([, name]) => name)).toEqual(names);
  });

  it('link only to existing commands and settings', () => {
    const all = settings.map(([, { markdownDescription = '' }]) => markdownDescription).join('\n');
    const commands = [...all.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, command]) => command);
    expect(commands).toContain('trajectory.setAccessToken');
    const contributed = contributes.commands.map(({ command }) => command);
    expect(commands.filter((command) => !contributed.includes(command!))).toEqual([]);
    const linked = [...all.matchAll(/`#([\w.]+)#`/g)].map(([, name]) => name!);
    expect(linked).toContain('trajectory.baseUrl');
    const own = linked.filter((name) => name.startsWith('trajectory.'));
    expect(own.filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(settings)('%s links each of our settings that it mentions', (_, setting) => {
    const text = setting.markdownDescription ?? setting.description ?? '';
    const plain = names.filter((name) => text.includes(`\`${name}\``));
    expect(plain).toEqual([]);
  });
});
