import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from './client.mjs';
import { schemaForPeer } from './schema.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const uri = 'file:///bench/measured.trajectories.json';

/** Client capabilities of VS Code. */
const common = {
  documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  foldingRange: { rangeLimit: 5000, lineFoldingOnly: true },
};

/** Each server's program, and the differences in its protocol. */
export const servers = {
  ours: {
    program: join(here, '../bin/trajectory-language-server.js'),
    arguments: [],
    capabilities: {},
    languageOf: (corpus) => corpus.language,
    configure: () => {},
    diagnose: pushed,
  },
  peer: {
    program: join(here, 'node_modules/vscode-langservers-extracted/bin/vscode-json-language-server'),
    arguments: [],
    capabilities: { diagnostic: { dynamicRegistration: true } },
    languageOf: () => 'json',
    configure(connection) {
      const schemas = [{ fileMatch: ['*.json'], url: 'bench://log-request.json', schema: schemaForPeer() }];
      connection.notify('workspace/didChangeConfiguration', {
        settings: { json: { validate: { enable: true }, schemas } },
      });
    },
    diagnose: pulled,
  },
};

/** Starts a server and initializes it. `ready`: milliseconds from spawn to the `initialize` reply. */
export async function start(name, { withHeap = false } = {}) {
  const server = servers[name];
  const flags = withHeap ? ['--expose-gc', '--require', join(here, 'heap.cjs')] : [];
  const began = performance.now();
  const connection = connect(process.execPath, [...flags, server.program, ...server.arguments, '--stdio'], {
    withChannel: withHeap,
  });
  const { capabilities } = await connection.request('initialize', {
    processId: process.pid,
    rootUri: null,
    initializationOptions: { provideFormatter: true, handledSchemaProtocols: ['file'] },
    capabilities: {
      textDocument: { ...common, ...server.capabilities },
      workspace: { workspaceFolders: false },
    },
  });
  const ready = performance.now() - began;
  connection.notify('initialized', {});
  server.configure(connection);
  return { name, connection, capabilities, ready, diagnostics: server.diagnose(connection), version: 0 };
}

/** Opens a corpus as the session's document and returns its diagnostics. */
export function open(session, corpus) {
  session.version = 1;
  const languageId = servers[session.name].languageOf(corpus);
  session.connection.notify('textDocument/didOpen', {
    textDocument: { uri, languageId, version: 1, text: corpus.text },
  });
  return session.diagnostics(1);
}

export function close(session) {
  session.connection.notify('textDocument/didClose', { textDocument: { uri } });
}

/** Waits until our server has read all earlier messages: it answers in order. */
export async function caughtUp(session) {
  await session.connection.request('trajectory/locate', { uri, version: -1, paths: [] });
}

/** Sends changes without waiting for their diagnostics. */
export function change(session, ...contentChanges) {
  session.version++;
  session.connection.notify('textDocument/didChange', {
    textDocument: { uri, version: session.version },
    contentChanges,
  });
}

/** The diagnostics of the newest version. */
export function diagnose(session) {
  return session.diagnostics(session.version);
}

/** Sends a feature request. */
export function ask(session, method, params) {
  return session.connection.request(method, { textDocument: { uri }, ...params });
}

/** Push diagnostics, by version. */
function pushed(connection) {
  let newest = { version: 0, diagnostics: [] };
  let wanted = null;
  connection.on('textDocument/publishDiagnostics', (published) => {
    if (published.version === undefined) return;
    newest = published;
    if (wanted === null || newest.version < wanted.version) return;
    wanted.resolve(newest.diagnostics);
    wanted = null;
  });
  return (version) =>
    newest.version === version
      ? Promise.resolve(newest.diagnostics)
      : new Promise((resolve) => (wanted = { version, resolve }));
}

/** Pull diagnostics: requested at once, so the server's typing delay does not count. */
function pulled(connection) {
  return async () => (await connection.request('textDocument/diagnostic', { textDocument: { uri } })).items;
}
