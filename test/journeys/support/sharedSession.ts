import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, startFaultSession, writeFiles } from './faultSession';
import { expectNoSecretBelow } from './secrets';
import { token } from './session';

/** A session whose window is as it was when it opened, but for what the workbench remembers of closed editors. */
interface Kept {
  readonly session: FaultSession;
  readonly bench: Workbench;
  /** The text of the user's settings. */
  readonly settings: string;
}

/** Unsaved changes stay visible, large files open without a question, and each file opens at its start. */
const settings = {
  'files.autoSave': 'off',
  'workbench.editorLargeFileConfirmation': 1000,
  'workbench.editor.restoreViewState': false,
};

/** Between two files of journeys that run in the same process. */
let kept: Kept | null = null;
let hasFailed = false;

/** Remembers that a test has failed: no other file gets its window. */
export function noticeFailure(): void {
  hasFailed = true;
}

/**
 * A session for journeys that send nothing and change no settings, on a folder with only these files. Opening a window
 * costs nine seconds of CPU time, so the window of an earlier file of journeys is used again if there is one. `close`
 * puts the window back into its first state, and fails if it cannot.
 */
export async function borrowSession(files: Readonly<Record<string, string>>): Promise<FaultSession> {
  hasFailed = false;
  let borrowed = kept;
  kept = null;
  if (borrowed?.bench.page.isClosed() === true) {
    // A journey between them has failed, which closes all windows.
    await borrowed.session.close();
    borrowed = null;
  }
  const session = borrowed?.session ?? (await startFaultSession({}));
  await writeFiles(session.folder, files);
  if (borrowed === null) await session.setUp(settings);
  let now = borrowed;
  return {
    ...session,
    open: async (file, ...how) => {
      if (now !== null && how.length === 0) await now.bench.openFile(file);
      else now = await opened(session, await session.open(file, ...how));
      return now.bench;
    },
    close: async () => {
      if (now === null || hasFailed) return session.close();
      await restore(now).catch(async (error) => {
        await session.close();
        throw error;
      });
      kept = now;
    },
  };
}

async function opened(session: FaultSession, bench: Workbench): Promise<Kept> {
  const text = await readFile(settingsFile(session), 'utf8');
  return { session, bench, settings: text };
}

async function restore({ session, bench, settings }: Kept): Promise<void> {
  const { page } = bench;
  page.removeAllListeners('dialog').removeAllListeners('request');
  await page.setViewportSize({ width: 1280, height: 800 });
  await bench.closeAllEditors();
  await bench.runCommand('Clear Editor History');
  await bench.confirm('history of recently opened editors', 'Clear');
  for (const name of await readdir(session.folder)) await rm(join(session.folder, name), { recursive: true });
  // A window does not always notice that files are gone.
  await bench.runCommand('Refresh Explorer');
  await bench.runCommand('Notifications: Clear All Notifications');
  const rest = ['.part.panel', '.notification-toast', '.monaco-dialog-box', '.quick-input-widget', '.tab'];
  for (const some of [...rest, '.editor-group-container >> nth=1', '.explorer-folders-view .monaco-list-row'])
    await page.locator(some).filter({ visible: true }).first().waitFor({ state: 'detached' });
  // A window does not always notice other settings.
  expect(await readFile(settingsFile(session), 'utf8')).toBe(settings);
  // The extension would remember what was sent, the models, and the token.
  expect(await session.journal()).toEqual([]);
  await expectNoSecretBelow(session.profile, token);
}

function settingsFile({ profile }: FaultSession): string {
  return join(profile, 'data/User/settings.json');
}
