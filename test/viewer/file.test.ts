import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzedNotification } from '../../server/viewProtocol/collection';
import { type Client, useServer } from '../server/client';
import { isComplete, openFile, type StateThat } from '../server/viewedFiles/files';
import { useView, type ViewPage } from './viewPage';

const server = useServer();
const view = useView();
const lines = readFileSync('examples/airline.trajectories.jsonl', 'utf8').trimEnd().split('\n');
let folder: string;
let client: Client;
let path: string;
let shown: ViewPage;
let stateThat: StateThat;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-view-'));
  path = join(folder, 'rollouts.jsonl');
  // A reward that is no number, in the second group, and a line that ends too early.
  const wrong = lines[1]!.replace(/"reward": ?[\d.]+/, '"reward": "high"');
  // A message with a misspelt key, in the third one.
  const misspelt = JSON.parse(lines[2]!) as { trajectories: { messages_and_choices: object[] }[] };
  const messages = misspelt.trajectories[0]!.messages_and_choices;
  const { role, ...others } = messages[6] as { role: string };
  messages[6] = { roel: role, ...others };
  writeFileSync(path, [lines[0], wrong, JSON.stringify(misspelt), lines[3]!.slice(0, -1)].join('\n'));
  client = await server.start();
  const uri = pathToFileURL(path).href;
  stateThat = await openFile(client, uri, path);
  await stateThat(isComplete);
  shown = await view.open(client, uri, { isFile: true });
  client.connection.onNotification(analyzedNotification, ({ version }) =>
    shown.tell({ type: 'changed', version }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const bar = () => shown.page.getByRole('region', { name: 'File' });
const problems = () => shown.page.getByRole('list', { name: 'Problems of the file' });

it('says how much is read, and counts the problems', async () => {
  await bar().getByText('read from the disk').waitFor();
  await bar().getByRole('button', { name: '2 errors' }).waitFor();
  expect(await problems().count()).toBe(0);
});

it('lists each problem with its place, which leads to its trajectory', async () => {
  await bar().getByRole('button', { name: '2 errors' }).click();
  const items = problems().getByRole('listitem');
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(2);
  await shown.page.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  );
  const contrast = `{ rules: { 'color-contrast': { enabled: false } } }`;
  const { violations }: AxeResults = await shown.page.evaluate(`axe.run(document, ${contrast})`);
  expect(violations.map(({ id }) => id)).toEqual([]);
  const places = await items.allTextContents();
  expect(places[0]).toMatch(/^error: 2:\d+ /);
  expect(places[1]).toMatch(/^error: 4:\d+ /);
  await items
    .first()
    .getByRole('button', { name: /^error: 2:/ })
    .click();
  const heading = shown.page.getByRole('region', { name: 'Trajectory', exact: true });
  await heading.getByText('Group 2').first().waitFor();
});

it('leads from a problem to its message, its place in the text, and a place to copy', async () => {
  const { page, said } = shown;
  const hint = problems().getByRole('listitem').filter({ hasText: 'roel' });
  await hint.getByRole('button', { name: /^warning: 3:/ }).click();
  const message = page.getByRole('article', { name: /^Message 7 of / });
  await expect.poll(() => message.getAttribute('aria-current')).toBe('true');
  const place = (await hint.getByRole('button').first().textContent())!.match(/3:(\d+)/)!;
  const at = { line: 2, character: Number(place[1]) - 1 };
  await hint.getByRole('button', { name: `Show ${place[0]} in Text` }).click();
  await expect.poll(() => said.at(-1)).toEqual({ type: 'place', how: 'show', ...at });
  await hint.getByRole('button', { name: `Copy Location ${place[0]}` }).click();
  await expect.poll(() => said.at(-1)).toEqual({ type: 'place', how: 'copy', ...at });
});

it('asks for a page with the shown trajectory or its group', async () => {
  const { page, said } = shown;
  await page.getByRole('button', { name: 'Export as HTML' }).click();
  const group = { group: 2, trajectory: 8, from: 8, to: 12 };
  await expect.poll(() => said.at(-1)).toMatchObject({ type: 'exportHtml', shown: group });
});

it('shows what is added to the file', async () => {
  appendFileSync(path, `}\n${lines[4]}\n`);
  await bar().getByText('The file has become longer').waitFor();
  await bar().getByRole('button', { name: '1 error', exact: false }).waitFor();
  await shown.page.getByText('5 groups').first().waitFor();
});

it('says that the file is gone', async () => {
  rmSync(path);
  await bar().getByRole('alert').filter({ hasText: 'moved or deleted' }).waitFor();
  await shown.page.getByText('rollouts.jsonl is gone').waitFor();
  expect(shown.trouble).toEqual([]);
});

it('does not say that a file was read again that cannot be read any more', async () => {
  writeFileSync(path, 'PAR1\0\0');
  await bar().getByText('The file cannot be read. This is ').waitFor();
  expect(await bar().textContent()).toMatch(/The file (was replaced|has become shorter)\.\s/);
});
