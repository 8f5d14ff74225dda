import {
  CodeLensRefreshRequest,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
} from 'vscode-languageserver';
import { createEngine, type Engine } from '../core/document';
import type { LanguageId } from '../core/schema/kind';
import { recentModelIdsNotification } from '../protocol';
import { type Analysis, analysisBy } from './analysis';
import { clientOf } from './client';
import { Described } from './described';
import { Documents, type Failure, type ReceivedText } from './documents';
import { traceOf } from './failures';
import { failed, type Host, onNotification } from './feature';
import { registerFeatures, serverCapabilities } from './features';
import { isNumber, isRange, isString, listOf, objectOf, ofDocument, optional } from './params';
import { Publisher } from './publisher';
import { ClientSettings, type Settings } from './settings';
import type { Later } from './slices';

/** What differs between Node, a browser, and a test. */
export interface Runtime {
  readonly later: Later;
  readonly analysis?: Analysis;
  /** The client has asked the server to end. */
  readonly onShutdown?: () => void;
}

/** Serves one client over a connection until it ends. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const { later } = runtime;
  const engine = createEngine();
  const analysis = runtime.analysis ?? analysisBy(engine);
  const publisher = new Publisher({ connection, analysis, later });
  const host: Host = {
    connection,
    later,
    schemas: engine.schemas,
    client: clientOf({}),
    described: new Described(),
    recentModelIds: [],
    hasLenses: true,
    isEnding: false,
    documents: new Documents({
      analysis,
      later,
      onAnalyzed: (uri, version, document) => publisher.show(uri, version, document),
      onFailed: (failure) => tellOfFailure(connection, publisher, failure),
    }),
  };
  registerLife(host, publisher, { engine, runtime });
  registerDocuments(host, publisher);
  registerFeatures(host);
  const recent = onNotification(
    recentModelIdsNotification,
    { modelIds: listOf(isString) },
    ({ modelIds }) => {
      host.recentModelIds = modelIds;
    },
  );
  recent(connection);
  connection.listen();
}

/** From `initialize`, by way of the settings, to `shutdown`. */
function registerLife(
  host: Host,
  publisher: Publisher,
  { engine, runtime }: { readonly engine: Engine; readonly runtime: Runtime },
): void {
  const settings = new ClientSettings(host, (chosen) => use(host, publisher, chosen));
  host.connection.onInitialize(({ capabilities, initializationOptions }) => {
    try {
      host.client = clientOf(capabilities);
      const { hints, codeLens } = settings.start(initializationOptions);
      publisher.setHints(hints);
      host.hasLenses = codeLens;
    } catch (error) {
      throw failed(host.connection, 'initialize', error);
    }
    runtime.later(() => warnWithoutKernels(host.connection, engine));
    return { capabilities: serverCapabilities(), serverInfo: { name: 'trajectory-language-server' } };
  });
  onNotification(InitializedNotification.type, {}, () => settings.follow())(host.connection);
  host.connection.onShutdown(() => {
    host.isEnding = true;
    host.documents.closeAll();
    publisher.end();
    runtime.onShutdown?.();
  });
}

/** Says why large documents open slowly, where they do. Done once the client has its answer, it also warms up. */
function warnWithoutKernels({ console }: Connection, engine: Engine): void {
  const { kernelFailure } = engine.analyzer();
  if (kernelFailure === null) return;
  console.warn(`Large documents open more slowly here, because WebAssembly cannot be used: ${kernelFailure}`);
}

async function use(host: Host, publisher: Publisher, { hints, codeLens }: Settings): Promise<void> {
  publisher.setHints(hints);
  if (codeLens === host.hasLenses) return;
  host.hasLenses = codeLens;
  if (host.client.refreshesLenses) await host.connection.sendRequest(CodeLensRefreshRequest.type);
}

function tellOfFailure(
  { console }: Connection,
  publisher: Publisher,
  { uri, version, error, of, isOutdated }: Failure,
): void {
  const [what, remedy] =
    of === 'edit'
      ? ['An edit of this document', 'Close it and open it again']
      : ['The analysis of this document', 'Edit it to try again'];
  const stage = `${isOutdated ? 'before ' : ''}version ${version}`;
  console.error(`The ${of} of ${uri}, ${stage}, failed: ${traceOf(error)}`);
  if (isOutdated) return;
  const message = `${what} failed: an error in the language server. ${remedy}; the log has the details.`;
  publisher.showFailure(uri, version, message);
}

function registerDocuments({ connection, documents, described }: Host, publisher: Publisher): void {
  const opening = {
    textDocument: objectOf({
      uri: isString,
      version: isNumber,
      languageId: isString,
      text: (text) => isString(text) || Array.isArray(text),
    }),
  };
  const changing = {
    textDocument: objectOf({ uri: isString, version: isNumber }),
    contentChanges: listOf(objectOf({ text: isString, range: optional(isRange) })),
  };
  onNotification(DidOpenTextDocumentNotification.type, opening, ({ textDocument }) => {
    const { uri, version, languageId } = textDocument;
    const text: ReceivedText = textDocument.text;
    documents.open(uri, version, text, { language: languageOf(languageId, uri), name: nameOf(uri) });
  })(connection);
  onNotification(DidChangeTextDocumentNotification.type, changing, ({ textDocument, contentChanges }) => {
    const { uri, version } = textDocument;
    if (documents.change(uri, version, contentChanges)) return;
    const known = documents.versionOf(uri);
    const reason = known === null ? 'it is not open' : `version ${known} is here already`;
    connection.console.error(`A change to version ${version} of ${uri} was not applied: ${reason}.`);
  })(connection);
  onNotification(DidCloseTextDocumentNotification.type, ofDocument, ({ textDocument: { uri } }) => {
    documents.close(uri);
    described.close(uri);
    publisher.forget(uri);
  })(connection);
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
