import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The layers of the server, lowest first: each imports only from itself and from lower layers. */
const layers = [
  'server/core/work.ts',
  'server/core/firstIndex.ts',
  'server/core/text/',
  'server/core/syntax/',
  'server/core/schema/',
  'server/core/detection/',
  'server/core/rules/',
  'server/core/engine.ts',
  'server/core/document.ts',
  'server/core/collection/',
  'server/core/features/',
  'server/core/streaming/',
  'server/protocol.ts',
  'server/viewProtocol/',
  'server/languageDetection.ts',
  'server/lsp/',
  'server/commandLine.ts',
  'server/files/',
  'server/ranges/',
  'server/viewedFiles/',
  'server/stdio/',
  'server/service/',
  'server/main.',
];

interface Import {
  readonly file: string;
  /** The path of a project file, or the package name as written. */
  readonly target: string;
  /** The statement as written. */
  readonly text: string;
}

/** The layers of the client, lowest first. */
const clientLayers = [
  'client/log.ts',
  'client/exists.ts',
  'client/openDocument.ts',
  'client/takeTurns.ts',
  'client/memory.ts',
  'client/notifications.ts',
  'client/settings.ts',
  'client/pickOrType.ts',
  'client/lsp/',
  'client/documents/',
  'client/start/',
  'client/locations/',
  'client/lines/',
  'client/view/',
  'client/access/',
  'client/clientServices.ts',
  'client/runtime.ts',
  'client/send/',
  'client/noSending.ts',
  'client/service/',
  'client/tasks/',
  'client/extension.ts',
  'client/main.',
];

/** The layers of sending, lowest first. */
const sendLayers = [
  'send/outcome.ts',
  'send/operations.ts',
  'send/format/',
  'send/request/',
  'send/journal/',
  'send/response/',
  'send/transport/',
  'send/submission.ts',
  'send/requestLines.ts',
  'send/submit.ts',
];

/** The layers of the command line, lowest first. */
const cliLayers = [
  'cli/exitCode.ts',
  'cli/terminal/',
  'cli/temporaryName.ts',
  'cli/status.ts',
  'cli/fail.ts',
  'cli/contained.ts',
  'cli/onExit.ts',
  'cli/inSlices.ts',
  'cli/grouping.ts',
  'cli/problemsPage.ts',
  'cli/files/',
  'cli/check/',
  'cli/parts/',
  'cli/report/',
  'cli/rewrite/',
  'cli/send/',
  'cli/stats/',
  'cli/commands/',
  'cli/help.ts',
  'cli/options.ts',
  'cli/ownPrograms.ts',
  'cli/program.ts',
  'cli/commandLine.ts',
  'cli/main.ts',
];

/** The layers of the view, lowest first. */
const viewerLayers = [
  'viewer/host.ts',
  'viewer/icons.ts',
  'viewer/locale.ts',
  'viewer/styled.ts',
  'viewer/styles.d.ts',
  'viewer/scrollWithin.ts',
  'viewer/data/',
  'viewer/format/',
  'viewer/state/',
  'viewer/focus.ts',
  'viewer/refreshing.ts',
  'viewer/conversation/',
  'viewer/comparison/',
  'viewer/keys.ts',
  'viewer/stepBack.ts',
  'viewer/list/',
  'viewer/comparedFiles/',
  'viewer/viewedFile/',
  'viewer/find/',
  'viewer/overview/',
  'viewer/app.ts',
  'viewer/main.ts',
];

const layersOf = {
  server: layers,
  client: clientLayers,
  send: sendLayers,
  cli: cliLayers,
  viewer: viewerLayers,
};

const imports = ['server', 'send', 'client', 'viewer', 'cli'].flatMap((folder) =>
  filesUnder(folder).flatMap(importsOf),
);

