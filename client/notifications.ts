import * as vscode from 'vscode';
import { reasonOf } from '../send/format/errorReason';
import { inertText } from '../send/format/plainText';

/** A button of a message. */
export interface MessageAction {
  readonly label: string;
  readonly run: () => unknown;
}

/** An error whose message is for the user, with the buttons of that message. */
export class UserError extends Error {
  readonly actions: readonly MessageAction[];

  constructor(message: string, ...actions: readonly MessageAction[]) {
    super(message);
    this.actions = actions;
  }
}

/** A button that runs a command. */
export function commandAction(label: string, command: string, ...args: readonly unknown[]): MessageAction {
  return { label, run: () => vscode.commands.executeCommand(command, ...args) };
}

export const reloadWindow = commandAction('Reload Window', 'workbench.action.reloadWindow');
export const showProblems = commandAction('Show Problems', 'workbench.actions.view.problems');
export const showHistory = commandAction('Show History', 'trajectory.showHistory');
export const openFile = commandAction('Open File…', 'workbench.action.files.openFile');
/** Lists the files with a name. */
export const findFile = (name: string): MessageAction =>
  commandAction('Find File…', 'workbench.action.quickOpen', name);
export const manageTrust = commandAction('Manage Workspace Trust', 'workbench.trust.manage');

/** Shows why a command has no result. */
export function showInfo(message: string, ...actions: readonly MessageAction[]): void {
  void offer(vscode.window.showInformationMessage, message, actions);
}

/** Shows why a command failed, with the buttons of the error. */
export function showReason(error: unknown): void {
  showInfo(reasonOf(error), ...actionsOfError(error));
}

export function showError(message: string, ...actions: readonly MessageAction[]): void {
  void offer(vscode.window.showErrorMessage, message, actions);
}

export function showWarning(message: string, ...actions: readonly MessageAction[]): void {
  void offer(vscode.window.showWarningMessage, message, actions);
}

/** The buttons of an error's message. */
export function actionsOfError(error: unknown): readonly MessageAction[] {
  return error instanceof UserError ? error.actions : [];
}

type Show = (message: string, ...labels: string[]) => Thenable<string | undefined>;

async function offer(show: Show, message: string, actions: readonly MessageAction[]): Promise<void> {
  const chosen = await show(inertText(message, 600), ...actions.map(({ label }) => label));
  try {
    await actions.find(({ label }) => label === chosen)?.run();
  } catch (error) {
    // Nobody else would tell the user.
    showError(reasonOf(error), ...actionsOfError(error));
  }
}
