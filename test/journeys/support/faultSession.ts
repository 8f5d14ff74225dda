import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openJournal } from '../../../send/journal/journal';
import type { JournalRecord } from '../../../send/journal/records';
import { type Conversation, type RawServer, rawServer } from '../../faults/rawServer';
import { launchBrowser, launchServer, newContext, type ServerOptions } from '../../vscode/launch.mjs';
import { temporaryFolder } from '../../vscode/processes.mjs';
import { openWorkbench, type Workbench } from '../../vscode/workbench.mjs';
import { expectNoSecretBelow } from './secrets';
import { token } from './session';
import { newWindow } from './windows';

/** The packaged extension in a clean profile, and a service that each test scripts byte by byte. */
export interface FaultSession {
  readonly service: RawServer;
  /** Folder of everything that the editor, its server and the extension write. */
  readonly profile: string;
  /** The folder open in the windows. */
  readonly folder: string;
  /** Scripts the service's connections from now on. */
  readonly serve: (script: Script) => void;
  /** Makes the service respond to every request with these bytes from now on. */
  readonly answerWith: (bytes: string) => void;
  /** Makes it hold back its response. Resolves, once a request arrives, to a function that releases the response. */
  readonly holdAnswer: (bytes: string) => Promise<() => void>;
  /** Changes the user's settings for windows opened from now on. */
  readonly setUp: (settings: Readonly<Record<string, unknown>>) => Promise<void>;
  /**
   * Opens a file of the folder in a new window, or reloads `page` with it. All windows share one profile. A workspace
   * is a file of the folder, too.
   */
  readonly open: (file: string, page?: Page, workspace?: string) => Promise<Workbench>;
  /** The extension's journal of its sends. */
  readonly journal: () => Promise<readonly JournalRecord[]>;
  readonly close: () => Promise<void>;
}

type Script = (conversation: Conversation) => void | Promise<void>;

/** Starts everything, on a folder with these files; `options` are for the editor's server. */
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
  const server = await launchServer({ installed: inject('installed'), settings, ...options });
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
    open: async (file, page, workspace) => {
      const opened = workspace === undefined ? { folder } : { workspace: join(folder, workspace) };
      const url = server.url({ ...opened, file: join(folder, file) });
      return openWorkbench(page ?? (await newWindow(context)), url);
    },
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
 * Creates a training job in a window, up to the confirmation. May enter the token first: without a
 * keyring this editor keeps secrets only until a reload.
 */
export async function beginJob(bench: Workbench): Promise<void> {
  await bench.runCommand('Trajectory: Create Training Job');
  const tokenQuestion = bench.quickInput.getByText('Access token for').first();
  const confirmation = bench.dialog.filter({ hasText: 'Create a training job?' });
  await tokenQuestion.or(confirmation).waitFor();
  if (await tokenQuestion.isVisible()) await bench.answer('Access token for', token);
  await confirmation.waitFor();
}

/** A complete training job. The note makes its body unique. */
export function trainingJob(note: string): string {
  const turn = { role: 'user', content: note };
  const trajectory = { messages_and_choices: [turn], reward: 1 };
  const job = {
    model_id: '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77',
    trajectory_groups: [{ trajectories: [trajectory] }],
  };
  return `${JSON.stringify(job, null, 2)}\n`;
}

/** A complete log request. */
export function logRequest(split = 'train'): string {
  const turn = { role: 'user', content: 'Hello.' };
  const trajectory = { messages_and_choices: [turn], reward: 1 };
  return `${JSON.stringify({ split, trajectory_groups: [{ trajectories: [trajectory] }] }, null, 2)}\n`;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
