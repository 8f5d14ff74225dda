import * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import type { Notifications } from '../../server/protocol';

/** Tells the language server what the user has switched on: whenever it starts, and when that changes. */
export function tellSettings(client: BaseLanguageClient): vscode.Disposable {
  const tell = () => {
    void client.sendNotification('trajectory/settings' satisfies keyof Notifications, readSettings());
  };
  return vscode.Disposable.from(
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) tell();
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const isOurs = ['trajectory.hints', 'trajectory.codeLens'].some((key) =>
        change.affectsConfiguration(key),
      );
      if (isOurs && client.state === State.Running) tell();
    }),
  );
}

function readSettings(): Notifications['trajectory/settings'] {
  const settings = vscode.workspace.getConfiguration('trajectory');
  return { hints: settings.get('hints', false), codeLens: settings.get('codeLens', true) };
}
