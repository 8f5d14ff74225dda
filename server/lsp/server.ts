import {
  CodeLensRefreshRequest,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
} from 'vscode-languageserver';
import { version } from '../../package.json';
import { createEngine, type Engine } from '../core/engine';
import { sliceText } from '../core/text/text';
import { declaredLanguage, headLength, mayBeJson, recognizedLanguage } from '../languageDetection';
import { clientSupport } from './clientSupport';
import type { DescribeFile } from './describedFile';
import { type Analysis, analysisBy } from './documents/analysis';
import { CollectionStates } from './documents/collectionStates';
import { DecodedText, type ReceivedText } from './documents/contentChanges';
import { DescribedVersions } from './documents/describedVersions';
import { Documents, type Failure } from './documents/documents';
import type { Recognize } from './documents/entry';
import { Publisher } from './documents/publisher';
import { traceOf } from './errorTrace';
import { failed, onNotification, type ServerContext } from './feature';
import { registerFeatures, serverCapabilities } from './features';
import {
  type Check,
  documentParams,
  isNumber,
  isRange,
  isString,
  listOf,
  objectOf,
  optional,
} from './params';
import { analysisLane, inLanes } from './scheduling/lanes';
import { createMatcher } from './scheduling/matcher';
import type { Schedule } from './scheduling/slices';
import type { StartThread } from './scheduling/thread';
import { ClientSettings, type Settings } from './settings';
import { Files, type OpenFile } from './viewedFiles/files';

/** Dependencies that differ between Node, browser and tests. */
export interface Runtime {
  readonly schedule: Schedule;
  readonly startThread: StartThread;
  readonly analysis?: Analysis;
  /** Checks a file on disk; absent where there are none. */
  readonly describeFile?: DescribeFile;
  /** Opens files of any size for views; null where there are no files. */
  readonly openFile?: OpenFile | null;
  /** URL of the page that explains problems, if there is one. */
  readonly problemsPage?: string | null;
  /** Called when the client requests `shutdown`. */
  readonly onShutdown?: () => void;
}

/** Serves one client over a connection until it ends. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const lanes = inLanes(runtime.schedule);
  const engine = createEngine();
  const analysis = runtime.analysis ?? analysisBy(engine);
  const publisher = new Publisher({
    connection,
    analysis,
    schedule: lanes(analysisLane),
    isNewest: (uri, version) => server.documents.versionOf(uri) === version,
  });
  const server: ServerContext = {
    connection,
    lanes,
    matcher: createMatcher(runtime.startThread),
    engine,
    describeFile: runtime.describeFile ?? null,
    get schemas() {
      return engine.schemas;
    },
    files: new Files(runtime.openFile ?? null),
    client: clientSupport({}),
    described: new DescribedVersions(),
    collections: new CollectionStates(),
    recentModelIds: [],
    hasHints: true,
    hasLenses: true,
    isEnding: false,
    documents: new Documents({
      analysis,
      lanes,
      onAnalyzed: (analyzed) => publisher.show(analyzed),
      onForgotten: (uri) => publisher.forget(uri),
      onFailed: (failure) => tellOfFailure(connection, publisher, failure),
    }),
  };
  registerLife(server, publisher, { engine, runtime });
  registerDocuments(server, publisher);
  registerFeatures(server);
  connection.listen();
}

/** Handles `initialize`, settings and `shutdown`. */
function registerLife(
  server: ServerContext,
  publisher: Publisher,
  { engine, runtime }: { readonly engine: Engine; readonly runtime: Runtime },
): void {
  const settings = new ClientSettings(server, (chosen) => use(server, publisher, chosen));
  server.connection.onInitialize(({ capabilities, initializationOptions }) => {
    try {
      server.client = clientSupport(capabilities, initializationOptions, runtime.problemsPage ?? null);
      publisher.setClient(server.client);
      const { hints, codeLens } = settings.start(initializationOptions);
      publisher.setHints(hints);
      [server.hasHints, server.hasLenses] = [hints, codeLens];
    } catch (error) {
      throw failed(server.connection, 'initialize', error);
    }
    runtime.schedule(() => warnWithoutKernels(server.connection, engine));
    return {
      capabilities: serverCapabilities(server.client),
      serverInfo: { name: 'trajectory-language-server', version },
    };
  });
  onNotification(InitializedNotification.type, {}, () => settings.follow())(server);
  server.connection.onShutdown(() => {
    server.isEnding = true;
    server.documents.closeAll();
    server.files.closeAll();
    publisher.end();
    runtime.onShutdown?.();
  });
}

