import { assert } from 'chai';
import {
  type CodeLens,
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  EventEmitter,
  env,
  type FileChangeEvent,
  type FileSystemProvider,
  FileType,
  languages,
  Position,
  Range,
  Selection,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import {
  codeOf,
  diagnosticsWhen,
  firstDiagnostics,
  logRequest,
  openFile,
  rangeOf,
  save,
  setting,
  textWhen,
  uriOfNewFile,
} from './documents';

const lines = ['{"trajectories": [{"reward": 1}]}', '', '{"trajectories": [{"reward": "x"}, {"reward": 2}]}'];

describe('an expanded line', () => {
  // The browser's editor auto-saves after a second; these tests save explicitly.
  before(() => setting('files.autoSave', 'off'));
  afterEach(revertExpanded);
  after(() => setting('files.autoSave', undefined));

  it('opens to the side in its own formatted document, with its problems', async () => {
    const { expanded } = await expand('beside', 2);
    assert.equal(expanded.uri.path, '/beside.line-3.trajectory.json');
    assert.equal(expanded.languageId, 'trajectory');
    assert.isAbove(expanded.lineCount, 5);
    assert.equal(withoutBlanks(expanded.getText()), withoutBlanks(lines[2] ?? ''));
    assert.isAbove(window.activeTextEditor?.viewColumn ?? 0, 1);
    const [problem] = await firstDiagnostics(expanded);
    assert.equal(problem && codeOf(problem), 'wrong-type');
  });

  it('keeps the cursor at the same value', async () => {
    const source = await openFile('cursor.trajectory.jsonl', lines.join('\n'));
    moveTo(source, rangeOf(source, '2}').start);
    await commands.executeCommand('trajectory.expandLine');
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.uri.scheme, 'trajectory-line');
    assert.equal(editor?.document.getText(editor.selection), '2');
  });

  it('opens at its first problem when a lens is clicked', async () => {
    const source = await openFile('lens.trajectory.jsonl', lines.join('\n'));
    await firstDiagnostics(source);
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri.toString(), line: 2 });
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), '"x"');
  });

  it('can be a trajectory without a group', async () => {
    const text = '{"messages_and_choices": [], "rewrd": 1}';
    const source = await openFile('bare.trajectory.jsonl', text);
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 0 });
    const expanded = window.activeTextEditor?.document;
    const problems = expanded === undefined ? [] : await firstDiagnostics(expanded);
    assert.deepEqual(problems.map(codeOf), ['unknown-property']);
  });

  it('opens only once', async () => {
    const { source, expanded } = await expand('once', 2);
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 2 });
    assert.equal(window.activeTextEditor?.document, expanded);
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    assert.lengthOf(
      tabs.filter(({ label }) => label === 'once.line-3.trajectory.json'),
      1,
    );
  });

  it('is written back on save, which also saves the file and can be undone', async () => {
    const { source, expanded } = await expand('save', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '0.5');
    const saving = savingOf(source);
    await save(expanded);
    assert.equal(source.lineAt(2).text, lines[2]?.replace('"x"', '0.5'));
    await saving;
    assert.isFalse(source.isDirty);
    assert.isFalse(expanded.isDirty);
    await diagnosticsWhen(source, (found) => found.length === 0);
    await window.showTextDocument(source);
    await commands.executeCommand('undo');
    assert.equal(source.getText(), lines.join('\n'));
    await textWhen(expanded, (text) => text.includes('"x"'));
  });

  it('shows what was written while its file had another language', async () => {
    const { source, expanded } = await expand('relabelled', 2);
    const asJson = await languages.setTextDocumentLanguage(source, 'json');
    await replace(asJson, rangeOf(asJson, '"x"'), '0.5');
    // The editor tries in vain to read it now.
    await workspace.fs.readFile(expanded.uri).then(undefined, () => undefined);
    const shown = textWhen(expanded, (text) => text.includes('0.5'));
    await languages.setTextDocumentLanguage(asJson, 'trajectory-jsonl');
    await shown;
  });

  it('is saved together with others of its file, which is saved, too', async () => {
    const { source, expanded } = await expand('together', 0);
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 2 });
    const other = window.activeTextEditor?.document;
    assert.isDefined(other);
    await replace(expanded, rangeOf(expanded, '1'), '7');
    await replace(other, rangeOf(other, '"x"'), '8');
    const saving = [expanded, other].map(savingOf);
    await commands.executeCommand('workbench.action.files.saveAll');
    await Promise.all(saving);
    while (source.isDirty) await savingOf(source);
    const [first, third] = [lines[0]?.replace('1', '7'), lines[2]?.replace('"x"', '8')];
    assert.deepEqual([source.lineAt(0).text, source.lineAt(2).text], [first, third]);
  });

  it('that is written while its file is being saved is in the file afterwards', async () => {
    const files = new SlowFile(lines.join('\n'));
    const registered = workspace.registerFileSystemProvider('slow', files);
    const source = await workspace.openTextDocument(Uri.parse('slow:/slow.trajectory.jsonl'));
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 2 });
    const expanded = window.activeTextEditor?.document;
    assert.isDefined(expanded);
    await replace(source, rangeOf(source, '1'), '7');
    await replace(expanded, rangeOf(expanded, '"x"'), '8');
    const saving = source.save();
    await files.isBeingWritten;
    // The file is saved before the line counts as saved, but without it.
    const changing = workspace.onDidChangeTextDocument(({ document }) => {
      if (document === source) files.write();
    });
    await save(expanded);
    await saving;
    changing.dispose();
    while (source.isDirty || !files.text.includes('"reward": 8')) await savingOf(source);
    assert.include(files.text, '"reward": 7');
    registered.dispose();
  });

  it('can be saved again after its line has moved', async () => {
    const { source, expanded } = await expand('move', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '3');
    const saving = savingOf(source);
    await save(expanded);
    await saving;
    await replace(source, new Range(0, 0, 0, 0), '{"trajectories": []}\n\n');
    await replace(expanded, rangeOf(expanded, '3'), '4');
    await save(expanded);
    assert.equal(source.lineAt(4).text, lines[2]?.replace('"x"', '4'));
    // The source has another change, which must not be saved without asking.
    assert.isTrue(source.isDirty);
  });

  it('follows edits of its line in the file', async () => {
    const { source, expanded } = await expand('follow', 2);
    await replace(source, rangeOf(source, '"x"'), '7');
    await textWhen(expanded, (text) => text.includes('7'));
    assert.isFalse(expanded.isDirty);
  });

  it('with unsaved changes does not overwrite a line that has changed since', async () => {
    const { source, expanded } = await expand('conflict', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    await replace(source, rangeOf(source, '"x"'), '"y"');
    assert.isFalse(await saved(expanded));
    assert.include(source.getText(), '"y"');
    assert.include(expanded.getText(), '5');
    assert.isTrue(expanded.isDirty);
  });

  it('with unsaved changes can be saved once its line has its old text again', async () => {
    const { source, expanded } = await expand('undone', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    await replace(source, rangeOf(source, '"x"'), '"y"');
    await replace(source, rangeOf(source, '"y"'), '"x"');
    await save(expanded);
    assert.equal(source.lineAt(2).text, lines[2]?.replace('"x"', '5'));
  });

  it('cannot be saved while its line is deleted, but can once the line is restored', async () => {
    const { source, expanded } = await expand('gone', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    const line = source.lineAt(2).text;
    await replace(source, new Range(1, 0, 2, line.length), '');
    assert.isFalse(await saved(expanded));
    assert.equal(source.getText(), `${lines[0]}\n`);
    assert.include(expanded.getText(), '5');
    await replace(source, new Range(1, 0, 1, 0), `\n\n${line}`);
    await save(expanded);
    assert.equal(source.lineAt(3).text, line.replace('"x"', '5'));
  });

  it('that cannot be joined into one line stays unsaved', async () => {
    const { source, expanded } = await expand('unjoinable', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '"x\ny"');
    assert.isFalse(await saved(expanded));
    assert.equal(source.getText(), lines.join('\n'));
    assert.isTrue(expanded.isDirty);
  });

  it('is saved in its file after that was renamed', async () => {
    const { source, expanded } = await expand('renamed-before', 2);
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    const to = source.uri.with({ path: source.uri.path.replace('renamed-before', 'renamed-after') });
    const edit = new WorkspaceEdit();
    edit.renameFile(source.uri, to, { overwrite: true });
    assert.isTrue(await workspace.applyEdit(edit));
    await save(expanded);
    const renamed = await workspace.openTextDocument(to);
    assert.equal(renamed.lineAt(2).text, lines[2]?.replace('"x"', '5'));
  });

  it('has the number of its line, not one that the line had before', async () => {
    const { source, expanded } = await expand('numbered', 2);
    assert.match(expanded.uri.path, /numbered\.line-3\./);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await replace(source, new Range(0, 0, 1, 0), '');
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 1 });
    assert.match(window.activeTextEditor?.document.uri.path ?? '', /numbered\.line-2\./);
  });

  it('is the line that was asked for, though its file changed while it was closed', async () => {
    const uri = uriOfNewFile('rewritten.trajectory.jsonl');
    const write = (numbers: readonly number[]) =>
      workspace.fs.writeFile(
        uri,
        new TextEncoder().encode(numbers.map((n) => `{"reward": ${n}}\n`).join('')),
      );
    const expanded = async () => {
      await commands.executeCommand('vscode.open', uri);
      await commands.executeCommand('trajectory.expandLine', { uri, line: 1 });
      return window.activeTextEditor?.document;
    };
    const closeAll = async () => {
      const closed = closingOf(uri);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await closed;
    };
    // The line is one further down, then gone.
    for (const [before, after] of [
      [
        [1, 2, 3],
        [0, 1, 2, 3],
      ],
      [
        [4, 5, 6],
        [7, 8, 9],
      ],
    ] as const) {
      await write(before);
      assert.include((await expanded())?.getText(), `"reward": ${before[1]}`);
      await closeAll();
      await write(after);
      const document = await expanded();
      assert.include(document?.getText(), `"reward": ${after[1]}`);
      assert.match(document?.uri.path ?? '', /rewritten\.line-2\./);
      await closeAll();
    }
  });

  it('reopens its closed file on save', async () => {
    const { source, expanded } = await expand('closed', 2);
    await window.showTextDocument(source);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    const saving = savingOf(source);
    await save(expanded);
    await saving;
    const reopened = await workspace.openTextDocument(source.uri);
    assert.equal(reopened.lineAt(2).text, lines[2]?.replace('"x"', '5'));
    assert.isFalse(reopened.isDirty);
  });
});

