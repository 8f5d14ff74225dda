import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { showInfo } from '../../notifications';
import { maxTargetLength, readTarget } from './linkTarget';

/** Opens a link of a document in the browser, after a confirmation that shows the full target. */
export async function openLink(text: string): Promise<void> {
  const target = readTarget(text);
  if (target.kind === 'rejected') return showInfo(target.message);
  const { url, destination } = target;
  const open = 'Open';
  const message = `Open the link to ${inertText(destination, 200)}?`;
  const answer = await vscode.window.showWarningMessage(
    message,
    { modal: true, detail: inertText(url, maxTargetLength) },
    open,
  );
  if (answer === open) await vscode.env.openExternal(asIs(url));
}

/**
 * The URL for `openExternal`. That takes strings, too, although its type does not say so, and opens them as they are. A
 * parsed URI is encoded again, and `%26` in a query becomes `&`.
 */
function asIs(url: string): vscode.Uri {
  return url as unknown as vscode.Uri;
}
