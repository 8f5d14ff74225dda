import * as vscode from 'vscode';
import type { View } from './view';
import { openDocument } from './viewedDocument';

/** True while a text field of the view before the user has the keyboard: then single keys are no commands. */
const typingKey = 'trajectory.viewTyping';
/** The language of the document whose view is before the user; not set where none is. */
const languageKey = 'trajectory.viewLanguage';

/** Conditions of key bindings and commands (`when`, `enablement`), kept up to date. */
export interface ContextKeys extends vscode.Disposable {
  /** Something has changed of the views, or another one is before the user. */
  readonly tell: () => void;
}

/** Tells VS Code about the view that is before the user. */
export function watchContextKeys(active: () => View | undefined): ContextKeys {
  const told = new Map<string, unknown>();
  const set = (name: string, value: unknown) => {
    if (told.get(name) === value) return;
    told.set(name, value);
    void vscode.commands.executeCommand('setContext', name, value);
  };
  const tell = () => {
    const view = active();
    set(typingKey, view?.isTyping() === true);
    set(languageKey, view && openDocument(view.uri())?.languageId);
  };
  const opening = vscode.workspace.onDidOpenTextDocument(tell);
  return { tell, dispose: () => opening.dispose() };
}
