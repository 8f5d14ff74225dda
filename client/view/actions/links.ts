import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { showInfo } from '../../notifications';
import { maxTargetLength, readTarget } from './linkTarget';

/** Opens a link of a document in the browser, after a confirmation that shows the full target. */
export async function openLink(text: string): Promise<void> {
  const target = readTarget(text);
  if (target.kind === 'refused') return showInfo(target.message);
  const { address, destination } = target;
  const open = 'Open';
  const message = `Open the link to ${inertText(destination, 200)}?`;
  const answer = await vscode.window.showWarningMessage(
    message,
    { modal: true, detail: inertText(address, maxTargetLength) },
    open,
  );
  if (answer === open) await vscode.env.openExternal(vscode.Uri.parse(address, true));
}
