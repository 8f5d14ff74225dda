import type * as vscode from 'vscode';
import type { DescribedSource } from '../../send/request/body';
import { describeDocument, resolveDocument } from '../documents/resolve';
import { isStop, type Stop } from '../documents/stop';
import type { LanguageServer } from '../lsp/requests';

/** Opens the document at a URI, or takes the one that is open before the user, and describes it. */
export async function describeAt(
  server: LanguageServer,
  uri: vscode.Uri | undefined,
): Promise<DescribedSource | Stop> {
  const document = await resolveDocument(uri);
  return isStop(document) ? document : describeDocument(server, document);
}