describe('conversion', () => {
  it('turns a log request into JSON Lines in a new document', async () => {
    await openFile('to-lines.trajectory.json', logRequest('"reward": 1e400'));
    await commands.executeCommand('trajectory.convertToLines');
    const result = window.activeTextEditor?.document;
    assert.equal(result?.languageId, 'trajectory-jsonl');
    assert.isTrue(result?.isUntitled);
    assert.match(result?.uri.path ?? '', /\/to-lines\.trajectories\.jsonl$/);
    assert.equal(withoutBlanks(result?.getText() ?? ''), '{"trajectories":[{"reward":1e400}]}');
  });

  it('shows its result once, also if the user goes to another column meanwhile', async () => {
    await openFile('once.trajectory.json', logRequest('"reward": 1'));
    const leaving = workspace.onDidChangeTextDocument(({ document }) => {
      if (document.isUntitled) void commands.executeCommand('workbench.action.focusFirstEditorGroup');
    });
    await commands.executeCommand('trajectory.convertToLines');
    leaving.dispose();
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    assert.lengthOf(
      tabs.filter(({ label }) => label === 'once.trajectories.jsonl'),
      1,
    );
  });

  it('makes no copy of what is a log request already', async () => {
    const document = await openFile('request-already.trajectories.json', logRequest('"reward": 1'));
    await commands.executeCommand('trajectory.convertToLogRequest');
    assert.equal(window.activeTextEditor?.document, document);
  });

  it('turns JSON Lines into a log request', async () => {
    await openFile('to-request.trajectory.jsonl', `${lines[0]}\n${lines[0]}\n`);
    await commands.executeCommand('trajectory.convertToLogRequest');
    const result = window.activeTextEditor?.document;
    assert.equal(result?.languageId, 'trajectory');
    assert.match(result?.uri.path ?? '', /\/to-request\.trajectories\.json$/);
    const group = withoutBlanks(lines[0] ?? '');
    assert.include(withoutBlanks(result?.getText() ?? ''), `"trajectory_groups":[${group},${group}]`);
  });
});

