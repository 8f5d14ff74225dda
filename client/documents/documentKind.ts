import * as vscode from 'vscode';
import { type BaseLanguageClient, State } from 'vscode-languageclient';
import { type DocumentKind, kindNotification } from '../../server/protocol';
import { isOurLanguage, ourLanguages } from '../lsp/languages';

const titles: Record<DocumentKind, string> = {
  'log-request': 'Log Request',
  'training-job': 'Training Job Request',
  group: 'Trajectory Group',
  'training-config': 'Training Config',
  'group-lines': 'Groups, One per Line',
  'trajectory-lines': 'Trajectories, One per Line',
  unrecognized: 'Not Recognized',
};

/** Language status item: the document kind of the last active editor of ours. */
export function showDocumentKind(client: BaseLanguageClient): vscode.Disposable {
  const kinds = new Map<string, DocumentKind>();
  const selector = ourLanguages.map((language) => ({ language }));
  const item = vscode.languages.createLanguageStatusItem('trajectory.kind', selector);
  item.name = 'Trajectory Document Kind';
  item.command = { command: 'trajectory.treatAsTrajectoryFile', title: 'Change' };
  // *Output* and other windows take the focus, and VS Code still shows the item for the document left behind.
  let uri: string | undefined;
  const show = () => {
    const active = vscode.window.activeTextEditor?.document;
    if (active !== undefined && isOurLanguage(active.languageId)) uri = active.uri.toString();
    const kind = uri === undefined ? undefined : kinds.get(uri);
    item.busy = kind === undefined && client.state === State.Running;
    item.text = kind === undefined ? 'Trajectory' : titles[kind];
    item.detail = kind === 'unrecognized' ? 'see the problem at its start' : 'detected from its content';
    item.severity =
      kind === 'unrecognized'
        ? vscode.LanguageStatusSeverity.Warning
        : vscode.LanguageStatusSeverity.Information;
  };
  show();
  return vscode.Disposable.from(
    item,
    client.onNotification(kindNotification, ({ uri, kind }) => {
      kinds.set(uri, kind);
      show();
    }),
    client.onDidChangeState(show),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => kinds.delete(uri.toString())),
  );
}
