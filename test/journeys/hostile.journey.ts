import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { httpResponse, type RawServer, rawServer } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import {
  type FaultSession,
  logRequest,
  startFaultSession,
  trainingJob,
  writeFiles,
} from './support/faultSession';
import { token } from './support/session';

const link = '[x](command:workbench.action.closeWindow)';
const esc = '\u001b';
/** Terminal colours and bells, and characters that change the text direction. */
const invisible = [esc, '\u0007', '\u202e', '\u2066'];
const name = `${link}<img src=x onerror=close()>${esc}[31m\u202egnp.training-job.json`;

/** No service answers within a millisecond. */
const tooShort = { connect: 0.001, idle: 0.001, whole: 0.001 };

/** A foreign host that nothing may ever contact. */
let stranger: RawServer;
/** Text that does harm wherever it is not treated as plain text. */
let hostile = '';
let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  stranger = await rawServer(({ socket }) => void socket.end(httpResponse('200 OK', '{}')));
  const elsewhere = `http://127.0.0.1:${stranger.port}`;
  hostile = `${invisible.join('')}[31m${link}<img src="${elsewhere}/pixel"><a href="command:workbench.action.closeWindow">y</a>$(rocket)`;
  const settings = {
    'trajectory.baseUrl': elsewhere,
    'trajectory.timeouts': tooShort,
    'trajectory.confirmLog': false,
    'http.proxy': elsewhere,
    'http.proxySupport': 'override',
  };
  session = await startFaultSession({
    '.vscode/settings.json': JSON.stringify(settings),
    [name]: trainingJob(hostile),
    'problems.training-job.json': documentWithProblems(),
    'log.trajectory.json': logRequest(),
    'all.code-workspace': JSON.stringify({ folders: [{ path: '.' }], settings }),
  });
  bench = await session.open(name);
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer(`Access token for http://127.0.0.1:${session.service.port}`, token);
  await bench.statusItem('Access token set').waitFor();
});

afterEach(() => {
  expect(stranger.connections()).toBe(0);
  expect(bench.page.isClosed()).toBe(false);
});

afterAll(async () => {
  await session?.close();
  await stranger?.close();
});

it.each([
  ['a rejection', '403 Forbidden', 'does not allow this', () => JSON.stringify({ detail: hostile })],
  ['a redirect', '307 Temporary Redirect', 'The service redirects to', () => ''],
  ['a failure', '500 Internal Server Error', 'may or may not have taken effect', () => hostile],
  ['an id', '201 Created', 'has no job id', () => JSON.stringify({ id: hostile })],
])('%s from the chosen service is shown as plain text', async (_, status, says, body) => {
  const deliveries = session.service.deliveries();
  const location = `Location: http://127.0.0.1:${stranger.port}/${link}`;
  session.serve(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse(status, body(), [location]));
  });
  await bench.runCommand('Trajectory: Create Training Job');
  await expectInert(bench.dialog.filter({ hasText: `URL: http://127.0.0.1:${session.service.port}/` }));
  await bench.confirm('Create a training job?', 'Create Training Job');
  const notification = (await bench.listedNotification(says)).first();
  await expectInert(notification);
  if (!status.startsWith('500')) expect(await notification.textContent()).toContain('command:');
  await bench.runCommand('Trajectory: Show Latest Outcome');
  await expectInert(bench.editor.filter({ hasText: 'command:' }));
  await bench.closeEditor(/^Request /);
  expect(session.service.deliveries()).toBe(deliveries + 1);
});

it('messages from the service are shown as plain text, in the Problems view and in the editor', async () => {
  const loc = ['body', 'trajectory_groups', 0, 'trajectories', 0, 'reward', hostile];
  const detail = [{ loc, msg: `says ${hostile}`, type: hostile }];
  session.serve(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse('422 Unprocessable Entity', JSON.stringify({ detail })));
  });
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await (await bench.listedNotification('The service found 1 error')).waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  await expectInert(problemRow(/says .*\[x\]/));

  await bench.runCommand('Go to Next Problem in Files');
  await expectInert(bench.page.locator('.marker-widget').filter({ hasText: /says .*\[x\]/ }));
  await bench.page.keyboard.press('Escape');
});

