import type { Diagnostic, TextDocument } from 'vscode';
import { ConfigurationTarget, languages, Range, Uri, window, workspace } from 'vscode';

let opened = 0;

/** A file in a folder of its own, to isolate tests. */
export function uriOfNewFile(name: string): Uri {
  const folder = workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('The suite runs in an empty folder; none is open.');
  return Uri.joinPath(folder.uri, String(++opened), name);
}

/** Writes a file and opens it. */
export async function openFile(name: string, text: string): Promise<TextDocument> {
  const uri = uriOfNewFile(name);
  await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

/** The range of the `occurrence`-th occurrence of `part`, counted from 0. */
export function rangeOf(document: TextDocument, part: string, occurrence = 0): Range {
  let from = document.getText().indexOf(part);
  for (let left = occurrence; left > 0 && from >= 0; left--)
    from = document.getText().indexOf(part, from + 1);
  if (from < 0) throw new Error(`The document does not hold ${part}.`);
  return new Range(document.positionAt(from), document.positionAt(from + part.length));
}

/** Resolves as soon as the diagnostics of a document, or of a file that is not open, satisfy a condition. Limited by the test's timeout. */
export function diagnosticsWhen(
  { uri }: { readonly uri: Uri },
  holds: (diagnostics: readonly Diagnostic[]) => boolean,
): Promise<readonly Diagnostic[]> {
  return new Promise((resolve) => {
    const look = () => {
      const found = languages.getDiagnostics(uri);
      if (!holds(found)) return;
      subscription.dispose();
      resolve(found);
    };
    const subscription = languages.onDidChangeDiagnostics(look);
    look();
  });
}

/** The document's diagnostics, once there are any. */
export function firstDiagnostics(document: TextDocument): Promise<readonly Diagnostic[]> {
  return diagnosticsWhen(document, (found) => found.length > 0);
}

/** Resolves as soon as the document's text satisfies a condition. */
export function textWhen(document: TextDocument, holds: (text: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(document.getText())) return;
      subscription.dispose();
      resolve();
    };
    const subscription = workspace.onDidChangeTextDocument(look);
    look();
  });
}

/** Changes a user setting. */
export async function setting(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
}

/** A diagnostic's code, with or without the link to its documentation. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** The text of a log request with one trajectory, whose properties are given as JSON text. */
export function logRequest(properties: string): string {
  return `{"split": "train", "trajectory_groups": [{"trajectories": [{${properties}}]}]}\n`;
}

/** Saves a document. On a busy machine VS Code refuses while it is still saving, or learns of an earlier change: try again. */
export async function save(document: TextDocument): Promise<void> {
  while (!(await document.save())) {
    if (!document.isDirty) throw new Error(`${document.uri.path} was not saved, although it has no changes.`);
  }
}