describe('a plain JSON Lines file', () => {
  before(() => setting('trajectory.recognition', 'always'));
  after(() => setting('trajectory.recognition', undefined));

  it('is recognized even if it opens as plain text and begins with long tools', async () => {
    const recognized = new Promise<void>((resolve) => {
      const opening = workspace.onDidOpenTextDocument(({ uri, languageId }) => {
        if (!uri.path.endsWith('/rollouts.ndjson') || languageId !== 'trajectory-jsonl') return;
        opening.dispose();
        resolve();
      });
    });
    const tools = [{ type: 'function', function: { name: 'a', description: 'a'.repeat(50_000) } }];
    await openFile('rollouts.ndjson', JSON.stringify({ tools, messages_and_choices: [], reward: 1 }));
    await recognized;
  });
});

describe('an earlier version of a file, shown by itself', () => {
  before(() => setting('trajectory.recognition', 'always'));
  after(() => setting('trajectory.recognition', undefined));

  it('is no file of its own to be recognized', async () => {
    const text = logRequest('"reward": 1');
    const provider = workspace.registerTextDocumentContentProvider('gitlens', {
      provideTextDocumentContent: () => text,
    });
    const earlier = await workspace.openTextDocument(Uri.parse('gitlens:/earlier.json'));
    await window.showTextDocument(earlier);
    const uri = uriOfNewFile('later.json');
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const recognized = languageOf(uri, 'trajectory');
    await commands.executeCommand('vscode.open', uri);
    await recognized;
    assert.equal(earlier.languageId, 'json');
    provider.dispose();
  });
});

