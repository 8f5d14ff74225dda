import * as vscode from 'vscode';
import { lineScheme } from './expandedLines';

/**
 * Does work that shows another editor. What the user types meanwhile is meant for that editor: it is kept, and typed
 * there when it has the focus. Not if another extension handles typing, such as one that emulates Vim.
 */
export async function typeAhead<Result>(work: () => Promise<Result>): Promise<Result> {
  const source = vscode.window.activeTextEditor?.document;
  let typed = '';
  const isMeant = () => {
    const shown = vscode.window.activeTextEditor?.document;
    return shown === undefined || shown === source || shown.uri.scheme === lineScheme;
  };
  const keeping = handleTyping((typing) => {
    if (!isMeant()) return typeNow(typing);
    typed += typing.text;
    return undefined;
  });
  try {
    return await work();
  } finally {
    keeping.dispose();
    if (typed !== '') await typeNow({ text: typed });
  }
}

interface Typing {
  readonly text: string;
}

function typeNow(typing: Typing): Thenable<void> {
  return vscode.commands.executeCommand('default:type', typing);
}

/** Only one extension can handle typing; without any, the editor does. */
function handleTyping(handle: (typing: Typing) => unknown): vscode.Disposable {
  try {
    return vscode.commands.registerCommand('type', handle);
  } catch {
    return new vscode.Disposable(() => undefined);
  }
}
