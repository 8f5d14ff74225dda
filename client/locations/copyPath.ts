import * as vscode from 'vscode';
import { inertText } from '../../send/words/plainText';
import { cursorIn, targetOf, tell } from '../documents/commandTarget';
import type { LanguageServer } from '../lsp/requests';

const formats = [
  { command: 'trajectory.copyPointer', format: 'pointer' },
  { command: 'trajectory.copyLoc', format: 'loc' },
] as const;

/**
 * `Trajectory: Copy Path as JSON Pointer` and `Copy Path as loc`: the path of the value under the cursor. The
 * commands return what they copied.
 */
export function registerCopyPath(server: LanguageServer): vscode.Disposable {
  const commands = formats.map(({ command, format }) =>
    vscode.commands.registerCommand(command, async (argument: unknown) => {
      const document = await targetOf(argument);
      if (document === null) return null;
      const path = await server.path(document, cursorIn(document), format);
      if (path === null) {
        tell('There is no value under the cursor.');
        return null;
      }
      await vscode.env.clipboard.writeText(path);
      const shown = path === '' ? 'the pointer of the whole document, which is empty' : inertText(path, 100);
      vscode.window.setStatusBarMessage(`Copied ${shown}`, 5000);
      return path;
    }),
  );
  return vscode.Disposable.from(...commands);
}
