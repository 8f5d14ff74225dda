import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { inertText } from '../../send/words/plainText';
import type { Log } from '../log';
import { tellOfExistingFile } from './existingFiles';
import { isOurLanguage, LANGUAGES } from './languages';

/**
 * How the language client is set up, the same in every extension host. It has an output channel of its own:
 * its traces can hold document texts, which the log of requests never does.
 */
export function clientOptions(): LanguageClientOptions {
  return {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    diagnosticCollectionName: 'trajectory',
    markdown: { isTrusted: false, supportHtml: false },
    middleware: { resolveCodeAction: tellOfExistingFile },
  };
}

/** The language client, started with the first document of ours. */
export interface StartedClient extends vscode.Disposable {
  /** The client when it runs. Rejects, with words for the user, when the server could not be started. */
  running(): Promise<BaseLanguageClient>;
}

/** Starts the language server with the first document in one of our languages, and not before. */
export function startWithFirstDocument(client: BaseLanguageClient, log: Log): StartedClient {
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
  return { running, dispose: () => opened.dispose() };
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