describe('an untitled document that is made plain JSON by hand', () => {
  before(() => setting('trajectory.recognition', 'always'));
  after(() => setting('trajectory.recognition', undefined));

  it('is left alone, and the next one of its name is not', async () => {
    const recognized = async () => {
      const document = await workspace.openTextDocument({
        language: 'json',
        content: logRequest('"reward": 1'),
      });
      const { uri } = document;
      const made = languageOf(uri, 'trajectory');
      await window.showTextDocument(document);
      await made;
      return uri;
    };
    const uri = await recognized();
    const left = languageOf(uri, 'json');
    await languages.setTextDocumentLanguage(await workspace.openTextDocument(uri), 'json');
    const document = await left;
    // Looked at again, it stays.
    await openFile('beside.trajectory.json', logRequest('"reward": 1'));
    await window.showTextDocument(document);
    assert.equal(document.languageId, 'json');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(String(await recognized()), String(uri));
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('a read-only document', () => {
  it('is not changed by sorting its keys or through one of its lines', async () => {
    const text = '{"trajectories": [{"reward": 1, "messages_and_choices": []}]}\n';
    const files = new SlowFile(text);
    const registered = workspace.registerFileSystemProvider('readonly', files, { isReadonly: true });
    const document = await workspace.openTextDocument(Uri.parse('readonly:/earlier.trajectories.jsonl'));
    await window.showTextDocument(document);
    await commands.executeCommand('trajectory.sortKeys');
    assert.equal(document.getText(), text);
    await commands.executeCommand('trajectory.expandLine', { uri: document.uri, line: 0 });
    const expanded = window.activeTextEditor?.document;
    const shown = expanded?.getText();
    assert.include(shown, '\n');
    // It is the editor that refuses.
    await commands.executeCommand('type', { text: ' ' });
    assert.equal(expanded?.getText(), shown);
    await commands.executeCommand('workbench.action.closeAllEditors');
    registered.dispose();
  });

  it('is not changed through one of its lines if it is a file that was made read-only in the editor', async () => {
    await setting('files.autoSave', 'off');
    const text = lines.join('\n');
    const source = await openFile('locked.trajectory.jsonl', text);
    await commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line: 2 });
    const expanded = window.activeTextEditor?.document ?? source;
    await replace(expanded, rangeOf(expanded, '"x"'), '5');
    assert.isFalse(await expanded.save());
    assert.isTrue(expanded.isDirty);
    assert.equal(source.getText(), text);

    // Once it can be edited, the line can be saved as it is.
    await window.showTextDocument(source);
    await commands.executeCommand('workbench.action.files.setActiveEditorWriteableInSession');
    await save(expanded);
    assert.equal(source.lineAt(2).text, lines[2]?.replace('"x"', '5'));
    await setting('files.autoSave', undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
});

describe('sorting keys', () => {
  it('does not change a file that was made read-only in the editor', async () => {
    const text = '{"ppo": true, "learning_rate": 1e-5}';
    const document = await openFile('locked.training-config.json', text);
    await commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
    await commands.executeCommand('trajectory.sortKeys');
    assert.equal(document.getText(), text);
    await commands.executeCommand('workbench.action.files.setActiveEditorWriteableInSession');
    await commands.executeCommand('trajectory.sortKeys');
    assert.equal(document.getText(), '{"learning_rate": 1e-5, "ppo": true}');
  });

  it('is one edit that can be undone', async () => {
    const text = '{"trajectory_groups": [{"b": 1, "a": 2}, {"d": 1, "c": 2}], "split": "a"}';
    const document = await openFile('sort.trajectory.json', text);
    await commands.executeCommand('trajectory.sortKeys');
    assert.equal(
      document.getText(),
      '{"split": "a", "trajectory_groups": [{"a": 2, "b": 1}, {"c": 2, "d": 1}]}',
    );
    await commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });

  it('does not change invalid JSON', async () => {
    const text = '{"b": 1 "a": 2}';
    const document = await openFile('no-sort.trajectory.json', text);
    await commands.executeCommand('trajectory.sortKeys');
    assert.equal(document.getText(), text);
  });
});

describe('going to a location', () => {
  const places: readonly [input: string, name: string, selected: string][] = [
    ['body.trajectory_groups.0.trajectories.0.reward', 'loc.trajectory.json', '0.25'],
    ['/trajectory_groups/0/trajectories/0/reward', 'pointer.trajectory.json', '0.25'],
    ['trajectory_groups[0].trajectories[0].reward', 'brackets.trajectory.json', '0.25'],
    ['["body", "split"]', 'array.trajectory.json', '"train"'],
  ];
  for (const [location, name, selected] of places) {
    it(`selects the value at ${location}`, async () => {
      await openFile(name, logRequest('"reward": 0.25'));
      await commands.executeCommand('trajectory.goToLocation', { location });
      const editor = window.activeTextEditor;
      assert.equal(editor?.document.getText(editor.selection), selected);
    });
  }

  it('stays where it is if the document has nothing of that name', async () => {
    const document = await openFile('nothing.trajectory.json', logRequest('"reward": 0.25'));
    const end = document.positionAt(document.getText().length);
    window.activeTextEditor!.selection = new Selection(end, end);
    await commands.executeCommand('trajectory.goToLocation', { location: 'banana' });
    assert.deepEqual(window.activeTextEditor?.selection.active, end);
    // The service names an absent property; the nearest location is where it belongs.
    await commands.executeCommand('trajectory.goToLocation', { location: 'body.banana' });
    assert.equal(window.activeTextEditor?.selection.start.line, 0);
  });

  it('underlines the entries of an error response until the tab is closed, and in the next tab', async () => {
    const document = await openFile('tab.trajectory.json', logRequest('"reward": 0.25'));
    const detail = [{ loc: ['body', 'split'], msg: 'Unknown split', type: 'value_error' }];
    await commands.executeCommand('trajectory.goToLocation', { location: JSON.stringify({ detail }) });
    const ofService = () =>
      languages.getDiagnostics(document.uri).filter(({ source }) => source === 'trajectory service');
    assert.equal(ofService().length, 1);
    const gone = diagnosticsWhen(document, () => ofService().length === 0);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await gone;
    assert.isFalse(document.isClosed);
    const back = diagnosticsWhen(document, () => ofService().length === 1);
    await commands.executeCommand('vscode.openWith', document.uri, 'trajectory.viewEditor');
    await back;
  });

  it('underlines the entries of an error response in the file that an untitled document becomes', async () => {
    const file = uriOfNewFile('saved.trajectory.json');
    const document = await workspace.openTextDocument(file.with({ scheme: 'untitled' }));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.positionAt(0), logRequest('"reward": 0.25')));
    const detail = [{ loc: ['body', 'split'], msg: 'Unknown split', type: 'value_error' }];
    await commands.executeCommand('trajectory.goToLocation', { location: JSON.stringify({ detail }) });
    await setting('editor.formatOnSave', true);
    try {
      assert.isTrue(await document.save());
    } finally {
      await setting('editor.formatOnSave', undefined);
    }
    const isOfService = ({ source }: Diagnostic) => source === 'trajectory service';
    await diagnosticsWhen(document, (found) => !found.some(isOfService));
    const found = await diagnosticsWhen({ uri: file }, (all) => all.some(isOfService));
    const saved = await workspace.openTextDocument(file);
    assert.isAbove(saved.lineCount, 2);
    assert.deepEqual(
      found.filter(isOfService).map(({ range }) => saved.getText(range)),
      ['"train"'],
    );
  });

  it('underlines the entries of an error response in a file that is renamed', async () => {
    const document = await openFile('earlier.trajectory.json', logRequest('"reward": 0.25'));
    const detail = [{ loc: ['body', 'split'], msg: 'Unknown split', type: 'value_error' }];
    await commands.executeCommand('trajectory.goToLocation', { location: JSON.stringify({ detail }) });
    const file = uriOfNewFile('later.trajectory.json');
    const rename = new WorkspaceEdit();
    rename.renameFile(document.uri, file);
    const isOfService = ({ source }: Diagnostic) => source === 'trajectory service';
    const gone = diagnosticsWhen(document, (found) => !found.some(isOfService));
    const there = diagnosticsWhen({ uri: file }, (found) => found.some(isOfService));
    assert.isTrue(await workspace.applyEdit(rename));
    const renamed = await workspace.openTextDocument(file);
    assert.deepEqual(
      (await there).filter(isOfService).map(({ range }) => renamed.getText(range)),
      ['"train"'],
    );
    await gone;
  });

  it('goes to the trajectory with a number, counted over all groups', async () => {
    const group = '{"trajectories": [{"reward": 1}, {"reward": 2}]}';
    await openFile('number.trajectory.json', `{"split": "a", "trajectory_groups": [${group}, ${group}]}`);
    await commands.executeCommand('trajectory.goToLocation', { location: 'trajectory 3' });
    const editor = window.activeTextEditor;
    const at = editor?.document.getText().lastIndexOf('{"reward": 1}');
    assert.equal(editor?.document.offsetAt(editor.selection.start), at);
  });

  it('selects the value in a line of JSON Lines', async () => {
    await openFile('place.trajectory.jsonl', lines.join('\n'));
    const location = 'body.trajectory_groups.1.trajectories.1.reward';
    await commands.executeCommand('trajectory.goToLocation', { location });
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), '2');
  });

  it('underlines the entries of an error response until the document is closed, and selects the first', async () => {
    const document = await openFile('errors.trajectory.json', logRequest('"reward": 0.25, "metrics": {}'));
    const detail = [
      {
        loc: ['body', 'trajectory_groups', 0, 'trajectories', 0, 'reward'],
        msg: 'Too low',
        type: 'value_error',
      },
      { loc: ['body', 'split'], msg: 'Unknown split', type: 'value_error' },
    ];
    await commands.executeCommand('trajectory.goToLocation', { location: JSON.stringify({ detail }) });
    const found = languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === 'trajectory service');
    assert.sameDeepMembers(
      found.map(({ message, range }) => [message, document.getText(range)]),
      [
        ['Too low', '0.25'],
        ['Unknown split', '"train"'],
      ],
    );
    assert.equal(document.getText(window.activeTextEditor?.selection), '0.25');

    // VS Code keeps a closed document for three minutes; changing the language closes and reopens it at once.
    await languages.setTextDocumentLanguage(document, 'json');
    assert.isEmpty(
      languages.getDiagnostics(document.uri).filter(({ source }) => source === 'trajectory service'),
    );
  });
});

