import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program';
import { exited, program, run, startProgram, textOf } from './program';

/** All commands, with the options that they require. */
const commands = createProgram().commands.map((command) => [
  command.name(),
  ...command.options.flatMap(({ mandatory, long, argChoices }) =>
    mandatory ? [long!, argChoices?.[0] ?? '-'] : [],
  ),
]);

describe('A usage error is one line', () => {
  it.each([[], ...commands])('that names an unknown option of `trajectory %s`', async (...command) => {
    const { code, stdout, stderr } = await run([...command, '--nope']);
    expect(stderr).toMatch(/^[^\n]*'--nope'[^\n]*--help[^\n]*\n$/);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([
    [['chekc'], 'Did you mean check?'],
    [['check', '--formt', 'json'], 'Did you mean --format?'],
    [['check', '--jobs', '0'], 'Expected at least 1.'],
    [['check', '--severity', 'worst'], 'Allowed choices are'],
    [['check', '--output'], 'argument missing'],
    [['check', '--one\n--two'], '--one --two'],
    [['merge'], "missing required argument 'PATH'"],
    [['log', 'a', 'b'], 'too many arguments'],
    [['convert', 'a'], "required option '--to <format>' not specified"],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(/^error: [^\n]* \(add --help for additional information\)\n$/);
    expect(stderr).toContain(says);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([['check'], ['merge', 'a.partial']])(
    '`trajectory %s` rejects --github-limits for other formats than SARIF',
    async (...command) => {
      const { code, stdout, stderr } = await run([...command, '--format', 'json', '--github-limits']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe(
        'trajectory: --github-limits: Only reports with --format sarif have these limits.\n',
      );
    },
  );

  it('but no command at all shows the help', async () => {
    const { code, stderr } = await run([]);
    expect(stderr).toContain('Usage: trajectory [options] [command]');
    expect(code).toBe(2);
  });
});

it.skipIf(process.platform === 'win32')('A current folder that is gone is told in one line', async () => {
  const gone = mkdtempSync(join(tmpdir(), 'trajectory-gone-'));
  const script = 'rmdir "$PWD" && exec "$0" "$@"';
  const child = spawn('sh', ['-c', script, process.execPath, program, 'check', '/'], { cwd: gone });
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  expect([await exited(child), await stdout, await stderr]).toEqual([
    2,
    '',
    'trajectory: The current folder does not exist any more. Change to another one.\n',
  ]);
});

describe('A closed pipe ends the program silently', () => {
  it.each([
    [0, ['--help']],
    [0, ['--version']],
    [0, ['help', 'check']],
    [0, ['check', '--help']],
    [0, ['lsp', '--help']],
    [0, ['service', '--help']],
  ])('with %i after %j', async (expected, args) => {
    const child = startProgram(args);
    child.stdout!.destroy();
    const errors = await textOf(child.stderr!);
    expect([await exited(child), errors]).toEqual([expected, '']);
  });

  it.each([[['chekc']], [['check', '--jobs', '0']], [['lsp']], [['service', '--port', 'x']]])(
    'with 2 after the usage error %j',
    async (args) => {
      const child = startProgram(args);
      child.stderr!.destroy();
      expect(await exited(child)).toBe(2);
    },
  );
});
