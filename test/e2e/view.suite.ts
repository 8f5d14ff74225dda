import { assert } from 'chai';
import {
  commands,
  Disposable,
  type Position,
  type Tab,
  TabInputCustom,
  TabInputWebview,
  type TextDocument,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { conversation } from './conversation';
import { openFile, rangeOf, save, setting, uriOfNewFile } from './documents';

/** The view type of the panels, which VS Code prefixes. */
const panelType = 'trajectory.view';
const lines = '{"trajectories": [{"reward": 1}, {"reward": 2}]}\n\n{"trajectories": [{"reward": 3}]}\n';
const bare = '{"messages_and_choices": [], "reward": 1}\n{"messages_and_choices": [], "reward": 2}\n';

describe('the trajectory view', () => {
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens beside the text, once per document', async () => {
    const first = await openFile('view.trajectory.json', conversation);
    await commands.executeCommand('trajectory.openView');
    await panelsAre('View view.trajectory.json');
    const second = await openFile('view.trajectories.jsonl', lines);
    await commands.executeCommand('trajectory.openView');
    await activeTab('View view.trajectories.jsonl');
    await commands.executeCommand('trajectory.openView', first.uri);
    await activeTab('View view.trajectory.json');
    await commands.executeCommand('trajectory.openView', { uri: second.uri, trajectory: 1 });
    await activeTab('View view.trajectories.jsonl');
    await panelsAre('View view.trajectories.jsonl', 'View view.trajectory.json');
  });

  it('opens for an untitled document', async () => {
    const document = await workspace.openTextDocument({ language: 'trajectory', content: conversation });
    await window.showTextDocument(document);
    await commands.executeCommand('trajectory.openView');
    await panelsAre(`View ${document.uri.path}`);
  });

  it('opens for a file that is not open in an editor', async () => {
    const { uri } = await openFile('closed.trajectory.json', conversation);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('trajectory.openView', uri);
    await panelsAre('View closed.trajectory.json');
  });

  it('opens for the file that was clicked in the explorer', async () => {
    const { uri } = await openFile('explorer.trajectory.json', conversation);
    await commands.executeCommand('workbench.action.closeAllEditors');
    // The arguments from the explorer's menu: the clicked file, and all selected files.
    await commands.executeCommand('trajectory.openView', uri, [uri]);
    await panelsAre('View explorer.trajectory.json');
  });

  it('runs its page in every extension host, for a file and for an untitled document', async () => {
    const { uri } = await openFile('page.trajectory.json', conversation);
    const untitled = await workspace.openTextDocument({ language: 'trajectory', content: conversation });
    for (const document of [await workspace.openTextDocument(uri), untitled]) {
      await window.showTextDocument(document);
      await commands.executeCommand('trajectory.openView', { uri: document.uri, trajectory: 1 });
      // The page receives both once it listens, and then reports its position.
      await commands.executeCommand('trajectory.view.showInText');
      await cursorAt(document.uri, rangeOf(document, '{\n          "messages_and_choices": []').start);
    }
  });

  it('follows its document when the document or its folder is renamed', async () => {
    const { uri } = await openFile('before.trajectory.json', conversation);
    await commands.executeCommand('trajectory.openView');
    const renamed = Uri.joinPath(uri, '../after.trajectory.json');
    await rename(uri, renamed);
    await panelsAre('View after.trajectory.json');
    const folder = Uri.joinPath(uri, '..');
    const moved = folder.with({ path: `${folder.path}-moved` });
    await rename(folder, moved);
    // The view belongs to the document at its new location.
    await commands.executeCommand('trajectory.openView', Uri.joinPath(moved, 'after.trajectory.json'));
    await panelsAre('View after.trajectory.json');
  });

  it('follows a document that is saved for the first time', async () => {
    const { document, file } = await openUntitled('first.trajectory.json');
    await commands.executeCommand('trajectory.openView');
    await panelsAre('View first.trajectory.json');
    await save(document);
    await commands.executeCommand('trajectory.openView', file);
    await panelsAre('View first.trajectory.json');
  });

  it('follows a document that is formatted when it is saved for the first time', async () => {
    const { uri } = await openFile('formatted.txt', '');
    const file = Uri.joinPath(uri, '../formatted.trajectory.json');
    const document = await workspace.openTextDocument(file.with({ scheme: 'untitled' }));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) =>
      edit.insert(document.positionAt(0), JSON.stringify(JSON.parse(conversation))),
    );
    await commands.executeCommand('trajectory.openView');
    await panelsAre('View formatted.trajectory.json');
    await setting('editor.formatOnSave', true);
    try {
      await save(document);
    } finally {
      await setting('editor.formatOnSave', undefined);
    }
    const saved = await workspace.openTextDocument(file);
    assert.isAbove(saved.lineCount, 1);
    await commands.executeCommand('trajectory.openView', file);
    await panelsAre('View formatted.trajectory.json');
  });

  it('stays with the untitled document when a copy of it is saved', async () => {
    const document = await workspace.openTextDocument({ language: 'trajectory', content: conversation });
    await window.showTextDocument(document);
    await commands.executeCommand('trajectory.openView');
    const copy = await openFile('copy.trajectory.json', conversation);
    await window.activeTextEditor!.edit((edit) => edit.insert(copy.positionAt(0), ' '));
    await window.activeTextEditor!.edit((edit) => edit.delete(rangeOf(copy, ' ')));
    await save(copy);
    await panelsAre(`View ${document.uri.path}`);
  });

  it('stays with an untitled document that is discarded after another one with its text became a file', async () => {
    const { document } = await openUntitled('twin.trajectory.json');
    const other = await workspace.openTextDocument({ language: 'trajectory', content: conversation });
    for (const { uri } of [document, other]) await commands.executeCommand('trajectory.openView', { uri });
    await save(document);
    await window.showTextDocument(other);
    const closed = new Promise<void>((resolve) => {
      const closing = workspace.onDidCloseTextDocument((one) => {
        if (one !== other) return;
        closing.dispose();
        resolve();
      });
    });
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closed;
    // VS Code changes the title of a view before it opens another one.
    await openFile('after.trajectory.json', conversation);
    await commands.executeCommand('trajectory.openView');
    await panelsAre(`View ${other.uri.path}`, 'View after.trajectory.json', 'View twin.trajectory.json');
  });

  describe('while it is active', () => {
    it('runs commands on its document, and opens their editors beside itself', async () => {
      const { uri } = await openFile('commands.trajectory.json', conversation);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await commands.executeCommand('trajectory.openView', uri);
      await activeTab('View commands.trajectory.json');
      await goTo('group 1, trajectory 2');
      await textIsVisible((document) => document.uri.toString() === uri.toString());
      viewIsVisible('View commands.trajectory.json');
      await commands.executeCommand('trajectory.openView', uri);
      await activeTab('View commands.trajectory.json');
      await commands.executeCommand('trajectory.convertToLines');
      await textIsVisible(({ languageId }) => languageId === 'trajectory-jsonl');
      viewIsVisible('View commands.trajectory.json');
    });

    it('runs commands on its document even if its title menu passes another URI', async () => {
      const { uri } = await openFile('title.trajectory.json', conversation);
      await commands.executeCommand('trajectory.openView');
      await activeTab('View title.trajectory.json');
      await openFile('another.txt', '');
      await commands.executeCommand('trajectory.openView', uri);
      await activeTab('View title.trajectory.json');
      const panelUri = Uri.from({ scheme: 'webview-panel', path: 'webview-panel/webview-1' });
      await commands.executeCommand('trajectory.convertToLines', panelUri);
      await textIsVisible(({ languageId }) => languageId === 'trajectory-jsonl');
    });
  });

  const others: readonly [what: string, name: string, argument: unknown][] = [
    ['a document in another language', 'other.json', undefined],
    ['a training config', 'other.training-config.json', undefined],
    ['a file that does not exist', 'other.trajectory.json', Uri.file('/not/there.trajectory.json')],
    ['a URI that no editor can open', 'another.trajectory.json', 'command:workbench.action.quit'],
  ];
  for (const [what, name, argument] of others) {
    it(`does not open for ${what}`, async () => {
      await openFile(name, conversation);
      await commands.executeCommand('trajectory.openView', argument);
      // A view opened afterwards is alone.
      const { uri } = await openFile('after.trajectory.json', conversation);
      await commands.executeCommand('trajectory.openView', uri);
      await panelsAre('View after.trajectory.json');
    });
  }

  it('ignores invalid trajectory numbers', async () => {
    const { uri } = await openFile('numbers.trajectory.json', conversation);
    for (const trajectory of [-1, 0.5, Number.NaN, '0', {}, 1e300, null]) {
      await commands.executeCommand('trajectory.openView', { uri, trajectory });
    }
    await panelsAre('View numbers.trajectory.json');
  });

  it('replaces the text as a custom editor, and commands apply to its document', async () => {
    const document = await openFile('custom.trajectory.json', conversation);
    await commands.executeCommand('vscode.openWith', document.uri, 'trajectory.viewEditor');
    const { input } = await activeTab('custom.trajectory.json');
    assert.instanceOf(input, TabInputCustom);
    await commands.executeCommand('trajectory.convertToLines');
    await textIsVisible(({ languageId }) => languageId === 'trajectory-jsonl');
    assert.isFalse(document.isDirty);
  });

  it('is not the default editor', async () => {
    const { uri } = await openFile('usual.trajectory.json', conversation);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('vscode.open', uri);
    assert.equal(window.activeTextEditor?.document.uri.toString(), uri.toString());
  });
});