describe('an error that both the service and the extension find at the same range', () => {
  const ownLoc = ['body', 'trajectory_groups', 0, 'trajectories', 0];
  const entry = (loc: readonly (string | number)[], msg: string) => ({ loc, msg, type: 'value_error' });
  const bodyWith = (...detail: readonly object[]) => JSON.stringify({ detail });
  type Entry = [source: string | undefined, text: string, related: string[]];
  const entriesOf = (document: TextDocument): Entry[] =>
    languages
      .getDiagnostics(document.uri)
      .filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
      .map(
        ({ source, range, relatedInformation = [] }) =>
          [
            source,
            document.getText(range).slice(0, 8),
            relatedInformation.map(({ message }) => message),
          ] as Entry,
      );

  it('is one entry with both messages', async () => {
    const document = await openFile('one.trajectory.json', logRequest('"reward": "1", "metrics": {}'));
    await firstDiagnostics(document);
    const body = bodyWith(
      entry([...ownLoc, 'reward'], 'Not a number'),
      entry([...ownLoc, 'metrics'], 'Empty'),
    );
    await commands.executeCommand('trajectory.goToLocation', { location: body });
    const both = 'trajectory, trajectory service';
    const reward: Entry = [both, '"1"', ['trajectory service: Not a number']];
    const metrics: Entry = ['trajectory service', '{}', []];
    assert.sameDeepMembers(entriesOf(document), [reward, metrics]);
    // Both move with the text.
    await replace(document, new Range(0, 0, 0, 0), '\n\n');
    await diagnosticsWhen(document, (found) => found.every(({ range }) => range.start.line === 2));
    assert.sameDeepMembers(entriesOf(document), [reward, metrics]);
    // A fix removes both.
    await replace(document, rangeOf(document, '"1"'), '1');
    await diagnosticsWhen(document, (found) => found.every(({ source }) => source !== both));
    assert.sameDeepMembers(entriesOf(document), [metrics]);
  });

  it('is one entry without a second message if the messages are the same', async () => {
    const document = await openFile('same.trajectory.json', logRequest('"reward": "1"'));
    const [own] = await firstDiagnostics(document);
    const body = bodyWith(entry([...ownLoc, 'reward'], own!.message));
    await commands.executeCommand('trajectory.goToLocation', { location: body });
    assert.sameDeepMembers(entriesOf(document), [['trajectory, trajectory service', '"1"', []]]);
  });

  it('is one error with our information, which comes back when the error is gone', async () => {
    const text = JSON.stringify({
      model_id: '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77',
      trajectory_groups: [{ trajectories: [{ reward: 1 }] }],
      experimental_config: { importance_sampling_level: 'sequence' },
    });
    const document = await openFile('information.trajectory.json', text);
    const at = (source: string | undefined) =>
      languages
        .getDiagnostics(document.uri)
        .filter(({ range }) => document.getText(range) === '"sequence"')
        .filter((one) => source === undefined || one.source === source);
    const isOwn = ({ source, range }: Diagnostic) =>
      source === 'trajectory' && document.getText(range) === '"sequence"';
    const [own] = (await diagnosticsWhen(document, (found) => found.some(isOwn))).filter(isOwn);
    const loc = ['body', 'experimental_config', 'importance_sampling_level'];
    const location = bodyWith(entry(loc, 'Not token'));
    await commands.executeCommand('trajectory.goToLocation', { location });
    const [only, ...others] = at(undefined);
    assert.isEmpty(others);
    assert.equal(only?.severity, DiagnosticSeverity.Error);
    assert.equal(only?.message, 'Not token');
    assert.deepEqual(
      only?.relatedInformation?.map(({ message }) => message),
      [own!.message],
    );
    await commands.executeCommand('trajectory.goToLocation', { location: bodyWith(entry(['body'], 'No')) });
    assert.lengthOf(at('trajectory'), 1);
  });

  it('is two entries if they report different missing keys', async () => {
    const document = await openFile('keys.trajectory.json', '{"split": "train"}');
    await firstDiagnostics(document);
    const missing = (key: string) => ({ loc: ['body', key], msg: 'Field required', type: 'missing' });
    await commands.executeCommand('trajectory.goToLocation', {
      location: bodyWith(missing('trajectory_groups'), missing('model_id')),
    });
    assert.sameDeepMembers(
      entriesOf(document).map(([source, , related]) => [source, related.length]),
      [
        ['trajectory, trajectory service', 1],
        ['trajectory service', 0],
      ],
    );
  });

  it('is one entry for invalid JSON, even if parsers disagree on the position', async () => {
    const text = '{"split": "train" "trajectory_groups": []}';
    const document = await openFile('syntax.trajectory.json', text);
    await firstDiagnostics(document);
    const broken = {
      loc: ['body', text.indexOf('"trajectory_groups"')],
      msg: 'Expecting ,',
      type: 'json_invalid',
    };
    await commands.executeCommand('trajectory.goToLocation', { location: bodyWith(broken) });
    assert.deepEqual(
      entriesOf(document).map(([source, , related]) => [source, related.length]),
      [['trajectory, trajectory service', 1]],
    );
  });
});