describe('Imports point one way', () => {
  it('finds imports in every layer', () => {
    for (const layer of layers.filter((one) => one.endsWith('/') && one !== 'server/core/text/'))
      expect(importsUnder(layer).length, layer).toBeGreaterThan(0);
    expect(importsUnder('client/').length).toBeGreaterThan(50);
  });

  it('every import of a project file resolves', () => {
    const files = new Set([
      ...filesUnder('server'),
      ...filesUnder('send'),
      ...filesUnder('client'),
      ...filesUnder('viewer'),
      ...filesUnder('cli'),
      ...filesUnder('schemas'),
      'package.json',
    ]);
    const lost = imports.filter(
      ({ target }) => isOwn(target) && !target.endsWith('.css') && !files.has(target),
    );
    expect(lost.filter(({ target }) => !target.startsWith('generated/'))).toEqual([]);
  });

  it.each(Object.entries(layersOf))(
    '%s: each layer imports only lower ones, and every file is in one',
    (folder, ordered) => {
      const files = filesUnder(folder).filter((file) => file.endsWith('.ts'));
      expect(files.filter((file) => layerOf(file, ordered) < 0)).toEqual([]);
      expect(importsAgainst(ordered)).toEqual([]);
    },
  );

  it('there are no import cycles', () => {
    // Repeatedly remove files without imports until none is left, or only those in cycles.
    let left = imports.filter(({ target }) => isOwn(target));
    for (let before = -1; before !== left.length; ) {
      before = left.length;
      const importing = new Set(left.map(({ file }) => file));
      left = left.filter(({ target }) => importing.has(target));
    }
    expect(left).toEqual([]);
  });

  it('the folders and files of a folder do not import one another in circles', () => {
    const folders = new Set(imports.flatMap(({ file }) => foldersAround(file)));
    expect([...folders].flatMap(circlesIn)).toEqual([]);
  });

  it('the core imports only itself, the schemas and generated code: no Node, no VS Code, no LSP', () => {
    const own = /^(server\/core\/|schemas\/[\w-]+\.json$|generated\/(kernels\/\w+|ajv)\.mjs$)/;
    const targets = importsUnder('server/core/').filter(({ target }) => !own.test(target));
    expect(targets).toEqual([]);
  });

  it('the language server does not import the local service, and the service does not import LSP', () => {
    const ofServer = imports.filter(({ file }) => file.startsWith('server/') && !isService(file));
    expect(ofServer.filter(({ target }) => isService(target))).toEqual([]);
    const lsp = /^(server\/(lsp|main)|vscode)/;
    expect(importsUnder('server/service/').filter(({ target }) => lsp.test(target))).toEqual([]);
  });

  it('the server imports neither the client nor VS Code', () => {
    const wrong = importsUnder('server/').filter(
      ({ target }) =>
        /^(client|send)\//.test(target) || target === 'vscode' || target.startsWith('vscode-languageclient'),
    );
    expect(wrong).toEqual([]);
  });

  it('only the Node entries, their command line, files and transport, and the service import Node', () => {
    const files = importsUnder('server/').filter(({ target }) => target.startsWith('node:'));
    const others = files.filter(
      ({ file }) =>
        !isService(file) &&
        !/^server\/(main\.node\.ts|commandLine\.ts|files\/|ranges\/|viewedFiles\/|stdio\/)/.test(file),
    );
    expect(others).toEqual([]);
  });

  it('the client imports only shared protocol and knowledge from the server', () => {
    const targets = importsUnder('client/').filter(({ target }) => target.startsWith('server/'));
    expect(targets.length).toBeGreaterThan(0);
    const shared = ['server/protocol.ts', 'server/languageDetection.ts'];
    const others = targets.filter(
      ({ target }) => !shared.includes(target) && !target.startsWith('server/viewProtocol/'),
    );
    expect(others).toEqual([]);
  });

  it('sending imports neither VS Code nor the client, and only the public protocol of the server', () => {
    const own = /^(send\/|server\/protocol\.ts$|node:)/;
    expect(importsUnder('send/').filter(({ target }) => !own.test(target))).toEqual([]);
  });

  it('the view imports only the types of its messages from the rest of the project', () => {
    const said = ['client/view/viewMessages.ts', 'server/protocol.ts', 'server/viewProtocol/'];
    const others = importsUnder('viewer/').filter(
      ({ target }) => isOwn(target) && !target.startsWith('viewer/'),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(
      others.filter(
        ({ target, text }) =>
          !said.some((path) => target.startsWith(path)) || !text.startsWith('import type'),
      ),
    ).toEqual([]);
  });

  it('the view’s computations import no rendering code', () => {
    const computed = importsUnder('viewer/data/');
    expect(computed.length).toBeGreaterThan(0);
    expect(computed.filter(({ target }) => !/^(viewer\/data|client\/view|server)\//.test(target))).toEqual(
      [],
    );
  });

  it('the command line imports the core, sending, and the programs it starts; never the client or the view', () => {
    const own =
      /^(cli|send|server\/core|server\/files|server\/ranges|server\/service|server\/stdio|server\/viewedFiles)\/|^server\/(protocol|languageDetection)\.ts$/;
    const targets = importsUnder('cli/').filter(({ target }) => isOwn(target) && !own.test(target));
    expect(targets).toEqual([]);
  });

  it('nothing imports the command line', () => {
    const wrong = imports.filter(({ file, target }) => target.startsWith('cli/') && !file.startsWith('cli/'));
    expect(wrong).toEqual([]);
  });

  it('nothing but its bundle imports the view', () => {
    const wrong = imports.filter(
      ({ file, target }) => target.startsWith('viewer/') && !file.startsWith('viewer/'),
    );
    expect(wrong).toEqual([]);
  });

  it('browser code imports neither Node nor code that needs it', () => {
    const nodeOnly =
      /^(node:|client\/(main\.node|send\/|service\/|tasks\/)|send\/(submit|requestLines|journal\/|transport\/))/;
    const inBrowser = importsUnder('client/').filter(({ file }) => !nodeOnly.test(file));
    expect(inBrowser.filter(({ target }) => nodeOnly.test(target))).toEqual([]);
  });
});

function importsUnder(prefix: string): Import[] {
  return imports.filter(({ file }) => file.startsWith(prefix));
}

/** Imports of a file from a layer above its own. */
function importsAgainst(ordered: readonly string[]): Import[] {
  return imports.filter(
    ({ file, target }) => layerOf(file, ordered) >= 0 && layerOf(target, ordered) > layerOf(file, ordered),
  );
}

/** The index of a file's layer; -1 if it is in none. */
function layerOf(path: string, ordered: readonly string[]): number {
  return ordered.findIndex((layer) => path.startsWith(layer));
}

function foldersAround(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}

/** Imports between the folders and files in a folder that are part of a circle. */
function circlesIn(folder: string): string[] {
  const memberOf = (path: string) => folder + path.slice(folder.length).split('/', 1)[0];
  let left = imports
    .filter(({ file, target }) => file.startsWith(folder) && target.startsWith(folder))
    .map(({ file, target }) => ({ from: memberOf(file), to: memberOf(target), file, target }))
    .filter(({ from, to }) => from !== to);
  // Repeatedly remove members that import nothing, or that nothing imports.
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const importing = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
  }
  return left.map(({ file, target }) => `${file} → ${target}`);
}

function isService(path: string): boolean {
  return path.startsWith('server/service/');
}

it('scripts of the manifest build bundles that exist', () => {
  const [manifest, build] = ['package.json', 'esbuild.mjs'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const named = [...manifest!.matchAll(/--only (\w+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !new RegExp(`^ +(\\[)?'${name}',`, 'm').test(build!))).toEqual([]);
});

function isOwn(target: string): boolean {
  return /^(server|send|client|viewer|cli|schemas|generated)\//.test(target);
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mts|mjs|json)$/.test(name))
    .map((name) => join(folder, name));
}

/** Every module that a file names: in `import`, `export … from`, `import('…')` types, and `require`. */
function importsOf(file: string): Import[] {
  if (!file.endsWith('.ts')) return [];
  const text = readFileSync(join(root, file), 'utf8');
  const patterns = [
    /^\s*(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'/gm,
    /^\s*import\s*'([^']+)'/gm,
    /\b(?:import|require)\s*\(\s*'([^']+)'/g,
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ file, target: targetOf(file, match[1]!), text: match[0].trim() }));
}

function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(root, resolve(root, dirname(file), specifier));
  return /\.(json|css|m?[jt]s)$/.test(path) ? path : `${path}.ts`;
}
