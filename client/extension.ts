import type * as vscode from 'vscode';
import { registerClearAccessToken } from './access/clearAccessToken';
import { registerSetAccessToken } from './access/setAccessToken';
import { createTokenStore } from './access/tokenStore';
import { registerConvert } from './documents/convert';
import { showDocumentKind } from './documents/documentKind';
import { offerRecognition } from './documents/recognition';
import { registerSortKeys } from './documents/sortKeys';
import { registerTreatAs } from './documents/treatAs';
import { showExpandedFindings } from './lines/expandedFindings';
import { createExpandedLines } from './lines/expandedLines';
import { registerExpandLine } from './lines/expandLine';
import { registerLineFiles } from './lines/lineFiles';
import { registerCopyPath } from './locations/copyPath';
import { registerFindingLenses } from './locations/findingLenses';
import { registerGoToLocation } from './locations/goToLocation';
import { createRejections } from './locations/rejections';
import { openLog } from './log';
import { languageServer } from './lsp/requests';
import { startWithFirstDocument } from './lsp/start';
import type { Runtime } from './runtime';

/** Puts the parts together. What differs between extension hosts comes in with `runtime`. */
export function activate(context: vscode.ExtensionContext, runtime: Runtime): void {
  const log = openLog();
  const started = startWithFirstDocument((options) => runtime.createLanguageClient(context, options), log);
  const { client } = started;
  const server = languageServer(started);
  const tokens = createTokenStore(context.secrets, context.globalState);
  const rejections = createRejections(server);
  const lines = createExpandedLines(context.workspaceState);
  const shared = { log, server, tokens, rejections };
  context.subscriptions.push(
    log,
    started,
    registerSetAccessToken(tokens),
    registerClearAccessToken(tokens),
    registerTreatAs(),
    offerRecognition(context),
    showDocumentKind(client),
    registerConvert(server),
    registerSortKeys(server),
    rejections,
    registerGoToLocation(shared),
    registerCopyPath(server),
    registerFindingLenses(rejections),
    lines,
    registerExpandLine({ server, lines }),
    registerLineFiles(server, lines),
    showExpandedFindings(lines, rejections),
    runtime.registerNodeParts(context, shared),
  );
}
