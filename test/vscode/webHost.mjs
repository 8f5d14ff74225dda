/**
 * An extension in development in the web worker host. A server's workbench runs only extensions from other
 * addresses in workers, so this one is served from an address of its own, as from a gallery.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { patience } from './launch.mjs';

/**
 * Serves a folder on loopback, read-only, to pages of any origin.
 *
 * @param {string} folder
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, normalize(decodeURIComponent(pathname)));
    const found = await stat(path).catch(() => null);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (found === null || !found.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': typeOf(pathname) });
    // If the page closes in the middle of a file, the response is destroyed; nothing else to do.
    pipeline(createReadStream(path), response, () => undefined);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  // The workbench lets workers import scripts from `localhost`, but not from 127.0.0.1.
  return { origin: `http://localhost:${address.port}`, close };
}

/** A browser uses no style sheet or image of another type. */
const types = new Map([
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
]);

/** @param {string} path */
function typeOf(path) {
  return types.get(extname(path)) ?? 'application/octet-stream';
}

/**
 * Adds an extension to those that the page itself loads; the server has no option for it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} origin Where the extension's folder is served.
 */
export async function addWebExtension(page, origin) {
  const { host } = new URL(origin);
  await page.context().grantPermissions(['local-network-access']);
  const isWorkbench = (/** @type {URL} */ address) => address.pathname === '/' && address.host !== host;
  await page.route(isWorkbench, async (route) => {
    const response = await route.fetch({ timeout: patience });
    const body = (await response.text()).replace(
      /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)/,
      (_, start, settings) => start + withExtension(settings, host),
    );
    // The page's policy allows only the server's own address.
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
}

/**
 * @param {string} attribute The page's settings: JSON, escaped as an attribute.
 * @param {string} authority
 */
function withExtension(attribute, authority) {
  const settings = JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  settings.developmentOptions = {
    ...settings.developmentOptions,
    extensions: [{ scheme: 'http', authority, path: '/' }],
  };
  return JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
