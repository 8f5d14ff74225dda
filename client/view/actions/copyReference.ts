import * as vscode from 'vscode';
import { displayName } from '../../documents/displayName';
import { writeReference } from '../../locations/reference';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo, showReason } from '../../notifications';
import type { ViewTarget } from '../following/editorSync';
import { viewed } from '../viewedDocument';

/** *Copy Reference*: copies a reference that *Go to Location…* accepts. */
export async function copyReference(
  requests: ViewRequests,
  uri: vscode.Uri,
  { trajectory, message }: ViewTarget,
): Promise<void> {
  try {
    await viewed(requests, uri);
    const page = await requests.conversation(uri, { trajectory, from: 0, count: 0 });
    if (page === null)
      return showInfo(`${displayName(uri)} was edited in the meantime, so nothing was copied.`);
    const { group, member } = page;
    const reference = writeReference({ group, member, message, file: displayName(uri) });
    await vscode.env.clipboard.writeText(reference);
    vscode.window.setStatusBarMessage(`Copied ${reference}`, 5000);
  } catch (error) {
    showReason(error);
  }
}
