import { assert } from 'chai';
import { commands, extensions, languages, Position, TabInputWebview, window } from 'vscode';
import { codeOf, diagnosticsWhen, firstDiagnostics, logRequest, openFile } from './documents';

describe('a new document', () => {
  const kinds = [
    ['trajectory.newLogRequest', 'trajectory', /^\{\n\s+"split": "[\s\S]*"trajectory_groups": \[/],
    ['trajectory.newTrainingJob', 'trajectory', /^\{\n\s+"model_id": "[\s\S]*"trajectory_groups": \[/],
    ['trajectory.newTrainingConfig', 'training-config', /^\{\s*\}$/],
    ['trajectory.newLines', 'trajectory-jsonl', /^\{"trajectories": \[\{"messages_and_choices": .*\}$/],
  ] as const;
  for (const [command, language, skeleton] of kinds) {
    it(`from ${command} has the right language and a skeleton`, async () => {
      await commands.executeCommand(command);
      const document = window.activeTextEditor?.document;
      assert.isTrue(document?.isUntitled);
      assert.equal(document?.languageId, language);
      assert.match(document?.getText() ?? '', skeleton);
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });
  }

  it('for a training job shows its problem only after the first edit', async () => {
    await commands.executeCommand('trajectory.newTrainingJob');
    const editor = window.activeTextEditor;
    const document = editor?.document;
    assert.include(document?.getText(), '"model_id": ""');
    // The server answers in order, so it has already published problems.
    await commands.executeCommand('vscode.executeDocumentSymbolProvider', document?.uri);
    assert.isEmpty(languages.getDiagnostics(document!.uri));
    const end = document!.positionAt(document!.getText().length);
    await editor?.edit((edit) => edit.insert(end, '\n'));
    const found = await diagnosticsWhen(document!, (list) => list.length > 0);
    assert.deepEqual(found.map(codeOf), ['invalid-uuid']);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('for a training job shows its problem to whoever runs a command on it', async () => {
    await commands.executeCommand('trajectory.newTrainingJob');
    const document = window.activeTextEditor?.document;
    await commands.executeCommand('trajectory.goToLocation', { location: 'model_id' });
    const found = await diagnosticsWhen(document!, (list) => list.length > 0);
    assert.deepEqual(found.map(codeOf), ['invalid-uuid']);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('can be created from File › New File…', () => {
    const offered: { command: string }[] = manifest().menus['file/newFile'];
    assert.deepEqual(
      offered.map(({ command }) => command),
      kinds.map(([command]) => command),
    );
  });

  for (const name of ['empty.trajectory.json', 'empty.training-config.json', 'empty.trajectories.jsonl']) {
    it(`that is empty has no problems: ${name}`, async () => {
      const document = await openFile(name, '');
      const editor = window.activeTextEditor;
      await editor?.edit((edit) => edit.insert(new Position(0, 0), '['));
      await firstDiagnostics(document);
      await commands.executeCommand('undo');
      await diagnosticsWhen(document, (found) => found.length === 0);
      assert.equal(document.getText(), '');
    });
  }
});

describe('getting started', () => {
  it('opens a copy of an example', async () => {
    await commands.executeCommand('trajectory.openExample', { file: 'problems.trajectory.json' });
    const document = window.activeTextEditor?.document;
    assert.isTrue(document?.isUntitled);
    assert.isAtLeast((await diagnosticsWhen(document!, (found) => found.length > 5)).length, 6);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('has a walkthrough whose commands all exist', async () => {
    const [walkthrough] = manifest().walkthroughs as { steps: { description: string }[] }[];
    assert.lengthOf(walkthrough?.steps ?? [], 7);
    const all = new Set(await commands.getCommands());
    for (const { description } of walkthrough?.steps ?? [])
      for (const [, command = ''] of description.matchAll(/\(command:([\w.]+)/g))
        assert.isTrue(all.has(command), command);
  });
});

describe('the code of a problem', () => {
  it('links to its explanation inside the editor', async () => {
    const document = await openFile('explained.trajectory.json', logRequest('"reward": "1"'));
    const [problem] = await firstDiagnostics(document);
    assert.equal(problem && codeOf(problem), 'wrong-type');
    const code = problem?.code;
    const target = typeof code === 'object' ? decodeURIComponent(String(code.target)) : '';
    assert.equal(target, 'command:trajectory.explainProblem?["wrong-type"]');
    await commands.executeCommand('trajectory.explainProblem', 'wrong-type');
    const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs);
    const isPage = () =>
      tabs().some(({ label, input }) => label.includes('problems.md') && input instanceof TabInputWebview) ||
      window.activeTextEditor?.document.uri.path.endsWith('/docs/problems.md') === true;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isPage()) return;
        listening.dispose();
        resolve();
      };
      const listening = window.tabGroups.onDidChangeTabs(look);
      look();
    });
    await commands.executeCommand('workbench.action.closeActiveEditor');
    assert.isNotEmpty(languages.getDiagnostics(document.uri));
  });
});

/** The manifest's `contributes`. */
function manifest() {
  return extensions.getExtension('trajectory-tools.trajectory-tools')?.packageJSON.contributes;
}
