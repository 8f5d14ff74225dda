import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import { launchBrowser, launchServer, newContext } from '../../vscode/launch.mjs';
import { printed, start, temporaryFolder } from '../../vscode/processes.mjs';
import { openWorkbench, type Workbench } from '../../vscode/workbench.mjs';
import { expectNoSecretBelow } from './secrets';
import { newWindow } from './windows';

const root = resolve(import.meta.dirname, '../../..');

/** The access token of a session's local service. */
export const token = 'a-token-for-the-journeys';

/** The environment of a journey: the packaged extension in a clean profile, a folder, and a service. */
export interface Session {
  readonly serviceUrl: string;
  /** The user's settings. */
  readonly settings: string;
  /** The service's data folder. */
  readonly data: string;
  /** A copy of the examples, which journeys may change. */
  readonly folder: string;
  /** Opens a file of the folder in a new window. */
  readonly open: (file: string) => Promise<Workbench>;
  /** The position of a text in a file of the folder, as `LINE:COLUMN`. */
  readonly placeOf: (file: string, part: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts everything around a clean profile with the installed package. */
export async function startSession(): Promise<Session> {
  const temporary = await temporaryFolder('trajectory-journey-');
  const folder = join(temporary.path, 'examples');
  const data = join(temporary.path, 'data');
  await cp(join(root, 'examples'), folder, { recursive: true });
  const service = start(process.execPath, [
    ...[join(root, 'bin/trajectory-service.js'), '--port', '0'],
    ...['--data', data, '--token', token],
  ]);
  const [serviceUrl] = await printed(service, /http:\S+/);
  const server = await launchServer({
    installed: inject('installed'),
    settings: { 'trajectory.baseUrl': serviceUrl, 'files.autoSave': 'off' },
  });
  const browser = await launchBrowser();
  return {
    serviceUrl,
    settings: join(server.profile, 'data/User/settings.json'),
    data,
    folder,
    open: async (file) => {
      const page = await newWindow(await newContext(browser));
      return openWorkbench(page, server.url({ folder, file: join(folder, file) }));
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
