import type * as vscode from 'vscode';
import { registerEditing } from './editing/editing';
import { createTokenStore } from './submit/tokenStore';
import { registerClearAccessToken } from './ui/clearAccessToken';
import { clientOptions, languageServer } from './ui/languageServer';
import { openLog } from './ui/log';
import { offerRecognition } from './ui/recognition';
import { createRejections } from './ui/rejections';
import type { Runtime } from './ui/runtime';
import { registerSetAccessToken } from './ui/setAccessToken';
import { createStatusBar } from './ui/statusBar';
import { registerTreatAsTrajectoryFile } from './ui/treatAsTrajectoryFile';

/** Puts the parts together. What differs between extension hosts comes in with `runtime`. */
export async function activate(context: vscode.ExtensionContext, runtime: Runtime): Promise<void> {
  const log = openLog();
  const client = runtime.createLanguageClient(context, clientOptions());
  const tokens = createTokenStore(context.secrets, context.globalState);
  const status = createStatusBar();
  const server = languageServer(client);
  const rejections = createRejections(server);
  const shared = { log, server, tokens, status, rejections };
  context.subscriptions.push(
    log,
    client,
    status,
    rejections,
    registerSetAccessToken(shared),
    registerClearAccessToken(shared),
    registerTreatAsTrajectoryFile(),
    offerRecognition(context),
    registerEditing(context, client, shared),
    runtime.registerSending(context, shared),
  );
  await client.start();
}
