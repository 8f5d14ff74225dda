import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
} from 'vscode-languageserver';
import { createEngine, type Engine } from '../core/document';
import type { LanguageId } from '../core/schema/kind';
import type { Notifications } from '../protocol';
import type { ActionClient } from './actionTarget';
import { completionClientOf } from './completions';
import { Documents, type ReceivedText } from './documents';
import { foldingClientOf, type Host, registerFeatures, serverCapabilities } from './features';
import { Publisher } from './publisher';
import { registerRequests } from './requests';
import type { Later } from './slices';
import { structureClientOf } from './structure';

/** What differs between Node and a browser. */
export interface Runtime {
  readonly later: Later;
}

/** Serves one client over a connection until it ends. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const engine = createEngine();
  const publisher = new Publisher(connection, runtime.later);
  const host: Host = {
    recentModelIds: [],
    schemas: engine.schemas,
    later: runtime.later,
    completions: completionClientOf({}),
    client: { hasSnippets: false, resolvesActions: false, createsFiles: false },
    hasLenses: true,
    canRefreshLenses: false,
    folding: foldingClientOf({}),
    structure: structureClientOf({}),
    documents: new Documents({
      engine,
      later: runtime.later,
      onAnalyzed: (uri, version, document) => publisher.show(uri, version, document),
    }),
  };
  connection.onInitialize(({ capabilities }: InitializeParams) => {
    Object.assign(host.client, actionClientOf(capabilities));
    host.completions = completionClientOf(capabilities);
    host.canRefreshLenses = capabilities.workspace?.codeLens?.refreshSupport === true;
    host.folding = foldingClientOf(capabilities);
    host.structure = structureClientOf(capabilities);
    runtime.later(() => warnWithoutKernels(connection, engine));
    return { capabilities: serverCapabilities(), serverInfo: { name: 'trajectory-language-server' } };
  });
  registerDocuments(connection, host, publisher);
  registerFeatures(connection, host);
  registerRequests(connection, host);
  registerSettings(connection, host, publisher);
  connection.listen();
}

/** Says why large documents open slowly, where they do. Done once the client has its answer, it also warms up. */
function warnWithoutKernels(connection: Connection, engine: Engine): void {
  const { kernelFailure } = engine.analyzer();
  if (kernelFailure === null) return;
  connection.console.warn(
    `Large documents open more slowly here, because WebAssembly cannot be used: ${kernelFailure}`,
  );
}

function actionClientOf({ workspace, textDocument }: ClientCapabilities): ActionClient {
  const edits = workspace?.workspaceEdit;
  const actions = textDocument?.codeAction;
  return {
    hasSnippets: edits?.snippetEditSupport === true,
    resolvesActions:
      actions?.dataSupport === true && actions.resolveSupport?.properties.includes('edit') === true,
    createsFiles: edits?.documentChanges === true && edits.resourceOperations?.includes('create') === true,
  };
}

function registerSettings(connection: Connection, host: Host, publisher: Publisher): void {
  const recent: keyof Notifications = 'trajectory/recentModelIds';
  connection.onNotification(recent, (params: Notifications[typeof recent]) => {
    host.recentModelIds = params.modelIds;
  });
  const settings: keyof Notifications = 'trajectory/settings';
  connection.onNotification(settings, async ({ hints, codeLens }: Notifications[typeof settings]) => {
    publisher.setHints(hints);
    if (codeLens === host.hasLenses) return;
    host.hasLenses = codeLens;
    if (host.canRefreshLenses) await connection.sendRequest(CodeLensRefreshRequest.type);
  });
}

function registerDocuments(connection: Connection, { documents }: Host, publisher: Publisher): void {
  connection.onDidOpenTextDocument(({ textDocument }) => {
    const { uri, version, languageId } = textDocument;
    const text: ReceivedText = textDocument.text;
    documents.open(uri, version, text, { language: languageOf(languageId, uri), name: nameOf(uri) });
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    const { uri, version } = textDocument;
    if (documents.change(uri, version, contentChanges)) return;
    const known = documents.versionOf(uri);
    const reason = known === null ? 'it is not open' : `version ${known} is here already`;
    connection.console.error(`A change to version ${version} of ${uri} was not applied: ${reason}.`);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    documents.close(textDocument.uri);
    publisher.forget(textDocument.uri);
  });
}

/** Editors other than VS Code may have names of their own for our languages: then the file name decides. */
function languageOf(id: string, uri: string): LanguageId {
  if (id === 'trajectory' || id === 'training-config' || id === 'trajectory-jsonl') return id;
  const name = nameOf(uri);
  if (name.endsWith('.training-config.json')) return 'training-config';
  return name.endsWith('.jsonl') ? 'trajectory-jsonl' : 'trajectory';
}

/** The last segment of a URI's path, decoded. */
function nameOf(uri: string): string {
  const segment = uri.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
