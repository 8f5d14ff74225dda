import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  await tab('Preview README\\.md').waitFor();
  const folder = new URL(url).searchParams.get('folder') ?? '';
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('# What to try');
  expect(folder.startsWith(root)).toBe(false);
  await bench.openFile('small.training-job.json');
  // A toast disappears after ten seconds; opening two files may take longer.
  const notice = await bench.listedNotification('What you send goes to the local training service');
  await notice.waitFor();
  const [service] = /http:[\w./:]+\d/.exec((await notice.textContent()) ?? '') ?? [''];
  expect((await fetch(service)).status).toBe(405);
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
