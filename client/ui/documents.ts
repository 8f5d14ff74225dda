import * as vscode from 'vscode';
import type { DocumentKind } from '../../server/protocol';
import type { DescribedSource } from '../submit/body';
import { activeUri } from './activeDocument';
import { LANGUAGES, type LanguageServer } from './languageServer';
import { cancelled, impossible, type Stop } from './step';

/** The document at a URI, or the one that is open before the user. */
export async function resolveDocument(
  uri: vscode.Uri | undefined = activeUri(),
): Promise<vscode.TextDocument | Stop> {
  if (uri === undefined) return impossible('no-document', 'Open a trajectory document first.');
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return impossible('no-document', `${uri.path} cannot be opened: ${reason}`);
  }
  if (LANGUAGES.some((language) => language === document.languageId)) return document;
  const message = 'This is not a trajectory document. "Trajectory: Treat as Trajectory File" makes it one.';
  return impossible('document', message);
}

/** What the language server says of the document's present text. */
export async function describeDocument(
  server: LanguageServer,
  document: vscode.TextDocument,
): Promise<DescribedSource | Stop> {
  const described = await server.describe(document);
  if (described !== null) return described;
  return impossible(
    'document',
    'The language server does not have this document. Reload the window if this stays so.',
  );
}

/** Describes again what was typed in since. */
export async function refresh(
  server: LanguageServer,
  described: DescribedSource,
): Promise<DescribedSource | Stop> {
  const { uri, version } = described.source;
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
  if (document === undefined || document.version === version) return described;
  const latest = await describeDocument(server, document);
  const { grouping } = described;
  return 'stop' in latest || grouping === undefined ? latest : { ...latest, grouping };
}

/** Says why a document has nothing to send, when that is so. */
export function missingGroups({ summary }: DescribedSource): Stop | null {
  if (summary.groups !== null) return null;
  const what: Record<DocumentKind, string> = {
    'training-config': 'A training config holds no trajectories.',
    'log-request': 'The document holds no trajectory_groups.',
    'training-job': 'The document holds no trajectory_groups.',
    group: 'The document holds no trajectory group.',
    'group-lines': 'The document holds no trajectory groups.',
    'trajectory-lines': 'The document holds no trajectories.',
    unrecognized: 'The document is none of the bodies that the service takes. See its problems.',
  };
  return impossible('document', what[summary.kind]);
}

/** Stops at errors with a choice, because the service will find them too. */
export async function agreeToErrors(sources: readonly DescribedSource[]): Promise<Stop | null> {
  const errors = sources.reduce((sum, { summary }) => sum + summary.errors, 0);
  if (errors === 0) return null;
  const [show, send] = ['Show Problems', 'Send Anyway'] as const;
  // Not all of a document need be sent: the config of a training job is not logged.
  const where = sources.length === 1 ? 'the document' : 'the documents';
  const choice = await vscode.window.showWarningMessage(
    `There ${errors === 1 ? 'is an error' : `are ${errors} errors`} in ${where}.`,
    { modal: true, detail: 'The service will most likely refuse what has an error.' },
    show,
    send,
  );
  if (choice === send) return null;
  if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
  return cancelled;
}

/** Documents of some languages that are open or in the workspace, without one, open ones first. */
export async function findDocuments(
  languages: readonly string[],
  pattern: string,
  except: vscode.Uri,
): Promise<readonly vscode.Uri[]> {
  const open = vscode.workspace.textDocuments
    .filter((document) => languages.includes(document.languageId) && isFile(document))
    .map((document) => document.uri);
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 500);
  const distinct = new Map([...open, ...files].map((uri) => [uri.toString(), uri]));
  distinct.delete(except.toString());
  return [...distinct.values()];
}

/** Not an expanded line of another document, nor a file as it was in an earlier commit. */
function isFile({ uri, isUntitled }: vscode.TextDocument): boolean {
  return isUntitled || uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
