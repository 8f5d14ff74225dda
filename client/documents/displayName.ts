import type * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';

/**
 * A document's name for messages: one line, with links disabled and invisible or direction-changing characters escaped.
 */
export function displayName({ path }: vscode.Uri): string {
  return inertText(path.split('/').at(-1) ?? '', 200);
}
