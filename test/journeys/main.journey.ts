import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { type Session, startSession, token } from './support/session';
import { keepPicture } from './support/windows';

let session: Session;
let bench: Workbench;

beforeAll(async () => {
  session = await startSession();
  bench = await session.open('problems.trajectory.json');
});

afterAll(() => session?.close());

it('shows a problem as a squiggle and in the Problems view, and fixes it with the keyboard', async () => {
  const { page } = bench;
  await page.locator('.squiggly-error').first().waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  const problem = page.locator('.markers-panel').getByText('found the string "0.5"');
  await problem.first().waitFor();
  await keepPicture(page, 'problems');

  await bench.focusEditor();
  await bench.goTo(await session.placeOf('problems.trajectory.json', '"0.5"'));
  await bench.quickFix('Replace with 0.5');
  await page.locator('.view-line', { hasText: '"reward": 0.5' }).first().waitFor();
  await problem.first().waitFor({ state: 'detached' });
});

it('asks for the token once, logs the open file, and stores all of its groups', async () => {
  await bench.openFile('airline.trajectories.json');
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Log Trajectories: Model Id', 'support-agent');
  await bench.confirm(/Document: airline\.trajectories\.json.*50 groups/s, 'Log');
  await bench.statusItem('Logged').waitFor();

  const folder = join(session.data, 'models/support-agent');
  const [file = ''] = await readdir(folder);
  const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n');
  const sent = JSON.parse(await readFile(join(session.folder, 'airline.trajectories.json'), 'utf8'));
  const kept = lines.map((line) => JSON.parse(line));
  expect(isDeepStrictEqual(kept, sent.trajectory_groups)).toBe(true);
});

it('applies a command to the open file even while the output view has the focus', async () => {
  await bench.runCommand('Output: Focus on Output View');
  await bench.page.locator('.output-view .monaco-editor.focused').waitFor();
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.pick('support-agent');
  await bench.confirm(/Document: airline\.trajectories\.json/, 'Cancel');
  await bench.runCommand('View: Toggle Panel Visibility');
});

it('creates a training job after a confirmation, and shows its id in the status bar', async () => {
  await bench.openFile('small.training-job.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
  await keepPicture(bench.page, 'training-job');

  const [job = ''] = await readdir(join(session.data, 'training-jobs'));
  expect(await bench.statusItem(/Job /).textContent()).toContain(job.slice(0, 8));
});

it('shows errors from the service in the text after sending anyway', async () => {
  await bench.openFile('problems.trajectory.json');
  const entries = bench.page.locator('#status\\.problems');
  await bench.page.locator('.squiggly-error').first().waitFor();
  const before = await entries.innerText();
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm(/errors in problems\.trajectory\.json/, 'Send Anyway');
  await bench.confirm(/Problems: \d+ errors/, 'Create Training Job');
  await bench.statusItem('Rejected').waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  await bench.page.locator('.markers-panel').getByText('trajectory service').first().waitFor();
  await keepPicture(bench.page, 'rejected');
  // The service finds the same problem as we do, so there is one entry.
  expect(await entries.innerText()).toBe(before);
});

it('offers once to treat a file with an ordinary name as a trajectory file', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.openFile('rollouts.json');
  const offer = bench.notification('rollouts.json contains trajectories');
  const buttons = offer.locator('.notification-list-item-buttons-container .monaco-button');
  await buttons.getByText('Never for Any File').waitFor();
  // None is truncated.
  expect(
    await buttons.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0);
  await offer.getByRole('button', { name: 'Yes', exact: true }).click();
  await bench.language.filter({ hasText: 'Trajectory' }).waitFor();
  await bench.page.locator('.codelens-decoration', { hasText: 'Log' }).first().waitFor();
});

it('creates a training job from a training config and the lines of another file', async () => {
  await bench.openFile('grpo.training-config.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.pick(/^airline\.trajectories\.jsonl$/);
  await bench.answer('Create Training Job: Model Id', '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11');
  await bench.confirm(
    /Document: airline\.trajectories\.jsonl\s*Training config: grpo\.training-config\.json.*12 groups/s,
    'Create Training Job',
  );
  await expect.poll(() => readdir(join(session.data, 'training-jobs'))).toHaveLength(2);
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
});
