// Does for a newcomer what they would do from the command palette, so that the first thing they send has
// a place to go, and shows what to try. It takes the user's own way: the token stays in the secret storage of the extension.
const { commands, Uri, window, workspace } = require('vscode');

exports.activate = async () => {
  const [folder] = workspace.workspaceFolders ?? [];
  // Beside the first example, which keeps the keyboard.
  if (folder !== undefined)
    await commands.executeCommand('markdown.showPreviewToSide', Uri.joinPath(folder.uri, 'README.md'));
  const url = await commands.executeCommand('trajectory.startLocalService', { use: true });
  if (url === null) return;
  window.showInformationMessage(`What you send goes to the local training service at ${url}.`);
};
