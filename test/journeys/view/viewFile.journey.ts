import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, logRequest } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const small = 'small.trajectory.json';
const large = 'large.trajectories.jsonl';
const plain = 'rollouts.jsonl';
/** Groups of the sample, and how often they are repeated: more than 50 MB. */
const repeated = 60;

let session: FaultSession;
let bench: Workbench;
let lines: string[];

beforeAll(async () => {
  const sample = resolve(import.meta.dirname, '../../../examples/airline.trajectories.jsonl');
  lines = (await readFile(sample, 'utf8')).trimEnd().split('\n');
  session = await borrowSession({ [small]: logRequest(), [plain]: many(0) });
  // The reward of line 3 is no number.
  const wrong = lines.with(2, lines[2]!.replace(/"reward": ?[\d.]+/, '"reward": "high"'));
  await writeFile(join(session.folder, large), `${wrong.join('\n')}\n${many(0)}`);
  bench = await session.open(small);
  await bench.page.setViewportSize({ width: 1800, height: 1000 });
});

afterAll(() => session?.close());

const bar = () => bench.view.getByRole('region', { name: 'File' });

it('a text tab says that the file is not checked, and leads to the view, which reads it', async () => {
  await inExplorer(large).dblclick();
  await bench.statusItem('Not checked').waitFor();
  const said = bench.notification(`${large} is not checked: VS Code gives extensions no text above 50 MB.`);
  await keepPicture(bench.page, 'file: not checked');
  await said.getByRole('button', { name: 'Open View' }).click();
  await bar().getByText('read from the disk').waitFor();
  const groups = lines.length * (repeated + 1);
  await bench.view
    .getByText(`${groups.toLocaleString('en')} groups`)
    .first()
    .waitFor();
  await keepPicture(bench.page, 'file: view');
});

it('lists the problems with their places, and shows the conversation and its text', async () => {
  await bar().getByRole('button', { name: '1 error' }).click();
  const first = bench.view.getByRole('list', { name: 'Problems of the file' }).getByRole('listitem').first();
  await expect.poll(() => first.textContent()).toMatch(/^error: 3:\d+ reward must be a number/);
  await first.getByRole('button', { name: /^error: 3:/ }).click();
  const conversation = bench.view.getByRole('region', { name: 'Trajectory', exact: true });
  await conversation.getByText('reward must be a number').first().waitFor();
  await keepPicture(bench.page, 'file: problem');
  await bench.view.getByRole('button', { name: /^Copy Location 3:\d+$/ }).click();
  await bench.statusItem(new RegExp(`Copied .*${large}:3:`)).waitFor();
  const copied = await bench.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^/.*/${large}:3:\\d+$`));
  await bench.focusView();
  // The page may take the keyboard back after the palette.
  const place = bench.page.locator('.statusbar').getByText('Ln 3, Col');
  await bench.runCommand('Trajectory View: Show in Text', place);
  await keepPicture(bench.page, 'file: text');
});

it('says that the file grows, is replaced, and is gone', async () => {
  const path = join(session.folder, large);
  const groups = lines.length * (repeated + 1);
  await appendFile(path, `${lines[0]}\n`);
  await bar().getByText('The file has become longer').waitFor();
  await bench.view
    .getByText(`${(groups + 1).toLocaleString('en')} groups`)
    .first()
    .waitFor();
  await writeFile(`${path}.new`, `${many(1)}`);
  await rename(`${path}.new`, path);
  await bar().getByText('The file was replaced, and was read again.').waitFor();
  await bench.view
    .getByText(`${(groups - lines.length).toLocaleString('en')} groups`)
    .first()
    .waitFor();
  await keepPicture(bench.page, 'file: replaced');
  await rm(path);
  await bar().getByRole('alert').filter({ hasText: 'moved or deleted' }).waitFor();
  await keepPicture(bench.page, 'file: gone');
});

it('a file with a plain name opens from the menu of the explorer', async () => {
  await bench.runCommand('View: Close All Editors');
  const entry = bench.page.getByRole('menuitem', { name: 'Open View to the Side' });
  await bench.runCommand('File: Focus on Files Explorer');
  await inExplorer(plain).click({ button: 'right' });
  await bench.choose(entry, bench.page.getByRole('tab', { name: `View ${plain}` }));
  await bar().getByText('read from the disk').waitFor();
  await bench.view
    .getByText(`${(lines.length * repeated).toLocaleString('en')} groups`)
    .first()
    .waitFor();
});

it('the text of such a file is reopened as the view', async () => {
  await bench.runCommand('View: Close All Editors');
  await inExplorer(plain).dblclick();
  await bench.page.getByRole('tab', { name: plain, selected: true }).waitFor();
  await bench.runCommand('View: Reopen Editor With...');
  await bench.pick(/Trajectory View \(Files above 50 MB\)/);
  await bar().getByText('read from the disk').waitFor();
  await keepPicture(bench.page, 'file: reopened');
});

function many(round: number): string {
  const own = lines.map((line) => line.replace('"reward"', `"auto_metrics": {"round": ${round}}, "reward"`));
  return `${own.join('\n')}\n`.repeat(repeated);
}

function inExplorer(name: string) {
  return bench.page.locator('.explorer-folders-view').getByText(name, { exact: true });
}