describe('a line of JSON Lines with errors from the service', () => {
  const lensesIn = async ({ uri }: TextDocument): Promise<readonly (readonly [number, string])[]> => {
    const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
    return lenses.flatMap(({ range, command }) =>
      command?.title.includes('from the service') === true
        ? [[range.start.line, command.title] as const]
        : [],
    );
  };
  const body = (...rewards: readonly number[]): string => {
    const path = ['body', 'trajectory_groups', 1, 'trajectories'];
    const detail = rewards.map((index) => ({
      loc: [...path, index, 'reward'],
      msg: 'No',
      type: 'value_error',
    }));
    return JSON.stringify({ detail });
  };

  it('has a lens that counts them and goes to the first, until their text is edited', async () => {
    const document = await openFile('found.trajectory.jsonl', lines.join('\n').replace('"x"', '8'));
    await commands.executeCommand('trajectory.goToLocation', { location: body(0, 1) });
    assert.deepEqual(await lensesIn(document), [[2, 'Expand · 2 errors from the service']]);
    await replace(document, rangeOf(document, '8'), '9');
    assert.deepEqual(await lensesIn(document), [[2, 'Expand · 1 error from the service']]);
    await commands.executeCommand('trajectory.expandLine', { uri: document.uri, line: 2 });
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.uri.scheme, 'trajectory-line');
    assert.equal(editor?.document.getText(editor.selection), '2');
  });

  it('shows them in the expanded line, too, until their text is edited there', async () => {
    const document = await openFile('found-expanded.trajectory.jsonl', lines.join('\n').replace('"x"', '8'));
    await commands.executeCommand('trajectory.goToLocation', { location: body(0, 1) });
    await commands.executeCommand('trajectory.expandLine', { uri: document.uri, line: 2 });
    const expanded = window.activeTextEditor?.document;
    assert.isDefined(expanded);
    const marked = () =>
      languages
        .getDiagnostics(expanded.uri)
        .flatMap(({ source, range }) => (source === 'trajectory service' ? [expanded.getText(range)] : []));
    assert.deepEqual(marked(), ['8', '2']);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), `${lines[0]}\n`);
    assert.isTrue(await workspace.applyEdit(edit));
    assert.deepEqual(marked(), ['8', '2']);
    await replace(expanded, rangeOf(expanded, '8'), '9');
    assert.deepEqual(marked(), ['2']);
    await save(expanded);
    assert.deepEqual(marked(), ['2']);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('has no lens if lenses are turned off', async () => {
    const document = await openFile('found-off.trajectory.jsonl', lines.join('\n'));
    await setting('trajectory.codeLens', false);
    await commands.executeCommand('trajectory.goToLocation', { location: body(1) });
    assert.isEmpty(await lensesIn(document));
    await setting('trajectory.codeLens', undefined);
    assert.lengthOf(await lensesIn(document), 1);
  });
});

