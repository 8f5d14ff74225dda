import type { Locator } from 'playwright-core';
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
  await page.locator('.monaco-menu').getByText('Open View to the Side').click();
  await page.getByRole('tab', { name: 'View airline.trajectories.json' }).waitFor();
});

it('the walkthrough opens, and its first step opens an example with errors', async () => {
  const { page } = bench;
  await bench.runCommand('Welcome: Open Walkthrough...');
  await bench.filter('Trajectory');
  await bench.pick(/Get Started with Trajectory Tools/);
  const walkthrough = page.locator('.gettingStartedContainer');
  await walkthrough.getByText('See what is wrong').waitFor();
  await keepPicture(page, 'walkthrough');
  await walkthrough.getByRole('button', { name: 'Open Example' }).first().click();
  await page.getByRole('tab', { name: /^Untitled-/, selected: true }).waitFor();
  await page.locator('.editor-group-container.active .squiggly-error').first().waitFor();
});

/** Shows the walkthrough with one of its steps open. */
async function openStep(title: string): Promise<Locator> {
  await bench.runCommand('Welcome: Open Walkthrough...');
  await bench.filter('Trajectory');
  await bench.pick(/Get Started with Trajectory Tools/);
  const walkthrough = bench.page.locator('.gettingStartedContainer');
  const step = walkthrough.getByRole('button', { name: title }).first();
  const opened = walkthrough.locator('.getting-started-step.expanded', { hasText: title });
  await bench.clickUntil(step, opened);
  return opened;
}

it('its second and third step go to a problem of the example, and fix it', async () => {
  const { page } = bench;
  const tab = page.getByRole('tab', { name: /^Untitled-/ }).last();
  const seen = await openStep('See what is wrong');
  await seen.getByRole('button', { name: 'List All Problems' }).click();
  await page.locator('.markers-panel').getByText('found the string "0.5"').first().waitFor();
  await keepPicture(page, 'walkthrough problem');
  await tab.click();
  await bench.runCommand('Go to Next Problem (Error, Warning, Info)');
  await page.locator('.marker-widget').waitFor();
  await page.keyboard.press('Escape');
  await bench.quickFix(/./);
  await keepPicture(page, 'walkthrough fix');
  await bench.runCommand('Undo');
});
