import type * as vscode from 'vscode';
import { displayName } from '../documents/displayName';
import type { ViewRequests } from '../lsp/viewRequests';
import { showInfo } from '../notifications';
import { rangeOfItem } from './rangeOfItem';
import { type Reference, writeReference } from './reference';
import { showLocation } from './showLocation';

/** Goes to a referenced item. Null when the document has none; the user has been told. */
export async function goToReference(
  requests: ViewRequests,
  document: vscode.TextDocument,
  reference: Reference,
): Promise<vscode.Position | null> {
  const { group, member, message, file } = reference;
  const name = displayName(document.uri);
  if (file !== null && file !== name) {
    showInfo(`This reference points to ${file}, not to ${name}. Open ${file} first.`);
    return null;
  }
  const trajectory = group === null ? member! : { group, member };
  const range = await rangeOfItem(requests, document, { trajectory, message });
  if (range === null) {
    showInfo(`${name} has no ${writeReference({ ...reference, file: null })}.`);
    return null;
  }
  const { start } = range;
  // Only set the cursor: most items are too long to select.
  await showLocation(document, { start, end: start, from: 0, to: 0 });
  return start;
}