describe('copying a path', () => {
  const formats: readonly [command: string, path: string][] = [
    ['trajectory.copyPointer', '/trajectory_groups/0/trajectories/0/reward'],
    ['trajectory.copyLoc', 'body.trajectory_groups.0.trajectories.0.reward'],
  ];
  for (const [command, path] of formats) {
    it(`works with ${command}`, async () => {
      const document = await openFile('copy.trajectory.json', logRequest('"reward": 0.25'));
      moveTo(document, rangeOf(document, '0.25').start);
      assert.equal(await commands.executeCommand(command), path);
      assert.equal(await env.clipboard.readText(), path);
    });
  }
});

describe('a diff with the focus in the earlier version', () => {
  it('has its cursor there, for the path that is copied and for the line that is expanded', async () => {
    const provider = workspace.registerTextDocumentContentProvider('gitlens', {
      provideTextDocumentContent: () => lines.join('\n'),
    });
    const { uri } = await openFile('compared.trajectory.jsonl', `${lines[0]}\n`);
    const earlier = uri.with({ scheme: 'gitlens' });
    await commands.executeCommand('vscode.diff', earlier, uri);
    await commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    const document = await workspace.openTextDocument(earlier);
    moveTo(document, rangeOf(document, '2}').start);
    assert.equal(await commands.executeCommand('trajectory.copyPointer'), '/1/trajectories/1/reward');
    await commands.executeCommand('trajectory.expandLine');
    assert.equal(window.activeTextEditor?.document.uri.path, '/compared.line-3.trajectory.json');
    provider.dispose();
  });
});

