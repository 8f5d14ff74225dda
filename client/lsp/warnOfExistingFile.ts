import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { inertText } from '../../send/format/plainText';

/**
 * Says why an action changes nothing: the editor refuses an edit that creates a file which is there already,
 * without a word. Our actions edit another file only where they create it.
 */
export const warnOfExistingFile: NonNullable<Middleware['resolveCodeAction']> = async (item, token, next) => {
  const action = await next(item, token);
  // The client keeps there what the server put into the action.
  const { data } = item as { readonly data?: { readonly uri?: string } };
  for (const [uri] of action?.edit?.entries() ?? []) {
    if (uri.toString() === data?.uri || !(await exists(uri))) continue;
    const name = inertText(uri.path.split('/').at(-1) ?? '', 200);
    void vscode.window.showWarningMessage(`${name} already exists. Nothing was changed.`);
  }
  return action;
};

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
