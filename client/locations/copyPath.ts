import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import { cursorIn, registerCursorCommand } from '../documents/commandTarget';
import type { LanguageServer } from '../lsp/languageServer';
import { showInfo } from '../notifications';

const formats = [
  { command: 'trajectory.copyPointer', format: 'pointer' },
  { command: 'trajectory.copyLoc', format: 'loc' },
] as const;

/**
 * `Trajectory: Copy Path as JSON Pointer` and `Copy Path as loc`: copy the path of the value under the cursor, and
 * return it.
 */
export function registerCopyPath(server: LanguageServer): vscode.Disposable {
  const commands = formats.map(({ command, format }) =>
    registerCursorCommand(command, async (document) => {
      const path = await server.path(document, cursorIn(document), format);
      if (path === null) {
        showInfo('Nothing was copied: the names in the path are longer than 1,000,000 characters.');
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
