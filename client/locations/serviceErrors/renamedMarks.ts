import * as vscode from 'vscode';
import { watchNextMoves } from '../../documents/moves';
import { openDocument } from '../../openDocument';
import type { ShownMark } from './shownMarks';

type Marks = readonly ShownMark[];

/** Takes marks along when their document is renamed: VS Code closes it, and opens another one with its text. */
export function watchRenamedMarks(
  marksByUri: ReadonlyMap<string, Marks>,
  take: (uri: string, marks: Marks) => void,
): vscode.Disposable {
  const coming = new Map<string, { readonly marks: Marks; readonly text: string }>();
  return vscode.Disposable.from(
    watchNextMoves((moved) => {
      // What did not come was not renamed in the end.
      coming.clear();
      for (const [from, marks] of marksByUri) {
        const [to, document] = [moved(vscode.Uri.parse(from)), openDocument(from)];
        if (to !== null && document !== undefined)
          coming.set(to.toString(), { marks, text: document.getText() });
      }
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const uri = document.uri.toString();
      const found = coming.get(uri);
      coming.delete(uri);
      if (found?.text === document.getText()) take(uri, found.marks);
    }),
  );
}