describe('with the focus in the output', () => {
  before(async () => {
    const { onDidChangeActiveTextEditor } = window;
    const focused = new Promise<void>((resolve) => {
      const listener = onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme !== 'output') return;
        listener.dispose();
        resolve();
      });
    });
    const left = uriOfNewFile('left.trajectory.json');
    const right = await openFile('right.trajectory.json', '{"split": "a"}\n');
    await workspace.fs.writeFile(left, new TextEncoder().encode('{"split": "b"}\n'));
    await commands.executeCommand('vscode.diff', left, right.uri);
    await commands.executeCommand('workbench.panel.output.focus');
    await focused;
  });
  after(() => commands.executeCommand('workbench.action.closePanel'));

  it('a command is about the diff in the active tab', async () => {
    await commands.executeCommand('trajectory.goToLocation', { location: '/split' });
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), '"a"');
  });
});

describe('settings', () => {
  afterEach(async () => {
    await setting('trajectory.codeLens', undefined);
  });

  it('turn off code lenses', async () => {
    const { uri } = await openFile('lenses.trajectory.json', logRequest('"reward": 1'));
    // The server learns of a setting with a delay.
    const lensesWhen = async (holds: (count: number) => boolean): Promise<void> => {
      const lenses = () => commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri);
      while (!holds((await lenses()).length));
    };
    await lensesWhen((count) => count > 0);
    await setting('trajectory.codeLens', false);
    await lensesWhen((count) => count === 0);
    await setting('trajectory.codeLens', undefined);
    await lensesWhen((count) => count > 0);
  });
});

/** Opens a file of `lines` and expands one of them. */
async function expand(name: string, line: number): Promise<{ source: TextDocument; expanded: TextDocument }> {
  const source = await openFile(`${name}.trajectory.jsonl`, lines.join('\n'));
  await commands.executeCommand('trajectory.expandLine', { uri: source.uri, line });
  const expanded = window.activeTextEditor?.document;
  assert.equal(expanded?.uri.scheme, 'trajectory-line');
  return { source, expanded: expanded ?? source };
}

/** Resolves when a document opens in a language, as after a change of its language. */
function languageOf(uri: Uri, language: string): Promise<TextDocument> {
  return new Promise((resolve) => {
    const opening = workspace.onDidOpenTextDocument((document) => {
      if (document.uri.toString() !== uri.toString() || document.languageId !== language) return;
      opening.dispose();
      resolve(document);
    });
  });
}

/** Resolves when a document is closed. */
function closingOf(uri: Uri): Promise<void> {
  return new Promise((resolve) => {
    const closing = workspace.onDidCloseTextDocument((document) => {
      if (document.uri.toString() !== uri.toString()) return;
      closing.dispose();
      resolve();
    });
  });
}

/** Resolves when a document is saved. */
function savingOf({ uri }: TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const saving = workspace.onDidSaveTextDocument((document) => {
      if (document.uri.toString() !== uri.toString()) return;
      saving.dispose();
      resolve();
    });
  });
}

/** Reverts unsaved changes of a test. */
async function revertExpanded(): Promise<void> {
  const unsaved = workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'trajectory-line',
  );
  for (const document of unsaved) {
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

async function replace(document: TextDocument, range: Range, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.isTrue(await workspace.applyEdit(edit));
}

/** Whether saving succeeded; on failure the editor returns `false` or throws. */
async function saved(document: TextDocument): Promise<boolean> {
  try {
    return await document.save();
  } catch {
    return false;
  }
}

/** A file system of one file, whose first write waits. */
class SlowFile implements FileSystemProvider {
  text: string;
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;
  /** Ends the wait. */
  write = (): void => {};
  private beginWriting = (): void => {};
  readonly isBeingWritten = new Promise<void>((resolve) => {
    this.beginWriting = resolve;
  });
  private readonly canBeWritten = new Promise<void>((resolve) => {
    this.write = resolve;
  });
  private version = 1;

  constructor(text: string) {
    this.text = text;
  }

  stat() {
    return { type: FileType.File, ctime: 0, mtime: this.version, size: this.text.length };
  }

  readFile() {
    return new TextEncoder().encode(this.text);
  }

  async writeFile(_: Uri, content: Uint8Array) {
    this.beginWriting();
    await this.canBeWritten;
    this.text = new TextDecoder().decode(content);
    this.version++;
  }

  watch() {
    return { dispose() {} };
  }

  readDirectory() {
    return [];
  }

  createDirectory() {}

  delete() {}

  rename() {}
}

function moveTo(document: TextDocument, position: Position): void {
  const editor = window.visibleTextEditors.find((one) => one.document === document);
  if (editor !== undefined) editor.selection = new Selection(position, position);
}

function withoutBlanks(json: string): string {
  return json.replace(/\s/g, '');
}
