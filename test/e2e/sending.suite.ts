import { assert } from 'chai';
import { commands, workspace } from 'vscode';
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
});
