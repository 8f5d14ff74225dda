import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepPicture, type Session, startSession, token } from './session';

let session: Session;

beforeAll(async () => {
  session = await startSession();
});

afterAll(() => session?.close());

it('shows a mistake as a squiggle and in the Problems view, and mends it with the keyboard', async () => {
  const bench = await session.open('problems.trajectory.json');
  const { page } = bench;
  await page.locator('.squiggly-error').first().waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  const problem = page.locator('.markers-panel').getByText('found the string "0.5"');
  await problem.first().waitFor();
  await keepPicture(page, 'problems');

  await bench.focusEditor();
  await bench.goTo(await session.placeOf('problems.trajectory.json', '"0.5"'));
  await bench.quickFix('Write 0.5');
  await page.locator('.view-line', { hasText: '"reward": 0.5' }).first().waitFor();
  await problem.first().waitFor({ state: 'detached' });
});

it('asks for the token once, logs the open file, and keeps every group of it', async () => {
  const bench = await session.open('airline.trajectories.json');
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Log for Which Model Id?', 'support-agent');
  await bench.statusItem('Logged').waitFor();

  const folder = join(session.data, 'models/support-agent');
  const [file = ''] = await readdir(folder);
  const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n');
  const sent = JSON.parse(await readFile(join(session.folder, 'airline.trajectories.json'), 'utf8'));
  const kept = lines.map((line) => JSON.parse(line));
  expect(isDeepStrictEqual(kept, sent.trajectory_groups)).toBe(true);
});

it('creates a training job after a confirmation, and shows its id in the status bar', async () => {
  const bench = await session.open('small.training-job.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
  await keepPicture(bench.page, 'training-job');

  const [job = ''] = await readdir(join(session.data, 'training-jobs'));
  expect(await bench.statusItem(/Job /).textContent()).toContain(job.slice(0, 8));
});

it('shows in the text what the service says of a request that was sent anyway', async () => {
  const bench = await session.open('problems.trajectory.json');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('in the document', 'Send Anyway');
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem('Rejected').waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  await bench.page.locator('.markers-panel').getByText('trajectory service').first().waitFor();
  await keepPicture(bench.page, 'rejected');
});

it('offers once to treat a file with an ordinary name as what it is', async () => {
  const bench = await session.open('rollouts.json');
  const offer = bench.notification('rollouts.json holds trajectories');
  await offer.getByRole('button', { name: 'Switch' }).click();
  await bench.language.filter({ hasText: 'Trajectory' }).waitFor();
  await bench.page.locator('.codelens-decoration', { hasText: 'Log' }).first().waitFor();
});
