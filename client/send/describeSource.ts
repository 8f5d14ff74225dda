import * as vscode from 'vscode';
import { byteSize } from '../../send/format/counts';
import { reasonOf } from '../../send/format/errorReason';
import {
  type DescribedDocument,
  type DescribedFile,
  type DescribedSource,
  type FileSnapshot,
  largestDocument,
} from '../../send/request/body';
import { isUnchanged, snapshotOf } from '../../send/transport/files';
import { activeUri } from '../documents/activeDocument';
import { displayName } from '../documents/displayName';
import { chosenLanguage } from '../documents/recognition/largeFiles';
import { treatAsDecided } from '../documents/recognition/recognition';
import { describeDocument, openedAt, resolveDocument } from '../documents/resolve';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import { actionsOfError } from '../notifications';
import { openDocument } from '../openDocument';
import type { SendServices } from './sendServices';

/** The document at a URI, or the active one, with its summary. A file of which VS Code gives no text is read from disk. */
export async function describeSource(
  services: SendServices,
  uri: vscode.Uri | undefined = activeUri(),
): Promise<DescribedSource | Stop> {
  const file = uri === undefined ? null : await largeFileAt(uri);
  if (uri === undefined || file === null) return describeAt(services, uri);
  return isStop(file) ? file : describeOnDisk(services, uri, file);
}

/**
 * The document at a URI, or the active one, with its summary. A file that the user treats as a trajectory file is one, even
 * if no editor shows it.
 */
export async function describeAt(
  { server, memory }: Pick<SendServices, 'server' | 'memory'>,
  uri: vscode.Uri | undefined,
): Promise<DescribedDocument | Stop> {
  const opened = uri === undefined ? null : await openedAt(uri);
  if (opened !== null && !isStop(opened)) await treatAsDecided(opened, memory);
  const document = await resolveDocument(uri);
  return isStop(document) ? document : describeDocument(server, document);
}

/** The source of a request as it is now: the same one unless the file has changed. */
export async function refreshFile(
  services: SendServices,
  before: DescribedFile,
): Promise<DescribedSource | Stop> {
  const named = vscode.Uri.parse(before.source.uri);
  const uri = (await services.moves.current(named)) ?? named;
  if (hasUnsavedChanges(uri)) return unsaved(uri);
  if (await isUnchanged(before.source)) return before;
  const latest = await describeSource(services, uri);
  const { grouping } = before;
  return isStop(latest) || grouping === undefined ? latest : { ...latest, grouping };
}

/** The file at a URI, if it is too large for VS Code to give its text to extensions; null for any other document. */
async function largeFileAt(uri: vscode.Uri): Promise<FileSnapshot | Stop | null> {
  if (uri.scheme !== 'file') return null;
  const file = await snapshotOf(uri.fsPath, uri.toString());
  // Opening it as a document tells why it cannot be read.
  if ('problem' in file) return null;
  const isLarge = file.size > largestDocument;
  // The limit is one of characters: VS Code may have given the text of a large file, and not that of one that has shrunk.
  const isText = openDocument(uri) !== undefined;
  if ((isLarge || !isText) && hasUnsavedChanges(uri)) return unsaved(uri);
  return isLarge && !isText ? file : null;
}

async function describeOnDisk(
  { server, memory }: SendServices,
  uri: vscode.Uri,
  source: FileSnapshot,
): Promise<DescribedFile | Stop> {
  const name = displayName(uri);
  const checking = `Checking ${name} (${byteSize(source.size)})`;
  try {
    const summary = await withReading(checking, ({ token, report }) =>
      server.describeFile(source.path, chosenLanguage(uri, memory), { token, onProgress: report }),
    );
    if (summary === null) return cancelled;
    if ('message' in summary) return impossible('document', `${name} cannot be sent. ${summary.message}`);
    if (await isUnchanged(source)) return { source, summary };
  } catch (error) {
    return impossible('document', reasonOf(error), ...actionsOfError(error));
  }
  return impossible(
    'document',
    `${name} changed while it was being read. Try again when nothing is writing to it.`,
  );
}

/** A step that reads a large file. */
export interface ReadingStep {
  readonly token: vscode.CancellationToken;
  /** Takes the share of the file that has been read. */
  report(share: number): void;
}

/** Runs a step that takes long, with progress and *Cancel*. */
export function withReading<Result>(
  title: string,
  run: (step: ReadingStep) => Promise<Result>,
): Thenable<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    let shown = 0;
    const report = (share: number): void => {
      progress.report({ increment: 100 * (share - shown), message: `${Math.floor(100 * share)} %` });
      shown = share;
    };
    return run({ token, report });
  });
}

/** What is on disk is not what the editor shows. VS Code shows files above its limit to extensions only as tabs. */
function hasUnsavedChanges(uri: vscode.Uri): boolean {
  const isHere = (tab: vscode.Tab): boolean => {
    const { input } = tab;
    const isOfFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
    return isOfFile && tab.isDirty && input.uri.toString() === uri.toString();
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return openDocument(uri)?.isDirty === true || tabs.some(isHere);
}

function unsaved(uri: vscode.Uri): Stop {
  return impossible(
    'document',
    `${displayName(uri)} has unsaved changes. Save or revert it first: it is sent as it is on disk.`,
  );
}
