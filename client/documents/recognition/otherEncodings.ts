import * as vscode from 'vscode';
import type { PublishedDiagnostics } from '../../lsp/publishedDiagnostics';
import { type MessageAction, showWarning } from '../../notifications';
import { openDocument } from '../../openDocument';
import { displayName } from '../displayName';

/**
 * Warns of a file that is not UTF-8. VS Code shows U+FFFD for what it cannot decode, and saves that: the file still has
 * the text, which the next save would lose.
 */
export function warnOfOtherEncodings({ of, onDidPublish }: PublishedDiagnostics): vscode.Disposable {
  const known = new WeakSet<vscode.TextDocument>();
  return onDidPublish(async (key) => {
    if (!of(key).some(({ code }) => nameOf(code) === 'replacement-character')) return;
    const document = openDocument(vscode.Uri.parse(key));
    if (document === undefined || known.has(document)) return;
    known.add(document);
    if (await isOtherEncoding(document.uri)) warn(document);
  });
}

function nameOf(code: vscode.Diagnostic['code']): string | number | undefined {
  return typeof code === 'object' ? code.value : code;
}

/** Whether the bytes of a file are not UTF-8. What cannot be read, such as a new document, has none. */
async function isOtherEncoding(uri: vscode.Uri): Promise<boolean> {
  const bytes = await vscode.workspace.fs.readFile(uri).then(
    (read) => read,
    () => new Uint8Array(),
  );
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}

function warn(document: vscode.TextDocument): void {
  const reopen: MessageAction = {
    label: 'Reopen with Encoding…',
    run: async () => {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
    },
  };
  showWarning(
    `${displayName(document.uri)} is not UTF-8: characters that VS Code could not decode are shown as U+FFFD, and saving would lose them. Reopen it with its encoding first, then save it as UTF-8.`,
    reopen,
  );
}
