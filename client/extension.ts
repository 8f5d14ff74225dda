import type * as vscode from 'vscode';
import { registerClearAccessToken } from './access/clearAccessToken';
import { registerChangeServiceUrl } from './access/serviceUrl';
import { registerSetAccessToken } from './access/setAccessToken';
import { createTokenStore } from './access/tokenStore';
import { registerConvert } from './documents/commands/convert';
import { registerExplainProblem } from './documents/commands/explainProblem';
import { registerSortKeys } from './documents/commands/sortKeys';
import { showDocumentKind } from './documents/documentKind';
import { explainLargeFiles } from './documents/recognition/largeFiles';
import { warnOfOtherEncodings } from './documents/recognition/otherEncodings';
import { offerRecognition } from './documents/recognition/recognition';
import { registerTreatAs } from './documents/recognition/treatAs';
import { showExpandedLineDiagnostics } from './lines/expandedLineDiagnostics';
import { createExpandedLines } from './lines/expandedLines';
import { registerExpandLine } from './lines/expandLine';
import { registerLineFileSystem } from './lines/lineFileSystem';
import { registerCopyPath } from './locations/copyPath';
import { registerGoToLocation } from './locations/goToLocation';
import { createServiceDiagnostics } from './locations/serviceErrors/serviceDiagnostics';
import { registerServiceErrorLenses } from './locations/serviceErrors/serviceErrorLenses';
import { openLog } from './log';
import { languageServer } from './lsp/languageServer';
import { createPublishedDiagnostics } from './lsp/publishedDiagnostics';
import { startWithFirstDocument } from './lsp/start';
import { viewRequests } from './lsp/viewRequests';
import { createMemory } from './memory';
import type { Runtime } from './runtime';
import { registerNewFile } from './start/newFile';
import { registerOpenExample } from './start/openExample';
import { createUntouched } from './start/untouched';
import { registerTrajectoryView } from './view/trajectoryView';

/** Wires everything together. `runtime` contains what differs between extension hosts. */
export function activate(context: vscode.ExtensionContext, runtime: Runtime): void {
  const log = openLog();
  const own = createPublishedDiagnostics();
  const untouched = createUntouched(own.handle);
  const started = startWithFirstDocument((options) => runtime.createLanguageClient(context, options), {
    log,
    handleDiagnostics: untouched.handle,
  });
  const { client } = started;
  const server = languageServer(started, untouched.reveal);
  const view = viewRequests(started);
  const memory = createMemory(context.globalState);
  const tokens = createTokenStore(context.secrets, memory);
  const serviceDiagnostics = createServiceDiagnostics(server, own);
  const lines = createExpandedLines(context.workspaceState);
  const largeFiles = explainLargeFiles(context.extensionUri, memory, runtime.checkInTerminal);
  const shared = { log, memory, server, tokens, serviceDiagnostics };
  context.subscriptions.push(
    log,
    own,
    untouched,
    started,
    view,
    registerChangeServiceUrl(),
    registerSetAccessToken(tokens),
    registerClearAccessToken(tokens),
    registerTreatAs(memory, { client, largeFiles }),
    registerNewFile(server, untouched),
    registerOpenExample(context.extensionUri),
    registerExplainProblem(context.extensionUri),
    offerRecognition(memory),
    largeFiles,
    warnOfOtherEncodings(own),
    showDocumentKind(client),
    registerConvert(server),
    registerSortKeys(server),
    serviceDiagnostics,
    registerGoToLocation({ ...shared, view }),
    registerCopyPath(server),
    registerServiceErrorLenses(serviceDiagnostics),
    lines,
    registerExpandLine({ server, lines }),
    registerLineFileSystem(server, lines),
    showExpandedLineDiagnostics(lines, serviceDiagnostics),
    registerTrajectoryView(context.extensionUri, {
      requests: view,
      server,
      log,
      readsFiles: runtime.readsFiles,
    }),
    runtime.registerNodeParts(context, shared),
  );
}
