import type * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';

/** The name of a document as people are told it: one line in which nothing is live, hidden or turned around. */
export function displayName({ path }: vscode.Uri): string {
  return inertText(path.split('/').at(-1) ?? '', 200);
}