describe('going to a reference', () => {
  const places: readonly [reference: string, at: string, occurrence: number][] = [
    ['group 1', '{\n      "trajectories"', 0],
    ['group 1, trajectory 2', '{\n          "messages_and_choices": []', 0],
    ['group 1, trajectory 1, message 2', '{\n              "role": "assistant"', 0],
    ['group 1, trajectory 1, message 3 of FILE', '{ "role": "tool"', 0],
  ];
  for (const [reference, at, occurrence] of places) {
    it(`finds ${reference}`, async () => {
      const document = await openFile('reference.trajectory.json', conversation);
      await goTo(reference.replace('FILE', 'reference.trajectory.json'));
      assert.deepEqual(cursor(), rangeOf(document, at, occurrence).start);
    });
  }

  it('counts lines as groups', async () => {
    const document = await openFile('reference.trajectories.jsonl', lines);
    await goTo('group 2, trajectory 1');
    assert.deepEqual(cursor(), rangeOf(document, '{"reward": 3}').start);
  });

  it('counts a trajectory without a group as its own group', async () => {
    const document = await openFile('bare.trajectories.jsonl', bare);
    await goTo('group 2, trajectory 1');
    assert.deepEqual(cursor(), document.positionAt(bare.indexOf('\n') + 1));
  });

  const nowhere = [
    'group 2',
    'group 1, trajectory 3',
    'group 1, trajectory 2, message 1',
    'group 1, trajectory 2 of another.trajectory.json',
  ];
  for (const reference of nowhere) {
    it(`does not move the cursor for ${reference}`, async () => {
      const document = await openFile('nowhere.trajectory.json', conversation);
      await goTo(reference);
      assert.deepEqual(cursor(), document.positionAt(0));
    });
  }
});

