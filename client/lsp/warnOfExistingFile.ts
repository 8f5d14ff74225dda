import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { inertText } from '../../send/format/plainText';
import { exists } from '../exists';

/**
 * Explains why a code action does nothing: VS Code silently refuses an edit that creates an existing file. Our actions
 * edit other files only to create them.
 */
export const warnOfExistingFile: NonNullable<Middleware['resolveCodeAction']> = async (item, token, next) => {
  const action = await next(item, token);
  // The client stores the server's `data` here.
  const { data } = item as { readonly data?: { readonly uri?: string } };
  for (const [uri] of action?.edit?.entries() ?? []) {
    if (uri.toString() === data?.uri || !(await exists(uri))) continue;
    const name = inertText(uri.path.split('/').at(-1) ?? '', 200);
    void vscode.window.showWarningMessage(`${name} already exists. Nothing was changed.`);
  }
  return action;
};
