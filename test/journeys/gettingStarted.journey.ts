import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { type Session, startSession } from './support/session';
import { keepPicture } from './support/windows';

let session: Session;
let bench: Workbench;

beforeAll(async () => {
  session = await startSession();
  bench = await session.open('problems.trajectory.json');
  await bench.page.locator('.codelens-decoration').first().waitFor();
});

afterAll(() => session?.close());

it('clicking the code of a problem opens its explanation in the editor', async () => {
  const { page } = bench;
  await bench.runCommand('Problems: Focus on Problems View');
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'found the string "0.5"' }).first();
  await row.getByText('wrong-type').click({ modifiers: ['Control'] });
  await page.getByRole('tab', { name: /Preview problems\.md/ }).waitFor();
  const heading = bench.view.getByRole('heading', { name: 'wrong-type' });
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(900);
  await keepPicture(page, 'explained');
});

it('New File… creates a document of each kind', async () => {
  const { page } = bench;
  const kinds = [
    ['Log Request', '"split"', 'Trajectory'],
    ['Training Job Request', '"model_id"', 'Trajectory'],
    ['Training Config', '{', 'Training Config'],
    ['Trajectory Lines', '"trajectories"', 'Trajectory Lines'],
  ] as const;
  for (const [kind, text, language] of kinds) {
    await bench.runCommand('Create: New File...');
    await bench.filter(kind);
    await bench.pick(new RegExp(`^${kind}`));
    await page.getByRole('tab', { name: /^Untitled-/, selected: true }).waitFor();
    await page.locator('#status\\.editor\\.mode').getByText(language, { exact: true }).waitFor();
    await page.locator('.editor-group-container.active .view-lines', { hasText: text }).first().waitFor();
    await keepPicture(page, `new ${kind}`);
  }
});

it('the explorer menu has the commands for the clicked file', async () => {
  const { page } = bench;
  await bench.runCommand('File: Focus on Files Explorer');
  const file = page.locator('.explorer-folders-view').getByText('airline.trajectories.json', { exact: true });
  const entry = page.locator('.monaco-menu').getByText('Log Trajectories');
  await file.click({ button: 'right' });
  await entry.waitFor();
  await page.locator('.monaco-menu').getByText('Create Training Job').waitFor();
  await keepPicture(page, 'explorer menu');
  const view = page.getByRole('tab', { name: 'View airline.trajectories.json' });
  await bench.choose(page.locator('.monaco-menu').getByText('Open View to the Side'), view);
});

it('the walkthrough opens, and its first step opens an example with errors', async () => {
  const { page } = bench;
  await showWalkthrough();
  const walkthrough = page.locator('.gettingStartedContainer');
  await keepPicture(page, 'walkthrough');
  await walkthrough.getByRole('button', { name: 'Open Example' }).first().click();
  await page.getByRole('tab', { name: /^Untitled-/, selected: true }).waitFor();
  await page.locator('.editor-group-container.active .squiggly-error').first().waitFor();
});

/** Shows the walkthrough with one of its steps open, and presses a button of it. */
async function press(title: string, button: string): Promise<void> {
  await showWalkthrough();
  const walkthrough = bench.page.locator('.gettingStartedContainer');
  const opened = walkthrough.locator('.getting-started-step.expanded', { hasText: title });
  if (!(await opened.isVisible()))
    await bench.clickUntil(walkthrough.locator('button.getting-started-step', { hasText: title }), opened);
  await opened.getByRole('button', { name: button }).click();
}

async function showWalkthrough(): Promise<void> {
  await bench.runCommand('Welcome: Open Walkthrough...');
  await bench.filter('Trajectory');
  await bench.pick(/Get Started with Trajectory Tools/);
  await bench.page.locator('.gettingStartedContainer').getByText('See what is wrong').waitFor();
}

it('its next steps go to a problem of that example, list all, and offer a fix', async () => {
  const { page } = bench;
  const tabs = page.getByRole('tab', { name: /^Untitled-/ });
  const before = await tabs.count();
  await press('See what is wrong', 'Next Problem');
  await page.locator('.marker-widget').getByText('model_id must be a UUID').waitFor();
  await press('See what is wrong', 'List All Problems');
  await page.locator('.markers-panel').getByText('found the string "0.5"').first().waitFor();
  // VS Code gives up a menu of fixes that takes long after the cursor has moved, when it looks for fixes by itself.
  const fixes = page.locator('.action-widget .monaco-list-row').first();
  await bench.repeatUntil(() => press('Fix it', 'Quick Fix…'), fixes);
  await keepPicture(page, 'walkthrough fix');
  await page.keyboard.press('Escape');
  expect(await tabs.count()).toBe(before);
});

it('its last steps view another example, start a local service, send to it, and show the outcome', async () => {
  const { page } = bench;
  const tabs = page.getByRole('tab', { name: /^Untitled-/ });
  await press('Read a conversation', 'Open View');
  await page.getByRole('tab', { name: /^View Untitled-/ }).waitFor();
  await press('Start a local service', 'Start Local Service');
  const running = bench.notification('The local service is running');
  const settings = () => readFile(session.settings, 'utf8');
  const before = await settings();
  await running.getByRole('button', { name: 'Use It' }).click();
  await expect.poll(settings).not.toBe(before);
  const isSent = page
    .locator('.gettingStartedContainer .getting-started-step', { hasText: 'Send a training job' })
    .locator('[role=checkbox]');
  await press('Send a training job', 'Create Training Job');
  await bench.confirm('Create a training job?', 'Cancel');
  await showWalkthrough();
  expect(await isSent.getAttribute('aria-checked')).toBe('false');
  await press('Send a training job', 'Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
  // The walkthrough is beside it by now.
  expect(new Set(await tabs.allInnerTexts()).size).toBe(await tabs.count());
  await press('See the outcome', 'Show Latest Outcome');
  await bench.quickInput.getByRole('option', { name: /Copy Job Id/ }).waitFor();
  await bench.dismiss();
  await press('See the outcome', 'Show History');
  await bench.quickInput.locator('.monaco-list-row', { hasText: /Job [0-9a-f]{8}/ }).waitFor();
  await bench.dismiss();
  await showWalkthrough();
  const steps = page.locator('.gettingStartedContainer .getting-started-step');
  await keepPicture(page, 'walkthrough done');
  await expect.poll(() => steps.locator('[role=checkbox][aria-checked=true]').count()).toBe(7);
});

it('Log Trajectories in the explorer menu logs the clicked file, not the open one', async () => {
  const { page } = bench;
  await bench.runCommand('File: Focus on Files Explorer');
  const file = page.locator('.explorer-folders-view').getByText('airline.trajectories.json', { exact: true });
  await file.click({ button: 'right' });
  const question = bench.quickInput.getByText('Model Id').first();
  await bench.choose(page.locator('.monaco-menu').getByText('Log Trajectories'), question);
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm(/Document: airline\.trajectories\.json.*50 groups/s, 'Log');
  await bench.statusItem('Logged').waitFor();
});
