import { assert } from 'chai';
import { commands, window, workspace } from 'vscode';
import { logRequest, openFile } from './documents';

/** A web worker has no way to send a POST that it could call delivered at most once. */
const hasNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

describe('sending', () => {
  if (!hasNode) {
    it('explains itself where there is no Node to send with', async () => {
      console.log('written');
      const outcome = await commands.executeCommand<{ status: string; reason: string }>(
        'trajectory.logTrajectories',
      );
      assert.deepInclude(outcome, { status: 'failed', reason: 'unsupported' });
    });
    return;
  }

  after(() => commands.executeCommand('trajectory.stopLocalService'));

  it('reaches the local service with the token from the secret storage', async () => {
    const url = await commands.executeCommand<string>('trajectory.startLocalService', { use: true });
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+/);
    assert.equal(workspace.getConfiguration('trajectory').get('baseUrl'), url);
    const document = await openFile('send.trajectory.json', logRequest('"reward": 1'));
    const outcome = await commands.executeCommand('trajectory.logTrajectories', {
      uri: document.uri.toString(),
      modelId: 'support-agent',
    });
    assert.deepInclude(outcome, { status: 'logged' });
  });

  it('has one local service, however often it is started at once', async () => {
    await commands.executeCommand('trajectory.stopLocalService');
    const start = () => commands.executeCommand<string>('trajectory.startLocalService', { use: true });
    const urls = await Promise.all([start(), start(), start()]);
    assert.match(urls[0] ?? '', /^http:\/\/127\.0\.0\.1:\d+/);
    assert.deepEqual(urls, [urls[0], urls[0], urls[0]]);
  });

  it('is about the open file, also while the output has the focus', async () => {
    await openFile('seen.trajectory.json', logRequest('"reward": 0.5'));
    const shown = new Promise<void>((resolve) => {
      const listener = window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme !== 'output') return;
        listener.dispose();
        resolve();
      });
    });
    await commands.executeCommand('workbench.action.output.toggleOutput');
    await shown;
    const outcome = await commands.executeCommand('trajectory.logTrajectories', { modelId: 'support-agent' });
    await commands.executeCommand('workbench.action.output.toggleOutput');
    assert.deepInclude(outcome, { status: 'logged' });
  });
});
