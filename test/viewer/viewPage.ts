import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type Program, pageHtml } from '../../client/view/pageHtml';
import type { FromView, PageRequestMessage, ToView } from '../../client/view/viewMessages';
import { collectionRequest } from '../../server/viewProtocol/collection';
import { compareRequest } from '../../server/viewProtocol/comparison';
import { conversationRequest, textRequest } from '../../server/viewProtocol/conversation';
import { fileMessageRequest, fileProblemsRequest, fileStateRequest } from '../../server/viewProtocol/files';
import { findRequest } from '../../server/viewProtocol/find';
import type { Client } from '../server/client';
import { launchBrowser, newContext } from '../vscode/launch.mjs';
import { type Theme, themes } from './themes';

/** The view's page, as in VS Code's webview. */
export interface ViewPage {
  readonly page: Page;
  /** Messages from the view, except requests. */
  readonly said: FromView[];
  /** Its reports of the current item, which may arrive after later messages. */
  readonly moves: FromView[];
  /** Its reports that it shows a change. */
  readonly followed: FromView[];
  /** Requests from the view, in order. */
  readonly asked: PageRequestMessage[];
  /** Requests with these names fail with these messages, once there is one. */
  readonly failing: Map<PageRequestMessage['name'], string | Promise<string | undefined>>;
  /** Policy violations, errors, and network requests other than for the view's own files. */
  readonly trouble: string[];
  tell(message: ToView): Promise<void>;
  /** Compares with another document of the server, as the host does when the user has chosen it. */
  compareWith(uri: string): Promise<void>;
}

export interface ViewOptions {
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  readonly height?: number;
  /** Whether the server reads it from the disk. */
  readonly isFile?: boolean;
}

/** Starts a browser for the tests of one file; `open` shows a document of a real server in the view. */
export function useView(): {
  readonly open: (client: Client, uri: string, options?: ViewOptions) => Promise<ViewPage>;
} {
  const folder = join(inject('programs'), 'view');
  let browser: Browser;
  /** Those of the running test; null before the first. */
  let pages: Page[] | null = null;
  const files = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
    response.setHeader('Content-Type', types[extname(pathname)] ?? 'text/html; charset=utf-8');
    const uri = searchParams.get('uri');
    response.end(uri === null ? readFileSync(join(folder, pathname)) : pageHtml(program, uri));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });
  beforeEach(() => {
    pages = [];
  });
  // The more pages are open, the longer each takes. Closing their contexts would end the browser.
  afterEach(async () => {
    for (const page of pages ?? []) await page.close();
  });
  afterAll(async () => {
    await browser.close();
    files.close();
  });
  return {
    async open(client, uri, { theme = 'dark', width = 1000, height = 800, isFile = false } = {}) {
      const context = await newContext(browser, { viewport: { width, height } });
      const page = await context.newPage();
      pages?.push(page);
      const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
      return show(page, { origin, client, uri, isFile, theme: themes[theme] });
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

const program: Program = { source: "'self'", url: (name) => name };

interface Shown {
  readonly origin: string;
  readonly client: Client;
  readonly uri: string;
  readonly isFile: boolean;
  readonly theme: Theme;
}

async function show(page: Page, { origin, client, uri, isFile, theme }: Shown): Promise<ViewPage> {
  const said: FromView[] = [];
  const moves: FromView[] = [];
  const followed: FromView[] = [];
  const asked: PageRequestMessage[] = [];
  const failing: ViewPage['failing'] = new Map();
  const trouble: string[] = [];
  let other = '';
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      trouble.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) trouble.push(`request: ${url}`);
  });
  page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`));
  const compareWith = (uri: string) => {
    other = uri;
    return tell({ type: 'other', name: uri.split('/').at(-1)!, uri });
  };
  const tell = (message: ToView) => page.evaluate((sent) => window.postMessage(sent, '*'), message);
  await page.exposeFunction('fromView', async (message: FromView) => {
    if (message.type === 'moved') moves.push(message);
    else if (message.type === 'followed') followed.push(message);
    else if (message.type !== 'question' && message.type !== 'received') said.push(message);
    if (message.type === 'ready') {
      await tell({ type: 'document', name: uri.split('/').at(-1)!, uri, isFile, formerly: [] });
      await tell({ type: 'changed', version: 0 });
    }
    if (message.type === 'compareWith' && message.uri !== null) await compareWith(message.uri);
    if (message.type !== 'question') return;
    asked.push(message);
    const failure = await failing.get(message.name);
    if (failure !== undefined) return tell({ type: 'failure', id: message.id, message: failure });
    // As the host of the view does.
    const told: ToView = await answer(client, message.isOther === true ? other : uri, message).then(
      (result) => ({ type: 'answer', id: message.id, result }),
      (error: Error) => ({ type: 'failure', id: message.id, message: error.message }),
    );
    await tell(told);
  });
  await page.addInitScript(beAWebview, theme);
  await page.goto(`${origin}/?uri=${encodeURIComponent(uri)}`);
  return { page, said, moves, followed, asked, failing, trouble, tell, compareWith };
}

function answer(client: Client, uri: string, { name, params }: PageRequestMessage) {
  switch (name) {
    case 'collection':
      return client.ask(collectionRequest, { uri, ...params });
    case 'conversation':
      return client.ask(conversationRequest, { uri, ...params });
    case 'text':
      return client.ask(textRequest, { uri, ...params });
    case 'find':
      return client.ask(findRequest, { uri, ...params });
    case 'compare':
      return client.ask(compareRequest, { uri, ...params });
    case 'file':
      return client.ask(fileStateRequest, { uri });
    case 'fileMessage': {
      const { trajectory, line, character } = params;
      return client.ask(fileMessageRequest, { uri, trajectory, position: { line, character } });
    }
    case 'fileProblems':
      return client.ask(fileProblemsRequest, { uri });
  }
}

/** Runs in the page before its program: provides VS Code's webview environment. */
function beAWebview({ bodyClass, colors }: Theme): void {
  const page = window as unknown as {
    fromView(message: unknown): void;
    acquireVsCodeApi(): unknown;
  };
  page.acquireVsCodeApi = () => ({
    postMessage: (message: unknown) => page.fromView(message),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`refused: ${violatedDirective} ${blockedURI}`);
  });
  document.addEventListener('DOMContentLoaded', () => {
    document.body.className = bodyClass;
    const { style } = document.documentElement;
    for (const [name, color] of Object.entries(colors)) style.setProperty(`--vscode-${name}`, color);
  });
}
