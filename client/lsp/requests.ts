import type * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import type { DescribedSource, Grouping, Source } from '../../send/request/body';
import type { Location, Notifications, PathSegment, Requests } from '../../server/protocol';
import type { StartedClient } from './start';

/**
 * What the client asks the language server beyond the protocol. Null where the server does not have the document,
 * or nothing fits. Everything rejects when the server is not running.
 */
export interface LanguageServer {
  /** The document's text with the server's summary of that very text; null when the server does not have it. */
  describe(document: vscode.TextDocument): Promise<DescribedSource | null>;
  /** Places of paths in a version of a document; null when the server does not have that version. */
  locate(source: Source, paths: readonly (readonly PathSegment[])[]): Promise<readonly Location[] | null>;
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
  ): Promise<string | null>;
  /** The edits that sort the members of every object; none where the text is no JSON. */
  sortKeys(document: vscode.TextDocument): Promise<Requests['trajectory/sortKeys'][1]>;
  /** The value of a line, laid out over several; null for a blank one. */
  expandLine(document: vscode.TextDocument, line: number): Promise<string | null>;
  /** A text on one line, with the white space of the line `like`; null where that would change more. */
  joinLines(text: string, like: string): Promise<string | null>;
  /** Tells the server which model ids were used lately, newest first. */
  tellRecentModelIds(modelIds: readonly string[]): void;
}

/** Wraps the language client into the questions that commands ask. */
export function languageServer({ client, running }: StartedClient): LanguageServer {
  const ask: Ask = async (method, params) => (await running()).sendRequest(method, params);
  return {
    describe: (document) => describe(ask, document),
    // A server that has crashed meanwhile has no places to give; the findings are shown all the same.
    locate: ({ uri, version }, paths) => ask('trajectory/locate', { uri, version, paths }).catch(() => null),
    path: ({ uri }, { line, character }, format) =>
      ask('trajectory/path', { uri: uri.toString(), position: { line, character }, format }),
    convert: ({ uri }, to, grouping) =>
      ask('trajectory/convert', { uri: uri.toString(), to, ...(grouping === undefined ? {} : { grouping }) }),
    sortKeys: ({ uri, version }) => ask('trajectory/sortKeys', { uri: uri.toString(), version }),
    expandLine: ({ uri, version }, line) =>
      ask('trajectory/expandLine', { uri: uri.toString(), version, line }),
    joinLines: (text, like) => ask('trajectory/joinLines', { text, like }),
    tellRecentModelIds: teller(client, 'trajectory/recentModelIds', (modelIds: readonly string[]) => ({
      modelIds,
    })),
  };
}

type Ask = <M extends keyof Requests>(method: M, params: Requests[M][0]) => Promise<Requests[M][1]>;

/** Tells the server a value, and tells it again to a server that was started again after a crash. */
function teller<M extends keyof Notifications, Value>(
  client: BaseLanguageClient,
  method: M,
  toParams: (value: Value) => Notifications[M],
): (value: Value) => void {
  let params: Notifications[M] | null = null;
  const tell = () => {
    if (params !== null && client.state === State.Running) void client.sendNotification(method, params);
  };
  client.onDidChangeState(tell);
  return (value) => {
    params = toParams(value);
    tell();
  };
}

/** The document may be typed in while the server answers; then the answer is about another text. */
const DESCRIBE_ATTEMPTS = 20;

async function describe(ask: Ask, document: vscode.TextDocument): Promise<DescribedSource | null> {
  const uri = document.uri.toString();
  for (let attempt = 0; attempt < DESCRIBE_ATTEMPTS; attempt++) {
    const summary = await ask('trajectory/describe', { uri });
    if (document.isClosed) return null;
    if (summary !== null && summary.version === document.version) {
      return { source: { uri, version: document.version, text: document.getText() }, summary };
    }
  }
  return null;
}
