import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol/node';
import { useServer } from '../../server/client';
import { run } from '../program';

const root = join(import.meta.dirname, '../../..');
const server = useServer();
const folders = ['examples', 'test/fixtures/features', 'test/fixtures/syntaxes', 'test/corpus/files'];
const files = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((name) => /\.(jsonl?|traj)$/.test(name));

interface Listed {
  readonly path: string;
  readonly language?: string;
  readonly problems?: readonly Record<string, unknown>[];
}

const severities = ['error', 'warning', 'information', 'hint'];

/** A diagnostic as the report writes it. */
function asReported({ range, severity, code, message }: Diagnostic): string {
  const { start, end } = range;
  const place = [start.line + 1, start.character + 1, end.line + 1, end.character + 1];
  return [...place, severities[severity! - 1], code, message].join(' ');
}

const all = ['--severity', 'hint', '--format', 'json'];

it('`check` finds the same in one run, in merged parts and in standard input', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trajectory-parts-'));
  const one = await run(['check', ...files, ...all], { cwd: root });
  const names = [1, 2, 3].map((part) => join(folder, `${part}`));
  for (const [i, name] of names.entries())
    await run(
      [
        'check',
        ...files,
        '--severity',
        'hint',
        '--part',
        `${i + 1}/3`,
        '--format',
        'partial',
        '--output',
        name,
      ],
      { cwd: root },
    );
  const merged = await run(['merge', ...names, '--format', 'json'], { cwd: root });
  expect({ ...merged, stderr: '' }).toEqual({ ...one, stderr: '' });
  rmSync(folder, { recursive: true });
  const listed = (JSON.parse(one.stdout) as { files: readonly Listed[] }).files;
  for (const { path, language, problems } of listed.filter((file) => file.path.startsWith('examples'))) {
    const input = readFileSync(join(root, path));
    const { stdout } = await run(['check', '-', '--as', language!, ...all], { input });
    const [other] = (JSON.parse(stdout) as { files: readonly Listed[] }).files;
    expect(other!.problems, path).toEqual(problems);
  }
});

it('The editor and `check` find the same in the same files', async () => {
  const { stdout } = await run(['check', ...files, ...all], { cwd: root });
  const checked = (JSON.parse(stdout) as { files: readonly Listed[] }).files.filter(
    ({ problems }) => problems !== undefined,
  );
  expect(checked.length).toBeGreaterThan(12);
  const client = await server.start({ initializationOptions: { 'trajectory.hints': true } });
  for (const { path, language, problems } of checked) {
    const uri = `file:///${basename(path)}`;
    await client.open(uri, readFileSync(join(root, path), 'utf8'), { languageId: language! });
    const reported = problems!.map(({ line, column, endLine, endColumn, severity, code, message }) =>
      [line, column, endLine, endColumn, severity, code, message].join(' '),
    );
    const published = () => client.published(uri).at(-1)?.diagnostics.map(asReported).sort();
    await expect.poll(published, { message: path }).toEqual(reported.sort());
  }
  expect(await client.end()).toBe(0);
});
