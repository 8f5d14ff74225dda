import * as vscode from 'vscode';
import {
  type BaseLanguageClient,
  CloseAction,
  type ErrorHandler,
  type LanguageClientOptions,
  State,
} from 'vscode-languageclient';
import { inertText } from '../../send/words/plainText';
import type { Log } from '../log';
import { tellOfExistingFile } from './existingFiles';
import { isOurLanguage, LANGUAGES } from './languages';

/** The language client, started with the first document of ours. */
export interface StartedClient extends vscode.Disposable {
  readonly client: BaseLanguageClient;
  /** The client when it runs. Rejects, with words for the user, when the server could not be started. */
  running(): Promise<BaseLanguageClient>;
}

/** Makes the language client. Its server starts with the first document in one of our languages, and not before. */
export function startWithFirstDocument(
  createClient: (options: LanguageClientOptions) => BaseLanguageClient,
  log: Log,
): StartedClient {
  const client = createClient({
    ...options,
    errorHandler: restartOnlyWhatRan(() => client),
    initializationFailedHandler: () => false,
  });
  let starting: Promise<BaseLanguageClient> | null = null;
  const running = () => {
    starting ??= start(client, log);
    return starting;
  };
  const look = ({ languageId }: vscode.TextDocument) => {
    // A failure has been told by then; a request says it again.
    if (isOurLanguage(languageId)) running().catch(() => {});
  };
  const opened = vscode.workspace.onDidOpenTextDocument(look);
  vscode.workspace.textDocuments.forEach(look);
  return { client, running, dispose: () => vscode.Disposable.from(opened, client).dispose() };
}

/**
 * How the language client is set up, the same in every extension host. It has an output channel of its own:
 * its traces can hold document texts, which the log of requests never does.
 */
const options: LanguageClientOptions = {
  documentSelector: LANGUAGES.map((language) => ({ language })),
  diagnosticCollectionName: 'trajectory',
  markdown: { isTrusted: false, supportHtml: false },
  middleware: { resolveCodeAction: tellOfExistingFile },
};

/** A server that crashes is started again, as usual; one that never ran would only crash again. */
function restartOnlyWhatRan(client: () => BaseLanguageClient): ErrorHandler {
  let usual: ErrorHandler | null = null;
  const usualHandler = () => {
    usual ??= client().createDefaultErrorHandler();
    return usual;
  };
  return {
    error: (...about) => usualHandler().error(...about),
    closed: () =>
      client().state === State.Running
        ? usualHandler().closed()
        : { action: CloseAction.DoNotRestart, handled: true },
  };
}

async function start(client: BaseLanguageClient, log: Log): Promise<BaseLanguageClient> {
  try {
    await client.start();
    return client;
  } catch (error) {
    const reason = inertText(error instanceof Error ? error.message : String(error), 300);
    log.error(`The language server could not be started: ${reason}`);
    const told =
      'The language server of Trajectory Tools could not be started: documents are not checked. The history of requests and the access tokens still work. Reload the window to try again.';
    void vscode.window.showErrorMessage(`${told} (${reason})`);
    throw new Error('The language server is not running. Reload the window to start it again.');
  }
}
