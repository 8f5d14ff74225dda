import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import type { DescribedDocument } from '../../send/request/body';
import { mayBeJson } from '../../server/languageDetection';
import { isMissing } from '../exists';
import type { LanguageServer } from '../lsp/languageServer';
import { isOurLanguage } from '../lsp/languages';
import { actionsOfError, commandAction, openFile, reloadWindow } from '../notifications';
import { isGone } from '../openDocument';
import { activeUri } from './activeDocument';
import { displayName } from './displayName';
import { impossible, isStop, type Stop } from './stop';

/** The document at a URI, or the active one. */
export async function resolveDocument(
  uri: vscode.Uri | undefined = activeUri(),
): Promise<vscode.TextDocument | Stop> {
  if (uri === undefined) return impossible('no-document', 'Open a trajectory document first.', openFile);
  const document = await openedAt(uri);
  if (isStop(document)) return document;
  if (isOurLanguage(document.languageId)) return document;
  const message = `${displayName(document.uri)} is not treated as a trajectory file.`;
  if (!mayBeJson(document.languageId)) return impossible('document', message, openFile);
  return impossible(
    'document',
    message,
    commandAction('Treat as Trajectory File', 'trajectory.treatAsTrajectoryFile', { uri: document.uri }),
  );
}

/** The document at a URI, of any language. Opens it if necessary. */
export async function openedAt(uri: vscode.Uri): Promise<vscode.TextDocument | Stop> {
  if (isGone(uri)) return impossible('no-document', `${displayName(uri)} is no longer open.`);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    return impossible('no-document', await whyNotOpened(uri, error), openFile);
  }
}

/** Why a document cannot be opened. Of a file that is not there, VS Code says so in the words of its own functions. */
async function whyNotOpened(uri: vscode.Uri, error: unknown): Promise<string> {
  return (await isMissing(uri))
    ? `${displayName(uri)} is not there any more. It may have been renamed, moved or deleted.`
    : `${uri.path} cannot be opened: ${reasonOf(error)}`;
}

/** The language server's summary of the document's current text. */
export async function describeDocument(
  server: LanguageServer,
  document: vscode.TextDocument,
): Promise<DescribedDocument | Stop> {
  try {
    const described = await server.describe(document);
    if (described !== null) return described;
  } catch (error) {
    return impossible('document', reasonOf(error), ...actionsOfError(error));
  }
  return impossible(
    'document',
    'The language server has not received this document. Reload the window if this persists.',
    reloadWindow,
  );
}

/** The URI in a command's argument: an object with a `uri`, or the resource that a menu passes. */
export function uriOf(argument: unknown): vscode.Uri | undefined {
  // A panel's title menu passes a URI of the panel itself.
  if (argument instanceof vscode.Uri) return argument.scheme === 'webview-panel' ? undefined : argument;
  if (typeof argument === 'string') return readUri(argument);
  return typeof argument === 'object' && argument !== null && 'uri' in argument
    ? uriOf(argument.uri)
    : undefined;
}

/** A URI, or else a path. Anybody can pass a text that is neither: opening it says so. */
function readUri(text: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text);
  } catch {
    return vscode.Uri.file(text);
  }
}
