import { assert } from 'chai';
import {
  commands,
  DiagnosticSeverity,
  env,
  languages,
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
  uriOfNewFile,
} from './documents';

const job = '"model_id": "8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11", "trajectory_groups": []';

/** One broken document per row: its file name, its text, the one problem, and the text that it marks. */
const mistakes: readonly [name: string, text: string, code: string, marked: string][] = [
  ['type.trajectory.json', logRequest('"reward": "0.5"'), 'wrong-type', '"0.5"'],
  ['comma.trajectory.json', logRequest('"reward": 1,'), 'syntax', ','],
  ['null.trajectory.json', logRequest('"reward": null'), 'null-value', 'null'],
  [
    'zone.trajectory.json',
    logRequest('"start_time": "2026-03-01T10:00:00+02:00"'),
    'not-utc',
    '"2026-03-01T10:00:00+02:00"',
  ],
  [
    'date.trajectory.json',
    logRequest('"start_time": "2026-02-30T10:00:00Z"'),
    'invalid-date-time',
    '"2026-02-30T10:00:00Z"',
  ],
  ['key.trajectory.json', logRequest('"rewrd": 1'), 'unknown-property', '"rewrd"'],
  [
    'number.trajectory.json',
    logRequest('"metrics": {"seed": 12345678901234567890}'),
    'unsafe-number',
    '12345678901234567890',
  ],
  ['half.trajectory.json', logRequest('"metadata": {"note": "\\ud800"}'), 'lone-surrogate', '\\ud800'],
  [
    'uuid.training-job.json',
    `{${job.replace('8c5f1c0e-', '')}}`,
    'invalid-uuid',
    '"3f0b-4a52-9a57-2f4f2f1d8b11"',
  ],
  ['config.training-config.json', '{"ppo": "yes"}', 'wrong-type', '"yes"'],
  ['lines.trajectory.jsonl', '{"trajectories": []}\n\n{"trajectories": 1}\n', 'wrong-type', '1'],
];

