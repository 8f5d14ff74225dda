import * as vscode from 'vscode';
import { displayName } from '../documents/displayName';
import { isOurLanguage } from '../lsp/languages';

/** Why a document cannot be viewed, in words for people. */
export class NotViewable extends Error {}

/**
 * The document at a URI as the language server knows it. VS Code closes a document that no editor shows after a
 * while; then it is opened again. Throws `NotViewable`.
 */
export async function viewedDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = openDocument(uri) ?? (await openAgain(uri));
  if (document.languageId === 'training-config') {
    throw new NotViewable(`${displayName(uri)} is a training config. ${purpose}`);
  }
  if (isOurLanguage(document.languageId)) return document;
  throw new NotViewable(
    `${displayName(uri)} is not a trajectory document. ${purpose} If it holds some, run “Trajectory: Treat as Trajectory File” in its text.`,
  );
}

const purpose =
  'This view shows the trajectories of log requests, training job requests, groups and JSON Lines.';

/** The document at a URI, if it is open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

async function openAgain(uri: vscode.Uri): Promise<vscode.TextDocument> {
  // Opening an untitled document that was closed would make a new, empty one.
  if (uri.scheme === 'untitled') throw new NotViewable(`${displayName(uri)} is not open any more.`);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw new NotViewable(
      `${displayName(uri)} cannot be opened. It may have been moved, deleted, or have grown beyond 50 MB.`,
    );
  }
}
