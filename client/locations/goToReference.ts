import * as vscode from 'vscode';
import { countOf } from '../../send/format/counts';
import type { MissingItem } from '../../server/viewProtocol/places';
import { displayName } from '../documents/displayName';
import type { ViewRequests } from '../lsp/viewRequests';
import { findFile, showInfo } from '../notifications';
import { rangeOrMissing } from './rangeOfItem';
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
    showInfo(`This reference points to ${file}, not to ${name}.`, findFile(file));
    return null;
  }
  const trajectory = group === null ? member! : { group, member };
  const range = await rangeOrMissing(requests, document, { trajectory, message });
  if (!(range instanceof vscode.Range)) {
    showInfo(
      `${name} has no ${writeReference({ ...reference, file: null })}${whatThereIs(reference, range)}.`,
    );
    return null;
  }
  const { start } = range;
  // Only set the cursor: most items are too long to select.
  await showLocation(document, { start, end: start, from: 0, to: 0 });
  return start;
}

/** How many there are of the first part of the reference that does not exist. */
function whatThereIs({ group }: Reference, found: MissingItem | null): string {
  if (found === null) return '';
  const inGroup = group === null ? 'it' : `group ${group + 1}`;
  const where = { group: 'it', trajectory: inGroup, message: 'this trajectory' }[found.missing];
  return `: ${where} has ${countOf(found.count, found.missing)}`;
}
