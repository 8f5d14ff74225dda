import { assert } from 'chai';
import { commands, Uri, workspace } from 'vscode';
import { hasNode } from './host';

describe('sending', () => {
  // A web worker cannot send a POST with at-most-once delivery.
  if (!hasNode) {
    it('is reported as unsupported without Node', async () => {
      const outcome = await commands.executeCommand<{ status: string; reason: string }>(
        'trajectory.logTrajectories',
      );
      assert.deepInclude(outcome, { status: 'failed', reason: 'unsupported' });
    });

    it('has no local service whose URL could be used', async () => {
      assert.isNull(await commands.executeCommand('trajectory.startLocalService', { use: true }));
    });
    return;
  }

  after(() => commands.executeCommand('trajectory.stopLocalService'));

  it('starts one local service, even if started several times at once', async () => {
    await commands.executeCommand('trajectory.stopLocalService');
    const start = () => commands.executeCommand<string>('trajectory.startLocalService', { use: true });
    const urls = await Promise.all([start(), start(), start()]);
    assert.match(urls[0] ?? '', /^http:\/\/127\.0\.0\.1:\d+/);
    assert.deepEqual(urls, [urls[0], urls[0], urls[0]]);
    assert.equal(workspace.getConfiguration('trajectory').get('baseUrl'), urls[0]);
  });

  it('knows the local service only while it runs', async () => {
    const running = () => commands.executeCommand<string | null>('trajectory.runningLocalService');
    const url = await commands.executeCommand<string>('trajectory.startLocalService', { use: true });
    assert.equal(await running(), url);
    await commands.executeCommand('trajectory.stopLocalService');
    assert.isNull(await running());
  });

  it('does not send with arguments that the service cannot accept', async () => {
    await commands.executeCommand('trajectory.startLocalService', { use: true });
    const trajectory = '{"messages_and_choices": [{"role": "assistant", "content": "Hi."}], "reward": 1}';
    const content = `{"trajectories": [${trajectory}]}`;
    const { uri } = await workspace.openTextDocument({ language: 'trajectory', content });
    const send = (operation: string, given: object) =>
      commands.executeCommand<{ status: string; message: string }>(`trajectory.${operation}`, {
        uri,
        configUri: 'none',
        ...given,
      });
    assert.deepEqual(
      [
        await send('createTrainingJob', { modelId: 'support-agent' }),
        await send('logTrajectories', { modelId: '' }),
        await send('logTrajectories', { modelId: 'support-agent', split: '' }),
      ].map(({ status, message }) => [status, message]),
      [
        ['failed', 'The model id of a training job is a UUID, such as 3f2a1b9c-….'],
        ['failed', 'Enter a model id.'],
        ['failed', 'Enter the name of a split.'],
      ],
    );
  });

  it('says in plain words that a document is gone', async () => {
    const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');
    const send = (uri: Uri) =>
      commands.executeCommand('trajectory.logTrajectories', { uri, modelId: 'support-agent' });
    const reason = { status: 'failed', reason: 'no-document' };
    assert.deepEqual(await send(Uri.joinPath(folder, 'away.trajectory.json')), {
      ...reason,
      message: 'away.trajectory.json is not there any more. It may have been renamed, moved or deleted.',
    });
    assert.deepEqual(await send(Uri.parse('untitled:Untitled-77')), {
      ...reason,
      message: 'Untitled-77 is no longer open.',
    });
    assert.isFalse(workspace.textDocuments.some(({ uri }) => uri.path === 'Untitled-77'));
  });
});
