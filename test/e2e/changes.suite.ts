import { assert } from 'chai';
import {
  type CodeAction,
  commands,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextEdit,
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
} from './documents';

const options = { tabSize: 2, insertSpaces: true };

describe('formatting', () => {
  /** Values that do not survive parsing and printing. */
  const delicate =
    '"n":[1e400,1.50,-0.0,12345678901234567890],"n":"a  b\\u0041\\/\\ud83d\\ude00","__proto__":{ }';
  const text = `{"split":"train","trajectory_groups":[{"trajectories":[{"metadata":{${delicate}}}]}]}`;

  it('keeps every token of a document byte for byte', async () => {
    const document = await openFile('tokens.trajectory.json', text);
    await applyEdits(document, 'vscode.executeFormatDocumentProvider', options);
    assert.deepEqual(tokens(document.getText()), tokens(text));
    assert.include(document.getText(), '\n  "split": "train",\n');
  });

  it('follows the editor options', async () => {
    const document = await openFile('tabs.trajectory.json', text);
    await applyEdits(document, 'vscode.executeFormatDocumentProvider', { tabSize: 8, insertSpaces: false });
    assert.include(document.getText(), '\n\t"split": "train",\n');
  });

  it('leaves lines outside the range alone', async () => {
    const lines = ['{', '"split":"train",', '"trajectory_groups":[]', '}', ''];
    const document = await openFile('range.trajectory.json', lines.join('\n'));
    await applyEdits(
      document,
      'vscode.executeFormatRangeProvider',
      rangeOf(document, lines[1] ?? ''),
      options,
    );
    assert.deepEqual(document.getText().split('\n'), ['{', '  "split": "train",', ...lines.slice(2)]);
  });

  it('fixes the indentation when a bracket is typed', async () => {
    const lines = ['{', '"split": "train",', '      "trajectory_groups": []', '}'];
    const document = await openFile('type.trajectory.json', lines.join('\n'));
    await applyEdits(document, 'vscode.executeFormatOnTypeProvider', new Position(3, 1), '}', options);
    assert.equal(document.getText(), '{\n  "split": "train",\n  "trajectory_groups": []\n}');
  });

  it('keeps each item of JSON Lines on its line', async () => {
    const document = await openFile(
      'spaces.trajectory.jsonl',
      '{"trajectories":[ ]}\n\n{"trajectories" :[]}\n',
    );
    await applyEdits(document, 'vscode.executeFormatDocumentProvider', options);
    assert.equal(document.getText(), '{"trajectories": []}\n\n{"trajectories": []}\n');
  });
});

describe('automatic formatting', () => {
  const lines = ['{', '"split":"train",', '  "trajectory_groups": []'];
  const laidOut = '{\n  "split": "train",\n  "trajectory_groups": []\n}\n';
  afterEach(async () => {
    await setting('editor.formatOnType', undefined);
    await setting('editor.formatOnSave', undefined);
  });

  it('runs when a bracket is typed', async () => {
    await setting('editor.formatOnType', true);
    const document = await openFile('typed.trajectory.json', `${lines.join('\n')}\n\n`);
    const editor = window.activeTextEditor;
    if (editor !== undefined) editor.selection = new Selection(3, 0, 3, 0);
    await commands.executeCommand('type', { text: '}' });
    // Only indentation changes.
    await textWhen(document, (text) => text === laidOut.replace(': "train"', ':"train"'));
  });

  it('runs when the document is saved', async () => {
    await setting('editor.formatOnSave', true);
    const document = await openFile('saved.trajectory.json', `${lines.join('\n')}\n`);
    await replace(document, new Range(3, 0, 3, 0), '}\n');
    await saveInto(document, laidOut);
  });
});

