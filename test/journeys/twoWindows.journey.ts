import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { token } from './support/session';

const file = 'shared.training-job.json';
const jobId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const busy = 'already being sent';

let session: FaultSession;
let windows: readonly [Workbench, Workbench];
let release: () => void = () => {};

beforeAll(async () => {
  session = await startFaultSession({ [file]: trainingJob('from two windows') });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  session.serve(async ({ socket, request }) => {
    await request;
    await released;
    socket.end(httpResponse('201 Created', JSON.stringify({ id: jobId })));
  });
  windows = [await session.open(file), await session.open(file)];
  await windows[0].runCommand('Trajectory: Set Access Token');
  await windows[0].answer('Access token for', token);
  await windows[0].statusItem('Access token set').waitFor();
});

afterAll(() => session?.close());

it('two windows that send the same request at the same time deliver it once, and one says why it did not send', async () => {
  for (const window of windows) {
    // A window reads another window's secrets only when it loads, so it may ask for the token again.
    await beginJob(window);
  }
  await Promise.all(windows.map((window) => confirm(window, 'Create Training Job')));
  const told = await Promise.any(
    windows.map((window) =>
      window
        .notification(busy)
        .waitFor()
        .then(() => window),
    ),
  );
  const sender = windows.find((window) => window !== told);
  expect(await sender?.notification(busy).count()).toBe(0);

  release();
  await sender?.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect(session.service.deliveries()).toBe(1);
});

it('afterwards, both windows show the job id and ask, and confirming sends the request again', async () => {
  for (const [index, window] of windows.entries()) {
    await window.runCommand('Trajectory: Create Training Job');
    await window.dialog.getByText(new RegExp(`was accepted on .* as job ${jobId}`)).waitFor();
    if (index === 0) await confirm(window, 'Cancel');
    else await confirm(window, 'Create Training Job Again');
  }
  await expect.poll(() => records('accepted')).toBe(2);
  expect(await records('sent')).toBe(2);
  expect(session.service.deliveries()).toBe(2);
});

/** Number of journal records with this state. */
async function records(state: string): Promise<number> {
  return (await session.journal()).filter((record) => record.state === state).length;
}

function confirm(window: Workbench, button: string): Promise<void> {
  return window.confirm('Create a training job?', button);
}
