import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  convertRequest,
  expandLineRequest,
  joinLinesRequest,
  pathRequest,
  type SortEdits,
  sortKeysRequest,
} from '../../server/protocol';
import type { Grouping } from '../submit/body';

/** What the editing commands ask the language server. Null where it does not have the document, or nothing fits. */
export interface EditingServer {
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
  sortKeys(document: vscode.TextDocument): Promise<SortEdits | null>;
  /** The value of a line, laid out over several; null for a blank one. */
  expandLine(document: vscode.TextDocument, line: number): Promise<string | null>;
  /** A text on one line, with the white space of the line `like`; null where that would change more. */
  joinLines(text: string, like: string): Promise<string | null>;
}

/** Wraps the language client into the questions that the editing commands ask. */
export function editingServer(client: BaseLanguageClient): EditingServer {
  return {
    path: ({ uri }, { line, character }, format) =>
      client.sendRequest(pathRequest, { uri: uri.toString(), position: { line, character }, format }),
    convert: ({ uri }, to, grouping) =>
      client.sendRequest(convertRequest, {
        uri: uri.toString(),
        to,
        ...(grouping === undefined ? {} : { grouping }),
      }),
    sortKeys: ({ uri, version }) => client.sendRequest(sortKeysRequest, { uri: uri.toString(), version }),
    expandLine: ({ uri, version }, line) =>
      client.sendRequest(expandLineRequest, { uri: uri.toString(), version, line }),
    joinLines: (text, like) => client.sendRequest(joinLinesRequest, { text, like }),
  };
}
