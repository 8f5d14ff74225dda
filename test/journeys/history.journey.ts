import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, startFaultSession } from './support/faultSession';
import { token } from './support/session';
import { keepPicture } from './support/windows';

const log = 'log.trajectory.json';
const reason = '2026-08.jsonl: It is not a regular file.';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await startFaultSession({ [log]: '{"split": "train", "trajectory_groups": []}' });
  const storage = join(session.profile, 'data/User/globalStorage/trajectory-tools.trajectory-tools');
  await mkdir(join(storage, 'journal/2026-08.jsonl'), { recursive: true });
  bench = await session.open(log);
});

afterAll(() => session?.close());

it('an unreadable history file is reported even if nothing was sent yet', async () => {
  await bench.statusItem('History Incomplete').click();
  await bench.quickInput.locator('.monaco-list-row', { hasText: reason }).waitFor();
  await keepPicture(bench.page, 'history-incomplete');
  await bench.pick(/Incomplete/);
  await bench.notification(reason).waitFor();
});

it('an unreadable history file is listed above the requests, and stays when they are cleared', async () => {
  session.answerWith(httpResponse('200 OK', '{}'));
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm(reason, 'Log');
  await bench.statusItem('Logged').waitFor();
  await bench.runCommand('Trajectory: Show History');
  const rows = bench.quickInput.locator('.monaco-list-row');
  await rows.nth(1).filter({ hasText: 'Logged' }).waitFor();
  expect(await rows.nth(0).innerText()).toContain(reason);
  await bench.page.keyboard.press('Escape');
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm('Clear 1 request from the history?', 'Clear History');
  await bench.notification('Not cleared: ').waitFor();
  await bench.statusItem('History Incomplete').waitFor();
  expect(await session.journal()).toEqual([]);
});
