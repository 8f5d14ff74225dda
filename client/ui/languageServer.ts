import type * as vscode from 'vscode';
import { type BaseLanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient';
import {
  describeRequest,
  type Location,
  locateRequest,
  type PathSegment,
  recentModelIdsNotification,
} from '../../server/protocol';
import type { DescribedSource, Source } from '../submit/body';
import { tellOfExistingFile } from './existingFiles';

/** The languages that the language server answers for. */
export const LANGUAGES = ['trajectory', 'training-config', 'trajectory-jsonl'] as const;

/** What the client asks the language server beyond the usual. */
export interface LanguageServer {
  /** The document's text with the server's summary of that very text; null when the server does not have it. */
  describe(document: vscode.TextDocument): Promise<DescribedSource | null>;
  /** Places of paths in a version of a document; null when the server does not have that version. */
  locate(source: Source, paths: readonly (readonly PathSegment[])[]): Promise<readonly Location[] | null>;
  /** Tells the server which model ids were used lately, newest first. */
  tellRecentModelIds(modelIds: readonly string[]): void;
}

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

/** Wraps the language client into the questions that commands ask. */
export function languageServer(client: BaseLanguageClient): LanguageServer {
  let recentModelIds: readonly string[] = [];
  const tellRecent = () => client.sendNotification(recentModelIdsNotification, { modelIds: recentModelIds });
  // A server that was started again after a crash knows nothing any more.
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) void tellRecent();
  });
  return {
    describe: (document) => describe(client, document),
    // A server that has crashed meanwhile has no places to give; the findings are shown all the same.
    locate: ({ uri, version }, paths) =>
      client.sendRequest(locateRequest, { uri, version, paths }).catch(() => null),
    tellRecentModelIds: (modelIds) => {
      recentModelIds = modelIds;
      if (client.state === State.Running) void tellRecent();
    },
  };
}

/** The document may be typed in while the server answers; then the answer is about another text. */
const DESCRIBE_ATTEMPTS = 20;

async function describe(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
): Promise<DescribedSource | null> {
  const uri = document.uri.toString();
  for (let attempt = 0; attempt < DESCRIBE_ATTEMPTS; attempt++) {
    const summary = await client.sendRequest(describeRequest, { uri });
    if (document.isClosed) return null;
    if (summary !== null && summary.version === document.version) {
      return { source: { uri, version: document.version, text: document.getText() }, summary };
    }
  }
  return null;
}