/** Warns if large documents will open slowly. Runs after the response to `initialize`, and also warms up the engine. */
function warnWithoutKernels({ console }: Connection, engine: Engine): void {
  const { kernelFailure } = engine.analyzer();
  if (kernelFailure === null) return;
  console.warn(`Large documents open more slowly here, because WebAssembly cannot be used: ${kernelFailure}`);
}

async function use(
  server: ServerContext,
  publisher: Publisher,
  { hints, codeLens }: Settings,
): Promise<void> {
  publisher.setHints(hints);
  server.hasHints = hints;
  if (codeLens === server.hasLenses) return;
  server.hasLenses = codeLens;
  if (server.client.refreshesLenses) await server.connection.sendRequest(CodeLensRefreshRequest.type);
}

function tellOfFailure(
  { console }: Connection,
  publisher: Publisher,
  { uri, version, error, of, isOutdated }: Failure,
): void {
  const [what, remedy] =
    of === 'edit'
      ? ['An edit to this document could not be applied', 'Close it and open it again']
      : ['The analysis of this document could not be finished', 'Edit it to try again'];
  const stage = `${isOutdated ? 'before ' : ''}version ${version}`;
  console.error(`The ${of} of ${uri}, ${stage}, failed: ${traceOf(error)}`);
  if (isOutdated) return;
  const message = `${what} because of an error in the language server. ${remedy}; see the log for details.`;
  publisher.showFailure(uri, version, message);
}

function registerDocuments(server: ServerContext, publisher: Publisher): void {
  const { connection, documents, described, collections } = server;
  const opening = {
    textDocument: objectOf({
      uri: isString,
      version: isNumber,
      languageId: isString,
      text: isText,
    }),
  };
  const changing = {
    textDocument: objectOf({ uri: isString, version: isNumber }),
    contentChanges: listOf(objectOf({ text: isText, range: optional(isRange) })),
  };
  onNotification(DidOpenTextDocumentNotification.type, opening, (_, { textDocument }) => {
    const { uri, version, languageId } = textDocument;
    const text: ReceivedText = textDocument.text;
    documents.open(uri, version, text, recognizer(languageId, nameOf(uri)));
  })(server);
  onNotification(DidChangeTextDocumentNotification.type, changing, (_, { textDocument, contentChanges }) => {
    const { uri, version } = textDocument;
    if (documents.change(uri, version, contentChanges)) return;
    const known = documents.versionOf(uri);
    const reason = known === null ? 'it is not open' : `version ${known} has already been received`;
    connection.console.error(`A change to version ${version} of ${uri} was not applied: ${reason}.`);
  })(server);
  onNotification(DidCloseTextDocumentNotification.type, documentParams, (_, { textDocument: { uri } }) => {
    documents.close(uri);
    described.close(uri);
    collections.close(uri);
    publisher.forget(uri);
  })(server);
}

const isText: Check = (text) => isString(text) || text instanceof DecodedText;

/** Other editors may have their own ids for our languages, or none. Then name and text decide. */
function recognizer(languageId: string, name: string): Recognize {
  const declared = declaredLanguage(languageId, name);
  if (declared === null && !mayBeJson(languageId)) return () => null;
  return (text) => {
    const language =
      declared ?? recognizedLanguage(name, sliceText(text, 0, Math.min(headLength, text.length)));
    return language && { language, name };
  };
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