describe('diagnostics', () => {
  for (const [name, text, code, marked] of mistakes) {
    it(`mark ${marked} in ${name} as ${code}`, async () => {
      const document = await openFile(name, text);
      const found = (await firstDiagnostics(document)).filter((one) => codeOf(one) !== 'nothing-to-send');
      assert.deepEqual(
        found.map((one) => [codeOf(one), document.getText(one.range), one.source]),
        [[code, marked, 'trajectory']],
      );
    });
  }

  it('disappear with the last tab of a document that VS Code does not close yet, and come back with the next', async () => {
    const document = await openFile('closed.trajectory.json', logRequest('"reward": "0.5"'));
    await firstDiagnostics(document);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await diagnosticsWhen(document, (found) => found.length === 0);
    assert.isFalse(document.isClosed);
    await window.showTextDocument(document);
    await firstDiagnostics(document);
  });

  it('stay while a merge editor shows the document', async () => {
    const text = logRequest('"reward": "0.5"');
    const [base, one, other] = ['base', 'one', 'other'].map((name) =>
      uriOfNewFile(`${name}.trajectory.json`),
    );
    for (const uri of [base, one, other]) await workspace.fs.writeFile(uri!, new TextEncoder().encode(text));
    const document = await openFile('result.trajectory.json', text);
    // The merge editor would take the place of a preview.
    await window.showTextDocument(document, { preview: false });
    await firstDiagnostics(document);
    const tab = window.tabGroups.activeTabGroup.activeTab!;
    const input = (uri: Uri | undefined) => ({ uri, title: '', description: '', detail: '' });
    const merging = new Promise<void>((resolve) => {
      const opening = window.tabGroups.onDidChangeTabs(({ opened }) => {
        if (opened.length === 0) return;
        opening.dispose();
        resolve();
      });
    });
    await commands.executeCommand('_open.mergeEditor', {
      base,
      input1: input(one),
      input2: input(other),
      output: document.uri,
    });
    await merging;
    await window.tabGroups.close(tab);
    // What comes after this was published after the tab was closed.
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, rangeOf(document, '"0.5"'), '["0.5"]');
    await workspace.applyEdit(edit);
    await diagnosticsWhen(document, (found) => found.some(({ message }) => message.includes('array')));
    await document.save();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are not listed a second time for an earlier version of a file, which a diff shows', async () => {
    const text = logRequest('"reward": "0.5"');
    const provider = workspace.registerTextDocumentContentProvider('showModifications', {
      provideTextDocumentContent: () => text,
    });
    const earlier = await workspace.openTextDocument(Uri.parse('showModifications:/old.trajectory.json'));
    const document = await openFile('new.trajectory.json', text);
    assert.equal(earlier.languageId, 'trajectory');
    await firstDiagnostics(document);
    // The server has analyzed it, too.
    const outline = await commands.executeCommand<unknown[]>(
      'vscode.executeDocumentSymbolProvider',
      earlier.uri,
    );
    assert.isNotEmpty(outline);
    assert.isEmpty(languages.getDiagnostics(earlier.uri));
    provider.dispose();
  });

  it('are not listed for the clipboard, when a file is compared with it', async () => {
    const document = await openFile('compared.trajectory.json', logRequest('"reward": 1'));
    await env.clipboard.writeText(logRequest('"reward": "0.5"'));
    const opened = new Promise<TextDocument>((resolve) => {
      const subscription = workspace.onDidOpenTextDocument((one) => {
        if (one.uri.path !== document.uri.path || one.uri.scheme === 'file') return;
        subscription.dispose();
        resolve(one);
      });
    });
    await commands.executeCommand('workbench.files.action.compareWithClipboard');
    const clipboard = await opened;
    assert.equal(clipboard.languageId, 'trajectory');
    // The server has analyzed it.
    const outline = await commands.executeCommand<unknown[]>(
      'vscode.executeDocumentSymbolProvider',
      clipboard.uri,
    );
    assert.isNotEmpty(outline);
    assert.isEmpty(languages.getDiagnostics(clipboard.uri));
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('name the path, the expected type and the actual value', async () => {
    const document = await openFile('message.trajectory.json', logRequest('"reward": "0.5"'));
    const [problem] = await firstDiagnostics(document);
    assert.match(problem?.message ?? '', /reward must be a number; found the string "0\.5"/);
    assert.equal(problem?.severity, DiagnosticSeverity.Error);
  });

  it('show the other occurrence of a duplicate key', async () => {
    const document = await openFile('twice.trajectory.json', logRequest('"reward": 1, "reward": 2'));
    const [problem] = await firstDiagnostics(document);
    assert.equal(problem && codeOf(problem), 'duplicate-key');
    assert.equal(problem?.severity, DiagnosticSeverity.Warning);
    const other = problem?.relatedInformation?.[0]?.location;
    assert.equal(other?.uri.toString(), document.uri.toString());
    const places = [0, 1].map((occurrence) => rangeOf(document, '"reward"', occurrence));
    const named = [problem?.range, other?.range].map((range) =>
      places.findIndex((place) => range?.isEqual(place)),
    );
    assert.sameMembers(named, [0, 1]);
  });

  it('confine a syntax error to its line', async () => {
    const document = await openFile(
      'broken.trajectory.jsonl',
      '{"trajectories": [{]}\n{"trajectories": "x"}\n',
    );
    const found = await diagnosticsWhen(document, (list) => list.some((one) => codeOf(one) === 'wrong-type'));
    assert.deepEqual(found.map((one) => [one.range.start.line, codeOf(one)]).sort(), [
      [0, 'syntax'],
      [1, 'wrong-type'],
    ]);
  });

  it('disappear when an edit fixes the problem', async () => {
    const document = await openFile('edit.trajectory.json', logRequest('"reward": "0.5"'));
    await firstDiagnostics(document);
    const fix = new WorkspaceEdit();
    fix.replace(document.uri, rangeOf(document, '"0.5"'), '0.5');
    await workspace.applyEdit(fix);
    assert.isEmpty(await diagnosticsWhen(document, (found) => found.length === 0));
  });

  it('are not duplicated by the editor’s JSON support', async () => {
    const document = await openFile('once.trajectory.json', '{"split": "train",, "trajectory_groups": []}');
    await diagnosticsWhen(document, (found) => found.some((one) => codeOf(one) === 'syntax'));
    const sources = new Set(languages.getDiagnostics(document.uri).map((one) => one.source));
    assert.deepEqual([...sources], ['trajectory']);
  });
});
