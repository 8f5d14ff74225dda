import type * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import type { DescribedSource, DocumentSnapshot, Grouping } from '../../send/request/body';
import {
  type Converted,
  convertRequest,
  describeRequest,
  expandLineRequest,
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
 * What the client asks the language server beyond the protocol. Null where the server does not have the document,
 * or nothing fits. Everything rejects when the server is not running.
 */
export interface LanguageServer {
  /** The document's text with the server's summary of that very text; null when the server does not have it. */
  describe(document: vscode.TextDocument): Promise<DescribedSource | null>;
  /** Places of paths in a version of a document; null when the server does not have that version. */
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
  /** The document's groups in another form; for trajectories in no group it must be said what they become. */
  convert(
    document: vscode.TextDocument,
    to: 'lines' | 'log-request',
    grouping: Grouping | undefined,
  ): Promise<Converted | null>;
  /** The edits that sort the members of every object; none where the text is no JSON. */
  sortKeys(document: vscode.TextDocument): Promise<SortEdits | null>;
  /** The value of a line, laid out over several; null for a blank one. */
  expandLine(document: vscode.TextDocument, line: number): Promise<string | null>;
  /** A text on one line, with the white space of the line `like`; null where that would change more. */
  joinLines(text: string, like: string): Promise<string | null>;
  /** Tells the server which model ids were used lately, newest first. */
  tellRecentModelIds(modelIds: readonly string[]): void;
}

/** Wraps the language client into the questions that commands ask. */
export function languageServer({ client, ask }: StartedClient): LanguageServer {
  return {
    describe: (document) => describe(ask, document),
    // A server that has crashed meanwhile has no places to give; the validation errors are shown all the same.
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
    tellRecentModelIds: recentModelIds(client),
  };
}

/** Tells the server which model ids were used lately, and a server that was started again after a crash, too. */
function recentModelIds(client: BaseLanguageClient): (modelIds: readonly string[]) => void {
  let latest: readonly string[] = [];
  const tell = () => {
    if (client.state === State.Running)
      void client.sendNotification(recentModelIdsNotification, { modelIds: latest });
  };
  client.onDidChangeState(tell);
  return (modelIds) => {
    latest = modelIds;
    tell();
  };
}

/** The document may be typed in while the server answers; then the answer is about another text. */
const maxAttempts = 20;

async function describe(ask: Ask, document: vscode.TextDocument): Promise<DescribedSource | null> {
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
