import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, launchServer, newContext } from '../vscode/launch.mjs';
import { printed, start, temporaryFolder } from '../vscode/processes.mjs';
import { openWorkbench, type Workbench } from '../vscode/workbench.mjs';
import { expectNoSecretBelow } from './secrets';
import { newWindow } from './windows';

const root = resolve(import.meta.dirname, '../..');

/** The access token that the local service of a session lets in. */
export const token = 'a-token-for-the-journeys';

/** What a journey needs: the packaged extension in a clean profile, a folder, and a service to send to. */
export interface Session {
  readonly serviceUrl: string;
  /** Where the service keeps what it accepts. */
  readonly data: string;
  /** A copy of the examples; the journeys may change it. */
  readonly folder: string;
  /** Opens a file of the folder in a new window, without what another one stored; that one is closed. */
  readonly open: (file: string) => Promise<Workbench>;
  /** Where a piece of text stands in a file of the folder, as `LINE:COLUMN`. */
  readonly placeOf: (file: string, part: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Installs the package into a clean profile and starts everything around it. */
export async function startSession(): Promise<Session> {
  const temporary = await temporaryFolder('trajectory-journey-');
  const folder = join(temporary.path, 'examples');
  const data = join(temporary.path, 'data');
  await cp(join(root, 'examples'), folder, { recursive: true });
  const service = start(process.execPath, [
    ...[join(root, 'dist/server/service.js'), '--port', '0'],
    ...['--data', data, '--token', token],
  ]);
  const [serviceUrl] = await printed(service, /http:\S+/);
  const server = await launchServer({
    vsix: join(root, 'trajectory-tools.vsix'),
    settings: { 'trajectory.baseUrl': serviceUrl, 'files.autoSave': 'off' },
  });
  const browser = await launchBrowser();
  let shown: Page | null = null;
  return {
    serviceUrl,
    data,
    folder,
    open: async (file) => {
      // The window alone: this browser ends with a context of its own.
      await shown?.close();
      shown = await newWindow(await newContext(browser));
      return openWorkbench(shown, server.url({ folder, file: join(folder, file) }));
    },
    placeOf: async (file, part) => placeIn(await readFile(join(folder, file), 'utf8'), part),
    close: async () => {
      await browser.close();
      await expectNoSecretBelow(server.profile, token);
      await server.close();
      await service.close();
      temporary.remove();
    },
  };
}

function placeIn(text: string, part: string): string {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
