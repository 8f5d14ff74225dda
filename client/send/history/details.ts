import * as vscode from 'vscode';
import type { HistoryEntry } from '../../../send/journal/history';
import type { Journal } from '../../../send/journal/journal';
import { readHistory } from '../../../send/journal/priorSends';
import { pathName } from '../../documents/pathName';
import { isGone } from '../../openDocument';
import { jobIdOf } from '../jobId';
import type { Details } from '../sendServices';
import { type DetailsText, detailsText } from './detailsText';

/** URI scheme of the read-only documents about sends. */
const sendScheme = 'trajectory-send';
/** A language of its own, for which the manifest turns on word wrap. */
const sendLanguage = 'trajectory-send';
/** Used by the lenses only, so not in the palette. */
const copyCommand = 'trajectory.copyText';

/** Creates the documents about sends. After a restart, restores them from the journal. */
export function createDetails(journal: Journal): Details {
  const known = new Map<string, HistoryEntry>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const find = async ({ query }: vscode.Uri): Promise<HistoryEntry | undefined> => {
    const one = known.get(query);
    if (one !== undefined && one.outcome.status !== 'sending') return one;
    // Only the journal knows how a send of another window ended. One of this window may end meanwhile.
    const recorded = readHistory(journal.follow()).then((all) => all.find(({ id }) => id === query));
    // If the journal cannot be read, what this window knows is shown.
    const found = await (one === undefined ? recorded : recorded.catch(() => one));
    const now = known.get(query);
    return now !== undefined && now.outcome.status !== 'sending' ? now : (found ?? now);
  };
  const read = async (uri: vscode.Uri): Promise<DetailsText> => {
    const entry = await find(uri);
    return entry === undefined ? goneText : detailsText(entry, pathName);
  };
  const about = { scheme: sendScheme };
  const registered = vscode.Disposable.from(
    changes,
    vscode.workspace.registerTextDocumentContentProvider(sendScheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: async (uri) => (await read(uri)).text,
    }),
    vscode.languages.registerDocumentLinkProvider(about, {
      provideDocumentLinks: async ({ uri }) => (await read(uri)).documents.flatMap(toLink),
    }),
    vscode.languages.registerCodeLensProvider(about, {
      provideCodeLenses: async ({ uri }) => lensesOf(uri, await find(uri)),
    }),
    vscode.commands.registerCommand(copyCommand, copy),
  );
  return {
    show: async (entry) => {
      known.set(entry.id, entry);
      const uri = uriOf(entry);
      changes.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      // Do not replace a preview editor.
      await vscode.window.showTextDocument(
        await vscode.languages.setTextDocumentLanguage(document, sendLanguage),
        { preview: false },
      );
    },
    update: (entry) => {
      if (known.has(entry.id)) known.set(entry.id, entry);
      changes.fire(uriOf(entry));
    },
    forget: () => {
      known.clear();
      for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === sendScheme) changes.fire(uri);
    },
    dispose: () => registered.dispose(),
  };
}

const goneText: DetailsText = { text: 'This request is no longer in the history.\n', documents: [] };

/** The path is the tab's title, in local time; the id tells requests of the same second apart. */
function uriOf({ id, time }: HistoryEntry): vscode.Uri {
  const at = new Date(time);
  const [day, clock] = [
    [at.getFullYear(), at.getMonth() + 1, at.getDate()],
    [at.getHours(), at.getMinutes(), at.getSeconds()],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')));
  const path = `/Request ${day?.join('-')} ${clock?.join('.')}`;
  return vscode.Uri.from({ scheme: sendScheme, path, query: id });
}

/** No link to a document that is gone. */
function toLink({ uri, line, from, to }: DetailsText['documents'][number]): vscode.DocumentLink[] {
  const target = vscode.Uri.parse(uri);
  if (isGone(target)) return [];
  const link = new vscode.DocumentLink(new vscode.Range(line, from, line, to), target);
  link.tooltip = 'Open Document';
  return [link];
}

function lensesOf(uri: vscode.Uri, entry: HistoryEntry | undefined): vscode.CodeLens[] {
  const id = entry === undefined ? null : jobIdOf(entry);
  const start = new vscode.Range(0, 0, 0, 0);
  const lens = (title: string, what: unknown) =>
    new vscode.CodeLens(start, { title, command: copyCommand, arguments: [what] });
  return [lens('Copy All', uri), ...(id === null ? [] : [lens('Copy Job Id', id)])];
}

/** Copies a text, or all of a document. */
async function copy(what: unknown): Promise<void> {
  const text = what instanceof vscode.Uri ? (await vscode.workspace.openTextDocument(what)).getText() : what;
  if (typeof text !== 'string') return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage('Copied', 5000);
}