describe('fix all', () => {
  afterEach(() => setting('editor.codeActionsOnSave', undefined));

  it('fixes all problems of one kind in one action', async () => {
    const text = logRequest('"reward": "1", "tools": [{"type": 3}]').replace('"train"', '7');
    const document = await openFile('all.trajectory.json', text);
    await diagnosticsWhen(document, (found) => found.length === 3);
    const action = await actionNamed(
      document,
      rangeOf(document, '"1"'),
      'Fix all wrong-type problems that have one obvious fix',
    );
    assert.isTrue(await workspace.applyEdit(action));
    assert.equal(document.getText(), text.replace('7', '"7"').replace('"1"', '1').replace('3', '"3"'));
  });

  it('fixes problems that have one obvious fix on save', async () => {
    await setting('editor.codeActionsOnSave', { 'source.fixAll.trajectory': 'explicit' });
    const document = await openFile('save.trajectory.json', logRequest('"reward": 1'));
    await replace(document, rangeOf(document, '"reward": 1'), '"reward": "0.5",');
    await firstDiagnostics(document);
    await saveInto(document, logRequest('"reward": 0.5'));
    assert.isFalse(document.isDirty);
  });
});

describe('the kind of a document', () => {
  it('can be changed', async () => {
    const document = await openFile('kind.trajectory.jsonl', logRequest('"reward": 1'));
    assert.equal(document.languageId, 'trajectory-jsonl');
    await takingTheFirst('trajectory.treatAsTrajectoryFile');
    assert.equal(window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    assert.equal(window.activeTextEditor?.document.languageId, 'trajectory');
  });

  it('can be bare trajectories, and converting them asks how to group them', async () => {
    const line = '{"messages_and_choices":[],"reward":0.5}';
    const document = await openFile('ask.trajectories.jsonl', `${line}\n${line}\n`);
    await takingTheFirst('trajectory.convertToLogRequest');
    const result = window.activeTextEditor?.document;
    assert.notEqual(result, document);
    assert.include(result?.getText().replace(/\s/g, ''), `[{"trajectories":[${line},${line}]}]`);
  });

  it('can be bare trajectories, without extra problems', async () => {
    const line = '{"messages_and_choices": [{"role": "user", "content": "Hi"}], "reward": 0.5}';
    const document = await openFile('bare.trajectories.jsonl', `${line}\n${line.replace('0.5', '"x"')}\n`);
    const found = await firstDiagnostics(document);
    assert.deepEqual(
      found.map((one) => [codeOf(one), document.getText(one.range)]),
      [['wrong-type', '"x"']],
    );
  });
});

/** Runs a command that opens a quick pick, and accepts the first entry. */
async function takingTheFirst(command: string): Promise<void> {
  let isAnswered = false;
  const answered = Promise.resolve(commands.executeCommand(command)).then(() => {
    isAnswered = true;
  });
  // No event announces the list. Until it is there, accepting does nothing.
  for (let attempt = 0; !isAnswered && attempt < 2000; attempt++) {
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  }
  await answered;
}

/**
 * Saves a document until what runs on save has given it a text: VS Code saves without that if it takes too long, as it may
 * on a busy machine.
 */
async function saveInto(document: TextDocument, text: string): Promise<void> {
  await save(document);
  while (document.getText() !== text) {
    // A document without changes would not be saved again.
    const end = document.positionAt(document.getText().length);
    await replace(document, new Range(end, end), '\n');
    await replace(document, new Range(end, document.positionAt(document.getText().length)), '');
    await save(document);
  }
}

async function replace(document: TextDocument, range: Range, text: string): Promise<void> {
  const change = new WorkspaceEdit();
  change.replace(document.uri, range, text);
  assert.isTrue(await workspace.applyEdit(change));
}

/** Applies the text edits returned by a provider. */
async function applyEdits(document: TextDocument, command: string, ...rest: unknown[]): Promise<void> {
  const edits = await commands.executeCommand<TextEdit[]>(command, document.uri, ...rest);
  assert.isNotEmpty(edits);
  const change = new WorkspaceEdit();
  change.set(document.uri, edits);
  assert.isTrue(await workspace.applyEdit(change));
}

/** The edit of the action with that title at a range. */
async function actionNamed(document: TextDocument, range: Range, title: string): Promise<WorkspaceEdit> {
  const found = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    undefined,
    20,
  );
  assert.include(
    found.map((one) => one.title),
    title,
  );
  return found.find((one) => one.title === title)?.edit ?? new WorkspaceEdit();
}

/** The tokens of JSON text, as written. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
}
