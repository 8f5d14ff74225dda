import type * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';

/** A document's name for messages: one line without links, invisible characters or bidirectional overrides. */
export function displayName({ path }: vscode.Uri): string {
  return inertText(path.split('/').at(-1) ?? '', 200);
}
