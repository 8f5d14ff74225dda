import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, newContext } from '../vscode/launch.mjs';
import { type Child, printed, start } from '../vscode/processes.mjs';
import { openWorkbench } from '../vscode/workbench.mjs';
import { newWindow } from './support/windows';

const root = resolve(import.meta.dirname, '../..');
let npmStart: Child;

beforeAll(() => {
  npmStart = start(process.execPath, ['scripts/start.mjs', '--server'], { cwd: root });
});

afterAll(() => npmStart.close());

it('opens a copy of the examples, with things to try and a local service, until Ctrl-C ends everything', async () => {
  const [url] = await printed(npmStart, /^http:\S+$/m);
  const browser = await launchBrowser();
  const page = await newWindow(await newContext(browser));
  const bench = await openWorkbench(page, url);
  // The preview is beside the first example.
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(name) });
  await tab('README\\.md').waitFor();
  await bench.view.getByRole('heading', { name: 'What to try' }).waitFor();
  const folder = new URL(url).searchParams.get('folder') ?? '';
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('# What to try');
  expect(folder.startsWith(root)).toBe(false);
  // A toast disappears after ten seconds; opening two files may take longer.
  const notice = await bench.listedNotification('What you send goes to the local training service');
  await notice.waitFor();
  const [service] = /http:[\w./:]+\d/.exec((await notice.textContent()) ?? '') ?? [''];
  expect((await fetch(service)).status).toBe(405);
  // The first example has kept the focus.
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('errors in problems.trajectory.json', 'Cancel');
  await bench.openFile('small.training-job.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
  await browser.close();

  process.kill(npmStart.process.pid ?? 0, 'SIGINT');
  expect(await npmStart.ended).toBe('ended with 130');
  expect(existsSync(folder)).toBe(false);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expect(fetch(service)).rejects.toThrow('fetch failed');
});

it.each([
  { port: 'taken', code: 1, says: /^Port \d+ cannot be used: address already in use/m },
  {
    port: '65536',
    code: 2,
    says: /'--port' must be a number from 0 to 65535, not '65536'\.\nUsage: npm start/,
  },
])('ends with a reason if its port is $port', async ({ port, code, says }) => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const taken = `${(other.address() as AddressInfo).port}`;
  const args = ['scripts/start.mjs', '--server', '--port', port === 'taken' ? taken : port];
  const started = start(process.execPath, args, { cwd: root });
  await printed(started, says);
  expect(await started.ended).toBe(`ended with ${code}`);
  other.close();
});
