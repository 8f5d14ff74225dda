// Does for a newcomer what they would do from the command palette, so that the first thing they send has
// a place to go. It takes the user's own way: the token stays in the secret storage of the extension.
const { commands, window } = require('vscode');

exports.activate = async () => {
  const url = await commands.executeCommand('trajectory.startLocalService', { use: true });
  if (url === null) return;
  window.showInformationMessage(`What you send goes to the local training service at ${url}.`);
};
