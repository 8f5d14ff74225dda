import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, logRequest } from '../support/faultSession';
import { languageServers } from '../support/languageServers';
import { borrowSession } from '../support/sharedSession';

const file = 'calm.trajectory.json';
const text = logRequest();

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await borrowSession({ [file]: text });
  bench = await session.open(file);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
  await bench.runCommand('Trajectory: Open View to the Side');
  await bench.view.getByRole('region', { name: 'Overview' }).getByText('1 trajectory').waitFor();
});

afterAll(() => session?.close());

it('follows the text again after the language server has crashed', async () => {
  const { page, view } = bench;
  await bench.focusView();
  await page.keyboard.press('n');
  await view
    .getByRole('article', { name: /^Message 1 of 1/ })
    .getByText('Hello.')
    .waitFor();
  const before = await languageServers(session);
  expect(before).toHaveLength(1);
  process.kill(before[0]!, 'SIGKILL');
  await expect.poll(() => languageServers(session)).not.toEqual(before);
  await expect.poll(() => languageServers(session)).toHaveLength(1);
  await bench.focusEditor();
  await bench.goTo(placeOf('Hello.'));
  await page.keyboard.insertText('Again: ');
  await view
    .getByRole('article', { name: /^Message 1 of 1/ })
    .getByText('Again: Hello.')
    .waitFor();
});

function placeOf(part: string): string {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}
