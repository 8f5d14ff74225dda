import * as vscode from 'vscode';
import { openDocument } from '../openDocument';
import type { View } from './view';

/** Language of the active view's document; unset without an active view. */
const languageKey = 'trajectory.viewLanguage';

/** Conditions of key bindings and commands (`when`, `enablement`), kept up to date. */
export interface ContextKeys extends vscode.Disposable {
  /** Call when a view changes or another one becomes active. */
  readonly tell: () => void;
}

/** Sets the context keys for the active view. */
export function watchContextKeys(active: () => View | undefined): ContextKeys {
  const told = new Map<string, unknown>();
  const set = (name: string, value: unknown) => {
    if (told.get(name) === value) return;
    told.set(name, value);
    void vscode.commands.executeCommand('setContext', name, value);
  };
  const tell = () => {
    const view = active();
    set(languageKey, view && openDocument(view.uri())?.languageId);
  };
  const opening = vscode.workspace.onDidOpenTextDocument(tell);
  return { tell, dispose: () => opening.dispose() };
}
