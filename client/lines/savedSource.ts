import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import { displayName } from '../documents/displayName';
import { isMissing } from '../exists';
import { showInfo } from '../notifications';

/** A write of an expanded line into its document. */
export interface Written {
  readonly document: vscode.TextDocument;
  readonly line: number;
  /** The document had no unsaved changes before, but for those of other lines that are being saved. */
  readonly wasClean: boolean;
}

/** Saves the documents of expanded lines together with the lines. */
export interface SavedSources extends vscode.Disposable {
  /** Whether a document had no unsaved changes before the lines that are being saved. */
  isClean(document: vscode.TextDocument): boolean;
  /** Notes that the expanded line at a URI was written. */
  note(uri: vscode.Uri, written: Written): void;
}

/**
 * Saves an expanded line's document after the line itself is saved, if it has no other changes. Not during the write:
 * save participants may edit that very line.
 */
export function saveSources(): SavedSources {
  const unsaved = new Map<string, Written>();
  const saving = new Set<Written>();
  /** What was written before a save of its document began, and so is part of it. */
  const included = new WeakSet<Written>();
  const isBeingSaved = (document: vscode.TextDocument) =>
    [...unsaved.values(), ...saving].some((one) => one.document === document && one.wasClean);
  const beginning = vscode.workspace.onWillSaveTextDocument(({ document }) => {
    for (const written of unsaved.values()) if (written.document === document) included.add(written);
  });
  const listening = vscode.workspace.onDidSaveTextDocument((saved) => {
    const { uri } = saved;
    for (const [key, written] of unsaved) {
      if (written.document !== saved) continue;
      // Of a line that is written without an editor, no save is reported.
      if (included.has(written)) unsaved.delete(key);
      // VS Code says that the document has no unsaved changes, but it has this one; the others were just saved.
      else unsaved.set(key, { ...written, wasClean: true });
    }
    const written = uri.scheme === lineScheme ? unsaved.get(uri.toString()) : undefined;
    if (written === undefined) return;
    unsaved.delete(uri.toString());
    saving.add(written);
    void saveSource(written).finally(() => saving.delete(written));
  });
  return {
    isClean: (document) => !document.isUntitled && (!document.isDirty || isBeingSaved(document)),
    note: (uri, written) => {
      unsaved.set(uri.toString(), written);
    },
    dispose: () => vscode.Disposable.from(beginning, listening).dispose(),
  };
}

async function saveSource(written: Written): Promise<void> {
  const { document, line, wasClean } = written;
  if (!wasClean && isSavedSoon(document)) return;
  const name = displayName(document.uri);
  const why = await whyUnsaved(written);
  if (why === null) {
    vscode.window.setStatusBarMessage(`Saved line ${line + 1} of ${name}`, 5000);
    return;
  }
  showInfo(`Line ${line + 1} of ${name} was updated${why}.`, {
    label: 'Save File',
    run: () => save(document),
  });
}

/** Saves the document; why not, if it is not saved. One that was deleted or renamed meanwhile does not come back unasked. */
async function whyUnsaved({ document, wasClean }: Written): Promise<string | null> {
  if (document.isUntitled) return ' but not saved: the document has no file yet';
  if (!wasClean) return ' but not saved: the file has other unsaved changes';
  if (await isMissing(document.uri)) return ' but not saved: the file no longer exists';
  return (await document.save()) ? null : ', but the file could not be saved';
}

function isSavedSoon({ uri, isUntitled }: vscode.TextDocument): boolean {
  return !isUntitled && vscode.workspace.getConfiguration('files', uri).get('autoSave') === 'afterDelay';
}

/** The document may be closed by the time the button is pressed; its changes are then saved or lost. */
async function save(document: vscode.TextDocument): Promise<void> {
  if (!document.isClosed) await document.save();
}
