import { assert } from 'chai';
import { commands, extensions, Uri, workspace } from 'vscode';
import { firstDiagnostics, logRequest, openFile } from './documents';

const languageOf = {
  'a.trajectory.json': 'trajectory',
  'a.trajectories.json': 'trajectory',
  'a.training-job.json': 'trajectory',
  'a.training-config.json': 'training-config',
  'a.trajectory.jsonl': 'trajectory-jsonl',
  'a.trajectories.jsonl': 'trajectory-jsonl',
};

describe('the extension', () => {
  for (const [name, language] of Object.entries(languageOf)) {
    it(`gives ${name} the language ${language}`, async () => {
      const document = await openFile(name, '');
      assert.equal(document.languageId, language);
    });
  }

  it('applies its default settings to its languages', () => {
    const defaults = manifest().configurationDefaults as Record<string, Record<string, unknown>>;
    for (const languageId of new Set(Object.values(languageOf))) {
      const expected = Object.entries(defaults[`[${languageId}]`] ?? {});
      assert.isNotEmpty(expected);
      const settings = workspace.getConfiguration(undefined, { languageId });
      for (const [key, value] of expected) {
        if (typeof value === 'object' && value !== null) assert.deepInclude(settings.get<object>(key), value);
        else assert.equal(settings.get(key), value);
      }
    }
  });

  it('leaves other JSON files alone', async () => {
    const document = await openFile('package.json', '{}');
    assert.equal(document.languageId, 'json');
  });

  it('registers every command that it contributes', async () => {
    await firstDiagnostics(await openFile('activate.trajectory.json', logRequest('"reward": "1"')));
    const contributed = manifest().commands.map((one: { command: string }) => one.command);
    assert.isNotEmpty(contributed);
    assert.includeMembers(await commands.getCommands(true), contributed);
  });

  it('offers the view in the explorer menu of supported files', () => {
    const [entry] = manifest().menus['explorer/context'];
    assert.equal(entry.command, 'trajectory.openView');
    const conditions: string = entry.when;
    for (const language of ['trajectory', 'trajectory-jsonl']) {
      assert.match(conditions, new RegExp(`resourceLangId == ${language}\\b(?!-)`));
    }
    assert.notInclude(conditions, 'training-config');
    assert.match(conditions, /^!explorerResourceIsFolder && \(/);
  });

  it('enables the commands of a document while its view is active', () => {
    const contributed = manifest().commands as { command: string; enablement?: string }[];
    const names = ['goToLocation', 'convertToLines', 'convertToLogRequest', 'sortKeys'];
    for (const name of names) {
      const { enablement } = contributed.find(({ command }) => command === `trajectory.${name}`)!;
      assert.include(enablement, 'trajectory.viewLanguage');
    }
  });

  it('has no command that fails because of a document that is not there', async () => {
    const names = [
      'expandLine',
      'sortKeys',
      'copyLoc',
      'openView',
      'logTrajectories',
      'treatAsTrajectoryFile',
    ];
    const missing = [
      'no uri: at all',
      { uri: 'no uri: at all' },
      Uri.file('/missing.trajectory.json'),
      Uri.parse('missing:/missing.trajectory.json'),
      Uri.parse('untitled:Missing-1'),
    ];
    for (const name of names)
      for (const argument of missing) await commands.executeCommand(`trajectory.${name}`, argument);
    // None of them has opened a new, empty document, either.
    assert.isEmpty(workspace.textDocuments.filter(({ uri }) => uri.path === 'Missing-1'));
  });

  it('treats a file with any other name as a trajectory file on request', async () => {
    const document = await openFile('rollouts.json', logRequest('"reward": "1"'));
    assert.equal(document.languageId, 'json');
    await commands.executeCommand('trajectory.treatAsTrajectoryFile');
    const [problem] = await firstDiagnostics(
      workspace.textDocuments.find((open) => open.uri.toString() === document.uri.toString()) ?? document,
    );
    assert.equal(problem?.source, 'trajectory');
  });
});

/** The manifest's `contributes`. */
function manifest() {
  return extensions.getExtension('trajectory-tools.trajectory-tools')?.packageJSON.contributes;
}
