import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, startSession } from './session';

let session: Session;

beforeAll(async () => {
  session = await startSession({ workspaceTrust: true });
});

afterAll(() => session?.close());

it('shows problems in a folder that is not trusted, and sends nothing from it', async () => {
  const bench = await session.open('problems.trajectory.json');
  await bench.page.locator('.squiggly-error').first().waitFor();
  await bench.statusItem('Restricted Mode').waitFor();
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.notification('Nothing is sent in Restricted Mode').waitFor();
  expect(await bench.dialog.count()).toBe(0);
});
