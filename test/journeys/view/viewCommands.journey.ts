import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const file = 'two.trajectories.jsonl';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  const messages = [
    { role: 'user', content: 'How warm is it?' },
    { role: 'assistant', content: '9 °C', reasoning_content: 'It is autumn.' },
  ];
  const trajectories = [0, 1].map((reward) => ({ messages_and_choices: messages, reward }));
  const line = JSON.stringify({ trajectories });
  const long = [{ role: 'user', content: 'very '.repeat(3000) }, ...messages];
  const longLine = JSON.stringify({ trajectories: [{ messages_and_choices: long, reward: 1 }] });
  session = await borrowSession({ [file]: `${line}\n${line}\n${longLine}\n` });
  bench = await session.open(file);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
  await bench.runCommand('Trajectory: Open View to the Side');
  await bench.view.getByRole('region', { name: 'Overview' }).getByText('5 trajectories').waitFor();
});

afterAll(() => session?.close());

it('navigates with commands from the palette', async () => {
  await run('Trajectory View: Next Trajectory', heading(1, 1));
  await run('Trajectory View: Next Group', heading(2, 1));
  await run('Trajectory View: Previous Trajectory', heading(1, 2));
  await run('Trajectory View: Next Group', heading(2, 1));
  await run('Trajectory View: Previous Group', heading(1, 1));
  await run('Trajectory View: Next Message', current(1));
  await run('Trajectory View: Next Message', current(2));
  await run('Trajectory View: Previous Message', current(1));
});

it('folds messages, and shows reasoning and keys, with commands from the palette', async () => {
  const { page, view } = bench;
  await run('Trajectory View: Show or Hide Reasoning', view.getByText('It is autumn.'));
  await run('Trajectory View: Fold or Unfold Message', current(1).getByRole('button', { expanded: false }));
  await run(
    'Trajectory View: Show Keyboard Shortcuts',
    view.getByRole('dialog', { name: 'Keyboard Shortcuts' }),
  );
  await page.keyboard.press('Escape');
});

it('compares trajectories with a command from the palette, and closes the comparison by key', async () => {
  const { page, view } = bench;
  const comparison = view.getByRole('region', { name: 'Comparison' });
  await run('Trajectory View: Compare Trajectories', comparison);
  await comparison.getByRole('group', { name: 'Trajectory 2, reward 1' }).waitFor();
  await keepPicture(page, 'view: comparison');
  await bench.focusView();
  await page.keyboard.press('c');
  await comparison.waitFor({ state: 'detached' });
});

it('shows a message in the text with a command from the palette', async () => {
  const at = '{"trajectories":[{"messages_and_choices":['.length + 1;
  await run('Trajectory View: Show in Text', bench.page.locator('.statusbar').getByText(`Ln 1, Col ${at}`));
});

it('copies a reference with a command from the palette', async () => {
  await focusView();
  await run(
    'Trajectory View: Copy Reference',
    bench.statusItem('Copied group 1, trajectory 1, message 1 of'),
  );
});

it('runs commands on its document, and opens their editors beside itself', async () => {
  await focusView();
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'group 2, trajectory 2');
  // Not in the status bar: the page of the view may take the focus back late.
  await bench.page.locator('.line-numbers.active-line-number', { hasText: /^2$/ }).waitFor();
  await heading(2, 2).waitFor();
  await focusView();
  await bench.runCommand('Trajectory: Convert to Log Request');
  await bench.page.locator('.tab.active[data-resource-name="two.trajectories.json"]').waitFor();
  await heading(2, 2).waitFor();
  await focusView();
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.quickInput.getByText('Log Trajectories: Model Id').first().waitFor();
  await bench.dismiss();
});

it('has the commands for its document in its title, too', async () => {
  const title = bench.page.locator('.editor-group-container.active .title');
  await focusView();
  const question = bench.quickInput.getByText('Create Training Job: Model Id').first();
  await bench.clickUntil(title.getByRole('button', { name: 'Create Training Job' }), question);
  await keepPicture(bench.page, 'view: commands of its title');
  await bench.dismiss();
});

it('offers to expand a line that is too long to show', async () => {
  await bench.page.locator('.tab[data-resource-name="two.trajectories.json"]').waitFor();
  await focusView();
  await run('Trajectory View: Next Group', heading(3, 1));
  await run('Trajectory View: Next Message', current(1));
  await run('Trajectory View: Next Message', current(2));
  await bench.runCommand('Trajectory View: Show in Text');
  const offer = bench.notification('but the editor shows only the first 10000 columns');
  await offer.getByRole('button', { name: 'Expand This Line' }).click();
  await bench.page.locator('.tab.active', { hasText: 'two.line-3.trajectory.json' }).waitFor();
  await bench.page.locator('.statusbar').getByText('Ln 9, Col 9').waitFor();
  expect(await heading(3, 1).isVisible()).toBe(true);
  await keepPicture(bench.page, 'view: an expanded line beside it');
});

/** Runs a command from the palette, and waits for its effect. */
async function run(title: string, shown: ReturnType<typeof heading>): Promise<void> {
  await bench.runCommand(title);
  await shown.first().waitFor();
}

/** Brings the view to the front, and gives it the keyboard. */
async function focusView(): Promise<void> {
  await viewTab().click();
  await bench.focusView();
}

function viewTab() {
  const { page } = bench;
  return page.locator('.tab').filter({ has: page.getByText(`View ${file}`, { exact: true }) });
}

function heading(group: number, trajectory: number) {
  return bench.view.getByRole('heading', {
    name: new RegExp(`Group ${group}\\b.*Trajectory ${trajectory}\\b`),
  });
}

/** The current message, counted from 1. */
function current(number: number) {
  return bench.view.locator(`article[aria-current=true][aria-label^="Message ${number} of"]`);
}
