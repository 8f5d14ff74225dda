import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, logRequest, startFaultSession } from '../support/faultSession';
import { keepPicture } from '../support/windows';

const file = 'calm.trajectory.json';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await startFaultSession({ [file]: logRequest() });
  bench = await session.open(file);
});

afterAll(() => session?.close());

it('a page whose program never ran is loaded again when the view is opened again', async () => {
  const { page, view } = bench;
  const extensions = join(session.profile, 'extensions');
  const [name] = (await readdir(extensions)).filter((one) => one.startsWith('trajectory-tools'));
  const program = join(extensions, name!, 'dist/viewer/main.js');
  await rename(program, `${program}.away`);
  const failed = page.waitForResponse((one) => one.url().endsWith('/viewer/main.js') && !one.ok());
  await bench.focusEditor();
  await bench.openView(page.getByRole('tab', { name: `View ${file}` }));
  await failed;
  expect(await view.locator('#view').innerHTML()).toBe('');
  await rename(`${program}.away`, program);
  await bench.focusEditor();
  await bench.openView(overview());
});

it('a view that VS Code restores without its state says so, instead of vanishing', async () => {
  const { page } = bench;
  // From now on the editor's storage has the view's state.
  await bench.reload();
  await overview().waitFor();
  const url = new URL(page.url());
  // Another page of the same origin, as the window stores its state again while it is open.
  await page.goto(`${url.origin}/version`);
  expect(await page.evaluate(loseState)).toBeGreaterThan(0);
  await page.goto(url.href);
  await bench.view.getByRole('alert').getByText('Close it, and open the view again').waitFor();
  await page.getByRole('tab', { name: `View ${file}` }).waitFor();
  await keepPicture(page, 'view: without state');
});

function overview() {
  return bench.view.getByRole('region', { name: 'Overview' }).getByText('1 trajectory');
}

/** Runs in a page: removes the URIs that pages of views have stored. Returns in how many values of the window's state. */
async function loseState(): Promise<number> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let changed = 0;
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name!));
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
      for (const key of await done(store.getAllKeys())) {
        const value: unknown = await done(store.get(key));
        if (
          typeof value !== 'string' ||
          !/\\"uri\\+":[^,]*calm\.trajectory\.json\\+",\\+"trajectory/.test(value)
        )
          continue;
        await done(
          store.put(
            value.replace(/\\"uri(\\+":[^,]*calm\.trajectory\.json\\+",\\+"trajectory)/, '\\"lost$1'),
            key,
          ),
        );
        changed++;
      }
    }
    database.close();
  }
  return changed;
}
