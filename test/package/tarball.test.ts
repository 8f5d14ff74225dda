import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExitNotification, ShutdownRequest } from 'vscode-languageserver-protocol/node';
import { bin as programs, version } from '../../package.json';
import { converse, exited } from '../server/client';
import { earlier, installPackage, root, run } from './install';

const scratch = mkdtempSync(join(tmpdir(), 'trajectory-package-test-'));
const started: ChildProcess[] = [];
let clone: string;
let tarball: string;
let bin: string;
let modules: string;
let installed: string;

beforeAll(async () => {
  const { folder, ...made } = await installPackage(scratch);
  ({ clone, tarball, bin } = made);
  modules = join(folder, 'node_modules');
  installed = join(modules, 'trajectory-tools');
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await Promise.all(started.map(exited));
  rmSync(scratch, { recursive: true, force: true });
});

/** Starts a program by name, resolved as by a shell. */
function start(name: string, ...args: string[]): ChildProcess {
  const path = [bin, process.env['PATH']].join(delimiter);
  const child = spawn(name, args, { cwd: scratch, env: { ...process.env, PATH: path } });
  started.push(child);
  return child;
}

describe('The package that `npm pack` makes of a fresh clone', () => {
  it('contains only the programs, their documentation and the notices', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(installed, name)).isFile())
      .sort();
    expect(files).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/trajectory-language-server.js',
      'bin/trajectory-service.js',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/cli/trajectory.js',
      'docs/command-line.md',
      'docs/editors.md',
      'docs/problems.md',
      'docs/scale.md',
      'docs/scale/parallel.sh',
      'docs/scale/slurm.sh',
      'package.json',
    ]);
  });

  it('is built without what an earlier build left', () => {
    expect(existsSync(join(clone, earlier))).toBe(false);
  });

  it('is small, and has no dependencies', () => {
    expect(statSync(tarball).size).toBeLessThan(1_200_000);
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['trajectory-tools']);
  });

  it('lists every bundled package with its license', async () => {
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    // An unminified bundle names the path of each module in a comment.
    await run(process.execPath, ['esbuild.mjs', '--quiet'], { cwd: clone });
    const folders = ['cli', 'client', 'server', 'viewer'].map((name) => join(clone, 'dist', name));
    const bundles = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    /** The folder of each package: it may be inside another one. */
    const packages = new Map<string, string>();
    const add = (module: string): void => {
      const [path, name] = /^\S*node_modules\/((?:@[\w-]+\/)?[\w.-]+)(?=\/)/.exec(module) ?? [];
      if (name !== undefined) packages.set(name, path!.slice(path!.indexOf('node_modules/')));
    };
    for (const bundle of bundles.filter((name) => name.endsWith('.js')))
      for (const [, module] of readFileSync(bundle, 'utf8').matchAll(/^\s*\/\/ (\S*node_modules\/\S+)/gm))
        add(module!);
    const generated = JSON.parse(readFileSync(join(clone, 'generated/ajv.inputs.json'), 'utf8')) as string[];
    for (const module of generated) add(module);
    expect([...packages.keys()]).toEqual(
      expect.arrayContaining([
        'ajv',
        'commander',
        'dompurify',
        'fast-uri',
        'fdir',
        'lit-html',
        'minimatch',
        'uplot',
        'vscode-jsonrpc',
        'vscode-languageclient',
      ]),
    );
    // The icon font of the view and the standard library in the kernels have no module in a bundle.
    for (const name of ['@vscode/codicons', 'assemblyscript']) packages.set(name, join('node_modules', name));
    for (const [name, folder] of packages) {
      const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
      const { version: known, license } = JSON.parse(manifest) as { version: string; license: string };
      expect(notices).toContain(`\n${name} ${known} (${license})\n`);
      expect(notices.split(`\n${name} ${known} `)[1]!.split('\n----')[0], name).toMatch(/copyright/i);
    }
    // Packages pass on the notices of what they contain, in further files.
    expect(notices).toContain('Copyright (c) TypeFox, Microsoft and others');
    expect(notices).toContain('Copyright (c) TypeFox and others.');
    expect(notices).toContain('Daniel Wirtz');
  });
});

describe('After the installation', () => {
  it('there are three programs', () => {
    expect(Object.keys(programs)).toEqual(['trajectory', 'trajectory-language-server', 'trajectory-service']);
  });

  it.each(Object.keys(programs))('%s prints its version', async (name) => {
    const child = start(name, '--version');
    const [line] = (await once(createInterface(child.stdout!), 'line')) as string[];
    expect([line, await exited(child)]).toEqual([version, 0]);
  });

  it('trajectory checks a file', async () => {
    writeFileSync(join(scratch, 'a.trajectory.json'), '{"split": 1, "trajectory_groups": []}');
    const child = start('trajectory', 'check', 'a.trajectory.json');
    const [line] = (await once(createInterface(child.stdout!), 'line')) as string[];
    expect(line).toContain('a.trajectory.json:1:11: error: split must be a string');
    expect(await exited(child)).toBe(1);
  });

  it.each([
    ['trajectory-language-server', '--stdio'],
    ['trajectory', 'lsp', '--stdio'],
  ])('%s %s serves an editor', async (name, ...args) => {
    const child = start(name, ...args);
    const { connection, initialized, ...client } = await converse(
      { input: child.stdout!, output: child.stdin! },
      {},
    );
    expect(initialized.serverInfo).toEqual({ name: 'trajectory-language-server', version });
    const uri = 'file:///folder/a.trajectory.json';
    await client.open(uri, '{"split": 1, "trajectory_groups": [{"trajectories": [{}]}]}');
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(diagnostics.map(({ code }) => code)).toEqual(['wrong-type']);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await exited(child)).toBe(0);
  });

  it.each([['trajectory-service'], ['trajectory', 'service']])(
    '%s %s serves a client',
    async (name, ...args) => {
      const data = join(scratch, ['data', ...args].join('-'));
      const child = start(name, ...args, '--port', '0', '--data', data, '--token', 'secret');
      const [url] = (await once(createInterface(child.stdout!), 'line')) as string[];
      expect((await fetch(`${url}/v1/preview/anything`)).status).toBeGreaterThanOrEqual(400);
      child.kill('SIGTERM');
      expect(await exited(child)).toBe(0);
    },
  );
});
