import type * as vscode from 'vscode';
import type { Integers } from '../../../server/viewProtocol/collection';
import { columnBeside } from '../../documents/columns';
import { showNewDocument } from '../../documents/newDocument';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo, showReason } from '../../notifications';
import { viewed } from '../viewedDocument';

interface Selection {
  readonly version: number;
  readonly groups: Integers;
  /** Trajectories in these groups that do not pass the filters. */
  readonly others: number;
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
  { version, groups, others, column }: Selection,
): Promise<void> {
  try {
    await viewed(requests, uri);
    const lines = await requests.groupLines(uri, { version, groups });
    // The server has said why.
    if (lines === null) return;
    await showNewDocument(uri, {
      language: 'trajectory-jsonl',
      suffix: '.trajectories.jsonl',
      content: lines,
      viewColumn: columnBeside(column, uri),
    });
    if (others > 0) tellOthers(others);
  } catch (error) {
    showReason(error);
  }
}

/** Rewards are compared within a group, so no group is saved in part. */
function tellOthers(others: number): void {
  const which =
    others === 1 ? '1 trajectory that does' : `${others.toLocaleString('en')} trajectories that do`;
  showInfo(`Groups are saved as a whole: the new document also has ${which} not match the filters.`);
}
