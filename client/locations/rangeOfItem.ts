import * as vscode from 'vscode';
import type { IndexInGroup, MissingItem, PartOfValue } from '../../server/viewProtocol/places';
import type { ViewRequests } from '../lsp/viewRequests';

/** A group, a trajectory or a message, counted from 0. */
export interface ItemRef {
  readonly trajectory: number | IndexInGroup;
  readonly message: number | null;
  /** Only this part of the message. */
  readonly part?: PartOfValue;
}

/** Retries while the user types: a response for another version does not count. */
const maxAttempts = 20;

/**
 * The range of an item in the current text, or which part of it the document does not have; null when the document
 * cannot be read.
 */
export async function rangeOrMissing(
  requests: ViewRequests,
  document: vscode.TextDocument,
  item: ItemRef,
): Promise<vscode.Range | MissingItem | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await requests.locateItem(document.uri, item);
    if (found === null || document.isClosed) return null;
    if ('missing' in found) return found;
    const { start, end, version } = found;
    if (version === document.version)
      return new vscode.Range(start.line, start.character, end.line, end.character);
  }
  return null;
}

/** The range of an item in the current text; null when the document has no such item. */
export async function rangeOfItem(...item: Parameters<typeof rangeOrMissing>): Promise<vscode.Range | null> {
  const found = await rangeOrMissing(...item);
  return found instanceof vscode.Range ? found : null;
}
