import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, logRequest } from './support/faultSession';
import { borrowSession } from './support/sharedSession';
import { keepPicture } from './support/windows';

const group =
  '{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "hi"}], "reward": 1}]}';
const lines = 'lines.trajectory.json';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await borrowSession({
    [lines]: `${group}\n${group.slice(0, -2)}\n${group}\n`,
    'a/same.trajectory.json': logRequest('first'),
    'open.trajectory.json': logRequest('second'),
    'mixed.trajectories.jsonl': `${group}\n${JSON.stringify(JSON.parse(group).trajectories[0])}\n`,
  });
  bench = await session.open(lines);
});

afterAll(() => session?.close());

it('a conversion that lines with syntax errors prevent has a button that shows them', async () => {
  await bench.page.locator('.squiggly-error').first().waitFor();
  await bench.goTo('1:1');
  const action = bench.page.locator('.action-widget .monaco-list-row', {
    hasText: 'Convert to a log request',
  });
  await bench.pressUntil('Control+.', action);
  const said = 'Not converted: the brackets of the document do not match.';
  await bench.choose(action, bench.notification(said));
  await keepPicture(bench.page, 'not converted');
  await bench.pressNotification(said, 'Treat as Trajectory Lines');
  await bench.language.filter({ hasText: 'Trajectory Lines' }).waitFor();
});

it('a conversion that a trajectory among groups prevents has a button that makes it a group', async () => {
  await bench.openFile('mixed.trajectories.jsonl');
  await bench.runCommand('Trajectory: Convert to Log Request');
  await bench.pressNotification(
    'Not converted. Line 2 is a trajectory, but lines before it are groups.',
    'One Group Each',
  );
  await bench.page.getByRole('tab', { name: /mixed\.trajectories\.json(?!l)/, selected: true }).waitFor();
  await bench.page.locator('.view-line', { hasText: '"split"' }).waitFor();
  await keepPicture(bench.page, 'mixed converted');
});

it('a location in another folder does not open a file that has only its name', async () => {
  await bench.openFile('open.trajectory.json');
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'b/same.trajectory.json:3:1');
  const said = bench.notification('This location is in b/same.trajectory.json, not in open.trajectory.json.');
  await said.waitFor();
  expect(await bench.page.getByRole('tab', { name: 'same.trajectory.json' }).count()).toBe(0);
  await keepPicture(bench.page, 'another folder');
  await said.getByRole('button', { name: 'Go to a/same.trajectory.json' }).click();
  await bench.page.getByRole('tab', { name: 'same.trajectory.json', selected: true }).waitFor();
  await bench.page.locator('.statusbar').getByText('Ln 3, Col 1').waitFor();
});

it('a file that is not UTF-8 is told before saving loses its characters, and can be reopened', async () => {
  const latin = 'latin1.trajectory.json';
  await writeFile(join(session.folder, latin), Buffer.from(logRequest('Grüße'), 'latin1'));
  await bench.openFile(latin);
  const said = `${latin} is not UTF-8`;
  await bench.notification(said).waitFor();
  await keepPicture(bench.page, 'not UTF-8');
  await bench.pressNotification(said, 'Reopen with Encoding…');
  await bench.pick(/^Reopen with Encoding/);
  await bench.filter('ISO 8859-1');
  await bench.pick(/^Western \(ISO 8859-1\)/);
  await bench.page.locator('.view-line', { hasText: 'Grüße' }).waitFor();
});
