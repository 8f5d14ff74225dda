import * as vscode from 'vscode';
import { displayName } from '../documents/displayName';
import { isLargeFile } from '../documents/largeFile';
import { isOurLanguage } from '../lsp/languages';
import type { ViewRequests } from '../lsp/viewRequests';
import { UserError } from '../notifications';
import { isGone, openDocument } from '../openDocument';
import type { ViewServices } from './viewServices';

/**
 * The open document at a URI. Reopens it if needed: VS Code closes documents without an editor after a while. Rejects
 * with a `UserError`.
 */
export async function viewedDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = openDocument(uri) ?? (await openAgain(uri));
  if (document.languageId === 'training-config') {
    throw new UserError(`${displayName(uri)} is a training config. ${purpose}`);
  }
  if (isOurLanguage(document.languageId)) return document;
  throw new UserError(
    `${displayName(uri)} is not a trajectory document. ${purpose} If it contains trajectories, open it in the text editor and run “Trajectory: Treat as Trajectory File”.`,
  );
}

const purpose =
  'This view shows the trajectories of log requests, training job requests, groups and JSON Lines.';

/** Lets the server read a file that VS Code does not give to extensions, where it can. Returns whether it does. */
export async function openIfLarge(
  { requests, readsFiles }: Pick<ViewServices, 'requests' | 'readsFiles'>,
  uri: vscode.Uri,
): Promise<boolean> {
  if (requests.files.isOpen(uri)) return true;
  if (!readsFiles || !(await isLargeFile(uri))) return false;
  requests.files.open(uri);
  return true;
}

/** Waits until the server has what a view shows: a file that it reads itself, or the open document. */
export async function viewed({ files }: ViewRequests, uri: vscode.Uri): Promise<void> {
  if (!(await files.ready(uri))) await viewedDocument(uri);
}

async function openAgain(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (isGone(uri)) throw new UserError(`${displayName(uri)} is no longer open.`);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw new UserError(
      `${displayName(uri)} cannot be opened. It may have been moved or deleted, or it may be larger than 50 MB.`,
    );
  }
}
