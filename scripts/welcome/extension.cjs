// Runs the commands that a newcomer would run from the palette, so that a service is there for their first request, and
// shows what to try. Uses only the public commands: the token stays in the extension's secret storage.
const { commands, Uri, ViewColumn, window, workspace } = require('vscode');

exports.activate = async () => {
  const [folder] = workspace.workspaceFolders ?? [];
  // Beside the first example, which keeps the focus.
  if (folder !== undefined) {
    const beside = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const page = Uri.joinPath(folder.uri, 'README.md');
    await commands.executeCommand('vscode.openWith', page, 'vscode.markdown.preview.editor', beside);
  }
  const url = await commands.executeCommand('trajectory.startLocalService', { use: true });
  if (url === null) return;
  window.showInformationMessage(`What you send goes to the local training service at ${url}.`);
};
