/**
 * A window of VS Code to measure in: with a document, three lines of Markdown, and a clock that is the window's own.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, launchServer, newContext } from '../test/vscode/launch.mjs';
import { temporaryFolder } from '../test/vscode/processes.mjs';
import { openWorkbench } from '../test/vscode/workbench.mjs';

export const documentName = 'measured.trajectories.json';
export const markdownName = 'three.md';
const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts VS Code with the built extension on a folder that holds the document. */
export async function startEditor(text) {
  const { path: folder, remove } = await temporaryFolder('trajectory-bench-');
  await writeFile(join(folder, documentName), text);
  await writeFile(join(folder, markdownName), '# Three lines\n\nThis is the *last* of them.\n');
  const settings = {
    'files.autoSave': 'off',
    // A server asks before it opens a file of more than 10 MB.
    'workbench.editorLargeFileConfirmation': 100,
    // VS Code's own search for conflicts reads the whole document after each key, and all extensions wait for it.
    'merge-conflict.codeLens.enabled': false,
    'merge-conflict.decorators.enabled': false,
  };
  const server = await launchServer({ extensions: [root], settings });
  let browser = null;
  return {
    /** Opens a file in a window that remembers nothing, of a browser of its own; the one before is closed. */
    async open(name) {
      await browser?.close();
      browser = await launchBrowser();
      const page = await (await newContext(browser, { viewport: { width: 2000, height: 1000 } })).newPage();
      const bench = await openWorkbench(page, server.url({ folder, file: join(folder, name) }));
      await bench.focusEditor();
      return { ...bench, ...clockOf(page) };
    },
    async close() {
      await browser?.close();
      await server.close();
      remove();
    },
  };
}

function clockOf(page) {
  const run = (func, ...args) =>
    page.evaluate(
      `(${func})(${[webviewOf, ...args].map((arg) => (typeof arg === 'function' ? `${arg}` : JSON.stringify(arg))).join(', ')})`,
    );
  return {
    /**
     * Milliseconds from the last `event` that an act leads to, as the browser has received it, until what it leads to
     * has been painted. `look` is called in the page, before the act with the webview's document, and gives what tells
     * whether it is there.
     */
    async time(act, { event = 'keydown', look }) {
      await run(watch, look, event);
      await act();
      const taken = await page.evaluate('globalThis.measured');
      if (taken === null) throw new Error(`Not seen within a minute: ${look}`);
      return taken;
    },
    /** Milliseconds of the longest task, of the view or whoever shares its thread, while something is done; 0 where none took 50. */
    async longestTask(act) {
      await run(watchTasks);
      await act();
      return run(longestTask);
    },
    /** Megabytes of the page's heap that are in use. */
    async heap() {
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.enable');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      await session.detach();
      return usedSize / 1e6;
    },
  };
}

// What follows runs in the page, and so refers to nothing here.

/** The document of the webview that is shown; null where there is none. */
function webviewOf() {
  const frame = document.querySelector('iframe.webview.ready');
  return frame?.contentDocument?.querySelector('#active-frame')?.contentDocument ?? null;
}

/** Looks after each frame that is painted, for at most a minute. */
function watch(webview, look, event) {
  const isThere = look(webview());
  const windows = [window, webview()?.defaultView].filter(Boolean);
  let begun = null;
  const note = ({ timeStamp, view, target }) => {
    const { timeOrigin } = (view ?? target.ownerDocument.defaultView).performance;
    begun = timeOrigin + timeStamp;
  };
  for (const each of windows) each.addEventListener(event, note, true);
  globalThis.measured = new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const deadline = performance.now() + 60_000;
    const nextFrame = () => requestAnimationFrame(() => port1.postMessage(null));
    port2.onmessage = () => {
      const now = performance.now();
      const isSeen = begun !== null && isThere(webview());
      if (!isSeen && now < deadline) return nextFrame();
      for (const each of windows) each.removeEventListener(event, note, true);
      // An open port would keep all that `look` has seen.
      port1.close();
      resolve(isSeen ? performance.timeOrigin + now - begun : null);
    };
    nextFrame();
  });
}

function watchTasks(webview) {
  const { PerformanceObserver } = webview().defaultView;
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  globalThis.watchedTasks = { tasks, observer };
}

function longestTask() {
  const { tasks, observer } = globalThis.watchedTasks;
  tasks.push(...observer.takeRecords());
  observer.disconnect();
  return Math.max(0, ...tasks.map(({ duration }) => duration));
}
