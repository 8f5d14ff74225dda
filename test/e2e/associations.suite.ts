import { expect } from 'chai';
import { Uri } from 'vscode';
import { associatedLanguage } from '../../client/documents/recognition/associations';
import { setting } from './documents';

// VS Code gives no document of a file above 50 MB, so its language has to be found from the setting.
describe('files.associations', () => {
  const languageOf = (path: string) => associatedLanguage(Uri.file(path));

  afterEach(() => setting('files.associations', undefined));

  it('names the language of a file that has no document, as VS Code does', async () => {
    await setting('files.associations', {
      '*.JSONL': 'trajectory-jsonl',
      'rollouts-*.jsonl': 'plaintext',
      '**/runs/*.dat': 'trajectory',
    });
    expect(languageOf('/data/train.jsonl')).to.equal('trajectory-jsonl');
    expect(languageOf('/data/TRAIN.jsonl')).to.equal('trajectory-jsonl');
    // The longest pattern that matches has priority.
    expect(languageOf('/data/rollouts-1.jsonl')).to.equal('plaintext');
    // With a slash, a pattern is about the path.
    expect(languageOf('/data/runs/1.dat')).to.equal('trajectory');
    expect(languageOf('/data/1.dat')).to.equal(undefined);
  });

  it('leaves a file without a matching pattern to its name', async () => {
    await setting('files.associations', { '*.jsonl': 'trajectory-jsonl' });
    expect(languageOf('/data/large.trajectories.json')).to.equal(undefined);
    await setting('files.associations', null);
    expect(languageOf('/data/large.trajectories.json')).to.equal(undefined);
  });
});
