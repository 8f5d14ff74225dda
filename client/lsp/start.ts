import * as vscode from 'vscode';
import {
  type BaseLanguageClient,
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
  type Middleware,
  type NotificationType,
  type RequestType,
  State,
} from 'vscode-languageclient';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import type { ClientOptions } from '../../server/protocol';
import type { Log } from '../log';
import { reloadWindow, showError, UserError } from '../notifications';
import { isOurLanguage, ourLanguages } from './languages';
import { warnOfExistingFile } from './warnOfExistingFile';

const gaveUpMessage =
  'The language server of Trajectory Tools crashed five times within three minutes and will not be restarted: documents are no longer checked. Reload the window to try again.';
const notRunningMessage = 'The language server is not running. Reload the window to start it again.';

/** The language client. Its server starts with the first document in one of our languages. */
export interface StartedClient extends vscode.Disposable {
  readonly client: BaseLanguageClient;
  readonly ask: Ask;
  readonly tell: Tell;
}

/** Sends a request, starting the server if needed. Rejects with a `UserError` when it does not start. */
export type Ask = <Params, Result>(
  request: RequestType<Params, Result, void>,
  params: Params,
  token?: vscode.CancellationToken,
) => Promise<Result>;

/** Sends a notification if the server runs. One that is lost because the server ends is logged. */
export type Tell = <Params>(notification: NotificationType<Params>, params: Params) => void;

interface StartOptions {
  readonly log: Log;
  /** Middleware that receives what the server publishes. */
  readonly handleDiagnostics: NonNullable<Middleware['handleDiagnostics']>;
}

/** Creates the language client. The server starts with the first document in one of our languages, not before. */
export function startWithFirstDocument(
  createClient: (options: LanguageClientOptions) => BaseLanguageClient,
  { log, handleDiagnostics }: StartOptions,
): StartedClient {
  const client = createClient({
    ...options,
    middleware: { ...options.middleware, handleDiagnostics },
    errorHandler: restartOnlyWhatRan(() => client, log),
    initializationFailedHandler: () => false,
  });
  let starting: Promise<void> | null = null;
  const running = async () => {
    starting ??= start(client, log);
    await starting;
    // A server that crashed too often is not started again.
    if (client.state !== State.Running && client.state !== State.Starting)
      throw new UserError(notRunningMessage, reloadWindow);
    return client;
  };
  const look = ({ languageId }: vscode.TextDocument) => {
    // `start` has already shown the failure; requests reject with it again.
    if (isOurLanguage(languageId)) running().catch(() => {});
  };
  const opened = vscode.workspace.onDidOpenTextDocument(look);
  vscode.workspace.textDocuments.forEach(look);
  const ask: Ask = async ({ method }, params, token) => {
    const server = await running();
    // A token that is undefined would count as a second parameter.
    return token === undefined
      ? server.sendRequest(method, params)
      : server.sendRequest(method, params, token);
  };
  const tell: Tell = ({ method }, params) => {
    if (client.state !== State.Running) return;
    client
      .sendNotification(method, params)
      .catch((error) => log.warn(`${method} was lost: ${reasonOf(error)}`));
  };
  return { client, ask, tell, dispose: () => vscode.Disposable.from(opened, client).dispose() };
}

/**
 * Client options, the same in every extension host. The server has its own output channel: its traces can contain
 * document text, which must never reach our log.
 */
const options: LanguageClientOptions = {
  documentSelector: ourLanguages.map((language) => ({ language })),
  outputChannelName: 'Trajectory Language Server',
  diagnosticCollectionName: 'trajectory',
  initializationOptions: {
    documentKinds: true,
    commandLenses: true,
    analyzed: true,
    explainCommand: 'trajectory.explainProblem',
  } satisfies ClientOptions,
  markdown: { isTrusted: false, supportHtml: false },
  middleware: { resolveCodeAction: warnOfExistingFile },
};

/**
 * Restarts a crashed server with the default policy, unless it never ran: that would only crash again. A failed write
 * is ignored: if the server died, `closed` follows.
 */
function restartOnlyWhatRan(client: () => BaseLanguageClient, log: Log): ErrorHandler {
  let usual: ErrorHandler | null = null;
  const usualHandler = () => {
    usual ??= client().createDefaultErrorHandler();
    return usual;
  };
  return {
    error: ({ message }) => {
      log.warn(`The connection to the language server: ${inertText(message, 300)}`);
      return { action: ErrorAction.Continue, handled: true };
    },
    closed: async () => {
      if (client().state !== State.Running) return { action: CloseAction.DoNotRestart, handled: true };
      const result = await usualHandler().closed();
      if (result.action === CloseAction.Restart) return result;
      showError(gaveUpMessage, reloadWindow);
      return { ...result, handled: true };
    },
  };
}

async function start(client: BaseLanguageClient, log: Log): Promise<void> {
  try {
    await client.start();
  } catch (error) {
    const reason = inertText(reasonOf(error), 300);
    log.error(`The language server could not be started: ${reason}`);
    const told =
      'The language server of Trajectory Tools could not be started: documents are not checked. The history of requests and the access tokens still work. Reload the window to try again.';
    showError(`${told} (${reason})`, reloadWindow);
    throw new UserError(notRunningMessage, reloadWindow);
  }
}
