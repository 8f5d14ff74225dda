import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openJournal } from '../../send/journal/journal';
import type { JournalRecord } from '../../send/journal/records';
import { type Conversation, type RawServer, rawServer } from '../faults/rawServer';
import { launchBrowser, launchServer, newContext, type ServerOptions } from '../vscode/launch.mjs';
import { temporaryFolder } from '../vscode/processes.mjs';
import { openWorkbench, type Workbench } from '../vscode/workbench.mjs';
import { expectNoSecretBelow } from './secrets';
import { token } from './session';
import { newWindow } from './windows';

const root = resolve(import.meta.dirname, '../..');

/** The packaged extension in a clean profile, and a service that does what each test says, byte by byte. */
export interface FaultSession {
  readonly service: RawServer;
  /** Where the editor, its server and the extension keep everything that they write. */
  readonly profile: string;
  /** The folder that the windows show. */
  readonly folder: string;
  /** Says what the service does with the connections from now on. */
  readonly serve: (script: Script) => void;
  /** Has the service answer every request from now on with these bytes. */
  readonly answerWith: (bytes: string) => void;
  /** Has it hold its answer back. Resolves to what gives that answer, when a request is there. */
  readonly holdAnswer: (bytes: string) => Promise<() => void>;
  /** Changes the user's settings for the windows that are opened from now on. */
  readonly setUp: (settings: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Opens a file of the folder in a window, or loads the given one anew. All windows share one profile. */
  readonly open: (file: string, page?: Page) => Promise<Workbench>;
  /** What the extension wrote down about its sends. */
  readonly journal: () => Promise<readonly JournalRecord[]>;
  readonly close: () => Promise<void>;
}

type Script = (conversation: Conversation) => void | Promise<void>;

/** Starts everything, on a folder that holds these files; `options` are about the editor's server. */
export async function startFaultSession(
  files: Readonly<Record<string, string>>,
  options: Pick<ServerOptions, 'env' | 'log' | 'workspaceTrust'> = {},
): Promise<FaultSession> {
  const temporary = await temporaryFolder('trajectory-journey-');
  const folder = join(temporary.path, 'rollouts');
  await writeFiles(folder, files);
  let script: Script = () => {};
  const service = await rawServer((conversation) => script(conversation));
  const settings = { 'trajectory.baseUrl': `http://127.0.0.1:${service.port}` };
  const server = await launchServer({ vsix: join(root, 'trajectory-tools.vsix'), settings, ...options });
  const browser = await launchBrowser();
  const context = await newContext(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const userFolder = join(server.profile, 'data/User');
  const settingsFile = join(userFolder, 'settings.json');
  const serve = (next: Script) => {
    script = next;
  };
  const journal = openJournal(join(userFolder, 'globalStorage/trajectory-tools.trajectory-tools/journal'));
  return {
    service,
    profile: server.profile,
    folder,
    serve,
    answerWith: (bytes) =>
      serve(async ({ socket, request }) => {
        await request;
        socket.end(bytes);
      }),
    holdAnswer: (bytes) =>
      new Promise((resolve) =>
        serve(async ({ socket, request }) => {
          await request;
          resolve(() => socket.end(bytes));
        }),
      ),
    setUp: async (change) => {
      const present = JSON.parse(await readFile(settingsFile, 'utf8')) as Record<string, unknown>;
      await writeFile(settingsFile, JSON.stringify({ ...present, ...change }, null, 2));
    },
    open: async (file, page) =>
      openWorkbench(page ?? (await newWindow(context)), server.url({ folder, file: join(folder, file) })),
    journal: () => journal.follow().read(),
    close: async () => {
      await browser.close();
      await expectNoSecretBelow(server.profile, token);
      await server.close();
      await service.close();
      temporary.remove();
    },
  };
}

/**
 * Has a window create a training job, up to the question whether to. It may ask for the token first: without a
 * keyring this editor keeps secrets as long as a window is loaded.
 */
export async function beginJob(bench: Workbench): Promise<void> {
  await bench.runCommand('Trajectory: Create Training Job');
  const tokenQuestion = bench.quickInput.getByText('Access token for').first();
  const confirmation = bench.dialog.filter({ hasText: 'Create a training job?' });
  await tokenQuestion.or(confirmation).waitFor();
  if (await tokenQuestion.isVisible()) await bench.answer('Access token for', token);
  await confirmation.waitFor();
}

/** A training job that is complete. The note makes its body, and so its send, another one. */
export function trainingJob(note: string): string {
  const turn = { role: 'user', content: note };
  const trajectory = { messages_and_choices: [turn], reward: 1 };
  const job = {
    model_id: '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77',
    trajectory_groups: [{ trajectories: [trajectory] }],
  };
  return `${JSON.stringify(job, null, 2)}\n`;
}

/** A log request that is complete. */
export function logRequest(split = 'train'): string {
  const turn = { role: 'user', content: 'Hello.' };
  const trajectory = { messages_and_choices: [turn], reward: 1 };
  return `${JSON.stringify({ split, trajectory_groups: [{ trajectories: [trajectory] }] }, null, 2)}\n`;
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
