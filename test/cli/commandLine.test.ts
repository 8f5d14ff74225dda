import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program';
import { run } from './program';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const page = read('docs/command-line.md');

describe('The page of the command line', () => {
  const commands = createProgram().commands.filter((command) => command.name() !== 'help');
  it.each(commands.map((command) => [command.name(), command] as const))(
    'names `%s` and each of its options',
    (name, command) => {
      expect(page).toMatch(new RegExp(`\`${name}[\` ]`));
      for (const { long } of command.options) expect(page).toContain(`${long}`);
    },
  );

  it('names the hooks of pre-commit', () => {
    const ids = [...read('.pre-commit-hooks.yaml').matchAll(/^- id: (\S+)$/gm)].map(([, id]) => id!);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect(page).toContain(`\`${id}\``);
  });

  it('says that a run of a hook makes one report', () => {
    const hooks = read('.pre-commit-hooks.yaml')
      .split(/^- id: /m)
      .slice(1);
    for (const hook of hooks) expect(hook).toContain('\n  require_serial: true\n');
  });

  it('and the README show what the program prints', async () => {
    const shown = [page, read('README.md')].flatMap((text) => [
      ...text.matchAll(/```console\n\$ trajectory (.*)\n([\s\S]*?)```/g),
    ]);
    expect(shown.length).toBeGreaterThan(2);
    for (const [, command, output] of shown) {
      const { stdout } = await run(command!.split(' '), { cwd: join(root, 'examples') });
      expect(stdout).toBe(output);
    }
  });
});
