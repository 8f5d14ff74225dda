import * as vscode from 'vscode';
import type { IndexInGroup } from '../../server/viewProtocol';
import type { ViewRequests } from '../lsp/viewRequests';

/** A group, a trajectory or a message, counted from 0. */
export interface ItemRef {
  readonly trajectory: number | IndexInGroup;
  readonly message: number | null;
}

/** The document may be typed in while the server answers; then the answer is about another text. */
const maxAttempts = 20;

/** Where a part of a document stands now; null where the document has no such part. */
export async function rangeOfItem(
  requests: ViewRequests,
  document: vscode.TextDocument,
  item: ItemRef,
): Promise<vscode.Range | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await requests.locateItem(document.uri, item);
    if (found === null || document.isClosed) return null;
    const { start, end, version } = found;
    if (version === document.version)
      return new vscode.Range(start.line, start.character, end.line, end.character);
  }
  return null;
}
