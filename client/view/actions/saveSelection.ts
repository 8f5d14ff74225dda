import type * as vscode from 'vscode';
import { reasonOf } from '../../../send/format/errorReason';
import type { Integers } from '../../../server/viewProtocol';
import { columnBeside } from '../../documents/columns';
import { displayName } from '../../documents/displayName';
import { showNewDocument } from '../../documents/newDocument';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo } from '../../notifications';
import { openDocument } from '../../openDocument';
import { viewed } from '../viewedDocument';

interface Selection {
  readonly version: number;
  readonly groups: Integers;
  /** The column of the view. */
  readonly column: vscode.ViewColumn | undefined;
}

/**
 * *Save Selection as JSON Lines*: opens the groups, token by token as in the source, as a new, unsaved document. It
 * goes where the text of the view's document is.
 */
export async function saveSelection(
  requests: ViewRequests,
  uri: vscode.Uri,
  { version, groups, column }: Selection,
): Promise<void> {
  try {
    await viewed(requests, uri);
    const lines = await requests.groupLines(uri, { version, groups });
    if (lines === null) return explain(uri, version);
    await showNewDocument(uri, {
      language: 'trajectory-jsonl',
      suffix: '.trajectories.jsonl',
      content: lines,
      viewColumn: columnBeside(column, uri),
    });
  } catch (error) {
    showInfo(reasonOf(error));
  }
}

/** Explains only a version mismatch; for the current version, the server rejects with its own message. */
function explain(uri: vscode.Uri, version: number): void {
  if (openDocument(uri)?.version !== version)
    showInfo(`${displayName(uri)} was edited in the meantime, so nothing was saved.`);
}