it('messages that quote hostile text are shown as plain text', async () => {
  await bench.openFile('problems.training-job.json');
  await bench.runCommand('Problems: Focus on Problems View');
  await expectInert(problemRow(/found the string.*comm/));
  await bench.focusEditor();
  const line =
    documentWithProblems()
      .split('\n')
      .findIndex((text) => text.includes('"reward"')) + 1;
  await bench.goTo(`${line}:24`);
  await bench.runCommand('Show or Focus Hover');
  await expectInert(bench.page.locator('.monaco-hover').filter({ hasText: /found the string.*comm/ }));
  await bench.page.keyboard.press('Escape');
});

it('the history shows hostile text as plain text', async () => {
  await bench.runCommand('Trajectory: Show History');
  const row = bench.quickInput.getByRole('option').filter({ hasText: 'command:' }).first();
  await expectInert(row);
  await bench.dismiss();
});

it('time limits in the folder settings are ignored, and those in the user settings apply', async () => {
  const deliveries = session.service.deliveries();
  await session.setUp({ 'trajectory.timeouts': tooShort });
  bench = await session.open(name, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.notification('within 0.001 seconds').waitFor();
  expect(session.service.deliveries()).toBe(deliveries);
});

it.each([
  ['folder', undefined],
  ['workspace and its folder', 'all.code-workspace'],
])('the settings of a %s cannot turn off the question before logging', async (_, workspace) => {
  const deliveries = session.service.deliveries();
  bench = await session.open('log.trajectory.json', bench.page, workspace);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
  await bench.answer('Access token for', token);
  await bench.confirm(
    new RegExp(`Log the trajectories\\?.*URL: http://127\\.0\\.0\\.1:${session.service.port}/`, 's'),
    'Cancel',
  );
  expect(session.service.deliveries()).toBe(deliveries);
});

it('a link in a Markdown file sends nothing without a confirmation, where the user has turned it off', async () => {
  const deliveries = session.service.deliveries();
  await session.setUp({ 'trajectory.confirmLog': false });
  bench = await session.open('log.trajectory.json', bench.page);
  const path = `${session.folder}/log.trajectory.json`;
  const uri = { $mid: 1, scheme: 'vscode-remote', authority: new URL(bench.page.url()).host, path };
  const args = [uri, { uri, modelId: 'support-agent' }];
  const links = args.map((argument) => {
    const query = encodeURIComponent(JSON.stringify([argument]));
    return `[Results](command:trajectory.logTrajectories?${query})\n`;
  });
  await writeFiles(session.folder, { 'links.md': links.join('\n') });
  const shown = bench.page.locator('.detected-link').filter({ hasText: 'logTrajectories' });
  // Links are looked for when a text is opened, by an extension that may not have started then.
  await bench.repeatUntil(async () => {
    await bench.closeAllEditors();
    await bench.openFile('links.md');
  }, shown.first());
  for (const argument of args) {
    // At its beginning: the link may be longer than its editor is wide.
    await shown.nth(args.indexOf(argument)).click({ modifiers: ['Control'], position: { x: 20, y: 8 } });
    if (argument === uri) {
      await bench.answer('Model Id', 'support-agent');
      await bench.answer('Access token for', token);
    }
    await bench.confirm(/Log the trajectories\?.*Document: log\.trajectory\.json/s, 'Cancel');
  }
  expect(session.service.deliveries()).toBe(deliveries);
});

/** Asserts that nothing in it can be clicked or loaded, and nothing hides or reverses text. */
async function expectInert(shown: Locator): Promise<void> {
  await expectNothingLive(shown);
  const text = (await shown.first().textContent()) ?? '';
  expect(invisible.filter((character) => text.includes(character))).toEqual([]);
}

async function expectNothingLive(shown: Locator): Promise<void> {
  await shown.first().waitFor();
  // The link that explains a problem's code is ours.
  const ours = ['href', 'data-href'].map((name) => `:not([${name}^="command:trajectory.explainProblem?"])`);
  const live = `:is(a[href*="command:"], a[data-href*="command:"])${ours.join('')}, img, iframe, script`;
  expect(await shown.first().locator(live).count()).toBe(0);
}

function problemRow(text: string | RegExp): Locator {
  return bench.page.locator('.markers-panel .monaco-list-row').filter({ hasText: text });
}

/** One of its strings has raw control characters, which is a problem, too. */
function documentWithProblems(): string {
  const job = JSON.parse(trainingJob('unescaped'));
  job.model_id = hostile;
  const [trajectory] = job.trajectory_groups[0].trajectories;
  trajectory.reward = hostile;
  trajectory[hostile] = hostile;
  return JSON.stringify(job, null, 2).replace('unescaped', `${invisible.join('')}${link}`);
}