function rename(from: Uri, to: Uri): Thenable<boolean> {
  const edit = new WorkspaceEdit();
  edit.renameFile(from, to);
  return workspace.applyEdit(edit);
}

/** Asserts that an opened text does not cover the view. */
function viewIsVisible(label: string): void {
  const inFront = window.tabGroups.all.map(({ activeTab }) => activeTab?.label);
  assert.include(inFront, label);
}

/** Resolves when the cursor of a document is at a position. */
function cursorAt(uri: Uri, position: Position): Promise<void> {
  return editorWhen(
    ({ document, selection }) =>
      document.uri.toString() === uri.toString() && selection.active.isEqual(position),
  );
}

/** Resolves when such a text is visible. It may not be active: the page of a view takes the focus when it is loaded. */
function textIsVisible(isSuch: (document: TextDocument) => boolean): Promise<void> {
  return editorWhen(({ document }) => isSuch(document));
}

function editorWhen(holds: (editor: TextEditor) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!window.visibleTextEditors.some(holds)) return;
      listening.dispose();
      resolve();
    };
    const listening = Disposable.from(
      window.onDidChangeTextEditorSelection(look),
      window.onDidChangeVisibleTextEditors(look),
      workspace.onDidOpenTextDocument(look),
    );
    look();
  });
}

function goTo(location: string): Thenable<unknown> {
  return commands.executeCommand('trajectory.goToLocation', { location });
}

function cursor() {
  return window.activeTextEditor?.selection.active;
}

/** Resolves when the window has all expected view panels; fails if others are open then. */
async function panelsAre(...expected: readonly string[]): Promise<void> {
  const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs);
  await tabsWhen(() => expected.every((label) => tabs().some((tab) => tab.label === label)));
  const panels = tabs().filter(
    ({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(panelType),
  );
  assert.deepEqual(panels.map(({ label }) => label).sort(), expected);
}

/** The active tab, as soon as it has this label. */
async function activeTab(label: string): Promise<Tab> {
  const active = () => window.tabGroups.activeTabGroup.activeTab;
  await tabsWhen(() => active()?.label === label);
  return active()!;
}

function tabsWhen(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      listening.dispose();
      resolve();
    };
    const listening = Disposable.from(
      window.tabGroups.onDidChangeTabs(look),
      window.tabGroups.onDidChangeTabGroups(look),
    );
    look();
  });
}

/** Shows an untitled document with a conversation, and the file that it becomes when it is saved. */
async function openUntitled(name: string): Promise<{ readonly document: TextDocument; readonly file: Uri }> {
  const file = uriOfNewFile(name);
  const document = await workspace.openTextDocument(file.with({ scheme: 'untitled' }));
  const editor = await window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(document.positionAt(0), conversation));
  return { document, file };
}
