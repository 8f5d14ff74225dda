/** A VS Code window to measure in: with a document, three lines of Markdown, and the window's own clock. */
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
    // VS Code's merge conflict detection reads the whole document after each key and blocks all extensions.
    'merge-conflict.codeLens.enabled': false,
    'merge-conflict.decorators.enabled': false,
  };
  const server = await launchServer({ extensions: [root], settings, asForPeople: true });
  let browser = null;
  return {
    /** Opens a file in a window with an empty state, in a new browser; closes the previous one. */
    async open(name) {
      await browser?.close();
      browser = await launchBrowser({ optimizes: true });
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
     * Milliseconds from the last `event` that an act causes, as received by the browser, until its effect
     * is painted. `look` is called in the page with the webview's document before the act, and returns a predicate
     * for the effect.
     */
    async time(act, { event = 'keydown', look }) {
      await run(watch, look, event);
      await act();
      const taken = await page.evaluate('globalThis.measured');
      if (taken === null) throw new Error(`Not seen within a minute: ${look}`);
      return taken;
    },
    /** Milliseconds of the longest task on the view's thread during an act; 0 if none took 50. */
    async longestTask(act) {
      await run(watchTasks);
      await act();
      return run(longestTask);
    },
    /**
     * Waits until the window has sent little to its server for two seconds. VS Code backs up an edited document a second
     * after the last edit, and 45 MB keep it busy for several.
     */
    async backedUp() {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await new Promise((resolve) => {
        let timer;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 2000);
        };
        session.on('Network.webSocketFrameSent', ({ response }) => {
          if (response.payloadData.length > 10_000) wait();
        });
        wait();
      });
      await session.detach();
    },
    /** The page's heap in use, in MB. */
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

// The functions below run in the page, so they refer to nothing in this file.

/** The document of the visible webview, or null. */
function webviewOf() {
  const frame = document.querySelector('iframe.webview.ready');
  return frame?.contentDocument?.querySelector('#active-frame')?.contentDocument ?? null;
}

/** Checks after each painted frame, for at most a minute. */
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
      // An open port would keep everything `look` has seen alive.
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
