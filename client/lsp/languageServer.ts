import type * as vscode from 'vscode';
import type { DescribedDocument, DocumentSnapshot } from '../../send/request/body';
import type { Grouping } from '../../send/request/grouping';
import {
  type Converted,
  convertRequest,
  describeFileProgress,
  describeFileRequest,
  describeRequest,
  expandLineRequest,
  type FileSummary,
  joinLinesRequest,
  locateRequest,
  type PathLocation,
  type PathSegment,
  pathRequest,
  recentModelIdsNotification,
  type SortEdits,
  sortKeysRequest,
} from '../../server/protocol';
import type { Ask, StartedClient } from './start';

/**
 * Custom requests to the language server. Null when the server does not have the document or there is no result. All
 * reject when the server is not running.
 */
export interface LanguageServer {
  /** The document's text and the server's summary of that version. */
  describe(document: vscode.TextDocument): Promise<DescribedDocument | null>;
  /** Checks and summarizes a file of any size, or says why it cannot be read; null if cancelled. Needs Node. */
  describeFile(
    path: string,
    language: string | null,
    how: { readonly token: vscode.CancellationToken; onProgress(share: number): void },
  ): Promise<FileSummary | { readonly message: string } | null>;
  /** Ranges of paths in a version of a document; null when the server does not have that version. */
  locate(
    source: DocumentSnapshot,
    paths: readonly (readonly PathSegment[])[],
  ): Promise<readonly PathLocation[] | null>;
  /** The path of the value at a position. */
  path(
    document: vscode.TextDocument,
    position: vscode.Position,
    format: 'pointer' | 'loc',
  ): Promise<string | null>;
  /** Converts the document's groups to another form. Trajectories without a group require a `grouping`. */
  convert(
    document: vscode.TextDocument,
    to: 'lines' | 'log-request',
    grouping: Grouping | undefined,
  ): Promise<Converted | null>;
  /** Edits that sort the members of every object; none when the text is not JSON. */
  sortKeys(document: vscode.TextDocument): Promise<SortEdits | null>;
  /** The value of a line, formatted over several lines; null for a blank line. */
  expandLine(document: vscode.TextDocument, line: number): Promise<string | null>;
  /**
   * Joins a text into one line, with the white space style of the line `like`; null if that would change more than
   * white space.
   */
  joinLines(text: string, like: string): Promise<string | null>;
  /** Sends the recently used model ids to the server, newest first. */
  tellRecentModelIds(modelIds: readonly string[]): void;
}

/** Implements the requests with the language client. `onDescribe` gets each document that a command asks about. */
export function languageServer(
  started: StartedClient,
  onDescribe: (document: vscode.TextDocument) => void,
): LanguageServer {
  const { client, ask } = started;
  let described = 0;
  return {
    describe: (document) => {
      onDescribe(document);
      return describe(ask, document);
    },
    describeFile: async (path, language, { token, onProgress }) => {
      const progress = `describe ${++described}`;
      const listening = client.onProgress(describeFileProgress, progress, onProgress);
      return ask(describeFileRequest, { path, language, progress }, token).finally(() => listening.dispose());
    },
    // Null after a crash: the validation errors are shown anyway.
    locate: ({ uri, version }, paths) => ask(locateRequest, { uri, version, paths }).catch(() => null),
    path: ({ uri }, { line, character }, format) => {
      const params = { uri: uri.toString(), position: { line, character }, format };
      return ask(pathRequest, params);
    },
    convert: ({ uri }, to, grouping) => {
      const params = { uri: uri.toString(), to, ...(grouping === undefined ? {} : { grouping }) };
      return ask(convertRequest, params);
    },
    sortKeys: ({ uri, version }) => ask(sortKeysRequest, { uri: uri.toString(), version }),
    expandLine: ({ uri, version }, line) => ask(expandLineRequest, { uri: uri.toString(), version, line }),
    joinLines: (text, like) => ask(joinLinesRequest, { text, like }),
    tellRecentModelIds: recentModelIds(started),
  };
}

/** Sends the recent model ids, and resends them to a restarted server. */
function recentModelIds({ client, tell }: StartedClient): (modelIds: readonly string[]) => void {
  let latest: readonly string[] = [];
  const tellLatest = () => tell(recentModelIdsNotification, { modelIds: latest });
  client.onDidChangeState(tellLatest);
  return (modelIds) => {
    latest = modelIds;
    tellLatest();
  };
}

/** Retries while the user types: a response for another version does not count. */
const maxAttempts = 20;

async function describe(ask: Ask, document: vscode.TextDocument): Promise<DescribedDocument | null> {
  const uri = document.uri.toString();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const summary = await ask(describeRequest, { uri });
    if (document.isClosed) return null;
    if (summary !== null && summary.version === document.version) {
      return { source: { uri, version: document.version, text: document.getText() }, summary };
    }
  }
  return null;
}
