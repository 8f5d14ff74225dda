import { assert } from 'chai';
import type { CodeAction, CompletionList, Hover, MarkdownString, TextDocument, TextEdit, Uri } from 'vscode';
import {
  CodeActionKind,
  CompletionItemKind,
  commands,
  DiagnosticSeverity,
  Range,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { codeOf, diagnosticsWhen, firstDiagnostics, logRequest, openFile, rangeOf } from './documents';

describe('completion', () => {
  it('offers the documented properties inside quotes', async () => {
    const document = await openFile('inside.trajectory.json', logRequest('"re"'));
    assert.include(await labelsAfter(document, '"re'), 'reward');
  });

  it('offers missing properties outside quotes and before a comma', async () => {
    const document = await openFile('outside.trajectory.json', logRequest('"reward": 1, , "logs": []'));
    const labels = await labelsAfter(document, '"reward": 1, ');
    assert.include(labels, 'messages_and_choices');
    assert.notInclude(labels, 'reward');
  });

  it('offers the roles of a message', async () => {
    const document = await openFile(
      'role.trajectory.json',
      logRequest('"messages_and_choices": [{"role": ""}]'),
    );
    assert.includeMembers(await labelsAfter(document, '"role": "'), ['user', 'assistant']);
  });

  it('offers the settings of a training config', async () => {
    const document = await openFile('complete.training-config.json', '{""}');
    assert.include(await labelsAfter(document, '{"'), 'learning_rate');
  });
});

describe('quick fixes', () => {
  const fixes: readonly [name: string, before: string, code: string, after: string][] = [
    ['number.trajectory.json', logRequest('"reward": "0.5"'), 'wrong-type', logRequest('"reward": 0.5')],
    ['rename.trajectory.json', logRequest('"rewrd": 1'), 'unknown-property', logRequest('"reward": 1')],
    [
      'utc.trajectory.json',
      logRequest('"start_time": "2026-03-01T10:00:00+02:00"'),
      'not-utc',
      logRequest('"start_time": "2026-03-01T08:00:00Z"'),
    ],
  ];
  for (const [name, before, code, after] of fixes) {
    it(`fix ${code} in ${name}`, async () => {
      const document = await openFile(`fix-${name}`, before);
      const [problem] = await firstDiagnostics(document);
      assert.equal(problem && codeOf(problem), code);
      const [action] = await actionsAt(document, problem?.range ?? new Range(0, 0, 0, 0));
      assert.isTrue(await workspace.applyEdit(action?.edit ?? new WorkspaceEdit()));
      assert.equal(document.getText(), after);
      await diagnosticsWhen(document, (found) => found.length === 0);
    });
  }
});

describe('a wrong file', () => {
  const line = '{"trajectories": [{"reward": 1}]}';

  it('is converted by one action', async () => {
    const text =
      "{'split': 'a', 'trajectory_groups': [{'trajectories': [{'reward': 1.0, 'metrics': {'solved': True}}]}]}";
    const document = await openFile('repr.trajectory.json', text);
    const [problem, ...others] = await firstDiagnostics(document);
    assert.isEmpty(others);
    assert.equal(problem && codeOf(problem), 'wrong-file');
    const [action] = await actionsAt(document, problem?.range ?? new Range(0, 0, 0, 0));
    assert.equal(action?.title, 'Convert to JSON');
    assert.isTrue(await workspace.applyEdit(action?.edit ?? new WorkspaceEdit()));
    await diagnosticsWhen(document, (found) => found.length === 0);
  });

  it('can be treated as Trajectory Lines', async () => {
    const document = await openFile('lines.trajectory.json', `${line}\n${line}\n`);
    const [problem] = await firstDiagnostics(document);
    const range = problem?.range ?? new Range(0, 0, 0, 0);
    const actions = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
    );
    const command = actions.find(({ title }) => title === 'Treat as Trajectory Lines')?.command;
    assert.isDefined(command);
    await commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
    const { uri } = document;
    const now = await workspace.openTextDocument(uri);
    assert.equal(now.languageId, 'trajectory-jsonl');
    await diagnosticsWhen(now, (found) =>
      found.every(({ severity }) => severity !== DiagnosticSeverity.Error),
    );
  });
});

describe('a fix that puts the cursor into new text', () => {
  const lines: readonly [what: string, before: string, after: string][] = [
    [
      'before a member',
      '{\n  "trajectory_groups": [{}]\n}\n',
      '{\n  "split": "",\n  "trajectory_groups": [{}]\n}\n',
    ],
    ['behind a member', '{\n    "split": "a"\n}\n', '{\n    "split": "a",\n    "trajectory_groups": []\n}\n'],
  ];
  for (const [what, before, after] of lines) {
    it(`indents a line ${what} as the others in an open editor`, async () => {
      const document = await openFile(`indent-${what.replaceAll(' ', '-')}.trajectory.json`, before);
      await window.showTextDocument(document);
      const [problem] = await diagnosticsWhen(document, (found) =>
        found.some((one) => codeOf(one) === 'missing-property'),
      );
      const [action] = await actionsAt(document, problem?.range ?? new Range(0, 0, 0, 0));
      assert.match(action?.title ?? '', /^Insert "/);
      assert.isTrue(await workspace.applyEdit(action?.edit ?? new WorkspaceEdit()));
      assert.equal(document.getText(), after);
    });
  }

  it('indents what it wraps', async () => {
    const before = '[\n  {\n    "trajectories": [{}]\n  }\n]\n';
    const document = await openFile('indent-wrapped.trajectory.json', before);
    await window.showTextDocument(document);
    const [problem] = await firstDiagnostics(document);
    const [action] = await actionsAt(document, problem?.range ?? new Range(0, 0, 0, 0));
    assert.equal(action?.title, 'Wrap in a log request');
    assert.isTrue(await workspace.applyEdit(action?.edit ?? new WorkspaceEdit()));
    const inner = before.trimEnd().replaceAll('\n', '\n  ');
    assert.equal(document.getText(), `{\n  "split": "",\n  "trajectory_groups": ${inner}\n}\n`);
  });
});

describe('wrapping in a log request', () => {
  const trajectory = '{"messages_and_choices": [], "reward": 1}';
  const group = `{"trajectories": [${trajectory}]}`;
  const roots: readonly [what: string, root: string, groups: string][] = [
    ['an array of groups', `[${group}, ${group}]`, `[${group}, ${group}]`],
    ['an array of trajectories', `[${trajectory}]`, `[{"trajectories": [${trajectory}]}]`],
    ['a bare trajectory', trajectory, `[${group}]`],
    ['a group', group, `[${group}]`],
  ];
  for (const [what, root, groups] of roots) {
    it(`turns ${what} into a valid document`, async () => {
      const document = await openFile(`wrap-${what.replaceAll(' ', '-')}.trajectory.json`, `${root}\n`);
      const at = new Range(0, 0, 0, 0);
      const [action, ...others] = await actionsAt(document, at, CodeActionKind.RefactorRewrite);
      assert.isEmpty(others);
      assert.equal(action?.title, 'Wrap in a log request');
      assert.isTrue(await workspace.applyEdit(action?.edit ?? new WorkspaceEdit()));
      const expected = { split: '', trajectory_groups: JSON.parse(groups) as unknown };
      assert.deepEqual(JSON.parse(document.getText()), expected);
      await diagnosticsWhen(document, (found) => found.length === 0);
    });
  }
});

describe('extracting the training config', () => {
  const config = '{"epsilon": 1.0}';
  const text = `{"model_id": "3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77", "experimental_config": ${config}, "trajectory_groups": []}`;
  const move = async (document: TextDocument): Promise<boolean> => {
    const at = rangeOf(document, 'epsilon');
    const [action] = await actionsAt(document, at, CodeActionKind.RefactorExtract);
    assert.match(action?.title ?? '', /^Move experimental_config to .*\.training-config\.json$/);
    return workspace.applyEdit(action?.edit ?? new WorkspaceEdit());
  };
  const beside = ({ uri }: TextDocument): Uri =>
    uri.with({ path: uri.path.replace('.training-job.json', '.training-config.json') });

  it('moves it to its own file', async () => {
    const document = await openFile('extract.training-job.json', text);
    assert.isTrue(await move(document));
    const file = await workspace.openTextDocument(beside(document));
    assert.equal(file.languageId, 'training-config');
    assert.equal(file.getText(), `${config}\n`);
    assert.equal(document.getText(), text.replace(`"experimental_config": ${config}, `, ''));
  });

  it('changes nothing if that file already exists', async () => {
    const document = await openFile('extract-again.training-job.json', text);
    await workspace.fs.writeFile(beside(document), new TextEncoder().encode('{}'));
    assert.isFalse(await move(document));
    const there = await workspace.fs.readFile(beside(document));
    assert.equal(new TextDecoder().decode(there), '{}');
    assert.equal(document.getText(), text);
  });
});

describe('hover', () => {
  it('shows the documentation of a property as untrusted Markdown', async () => {
    const document = await openFile('hover.trajectory.json', logRequest('"reward": 1'));
    const { start } = rangeOf(document, 'reward');
    const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, start);
    const contents = hovers.flatMap((hover) => hover.contents) as MarkdownString[];
    assert.match(contents.map((content) => content.value).join('\n'), /reward/i);
    assert.isTrue(contents.every((content) => !content.isTrusted && !content.supportHtml));
  });
});

describe('formatting', () => {
  it('changes only whitespace', async () => {
    const text =
      '{"split":"train","trajectory_groups":[{"trajectories":[{"reward":1e400,"metrics":{"n":1.50}}]}]}';
    const document = await openFile('format.trajectory.json', text);
    const edits = await commands.executeCommand<TextEdit[]>(
      'vscode.executeFormatDocumentProvider',
      document.uri,
      {
        tabSize: 2,
        insertSpaces: true,
      },
    );
    const change = new WorkspaceEdit();
    change.set(document.uri, edits);
    await workspace.applyEdit(change);
    assert.equal(document.getText().replace(/\s/g, ''), text);
    assert.isAbove(document.lineCount, 5);
  });
});

async function labelsAfter(document: TextDocument, typed: string): Promise<string[]> {
  const { end } = rangeOf(document, typed);
  const uri = document.uri;
  const list = await commands.executeCommand<CompletionList>(
    'vscode.executeCompletionItemProvider',
    uri,
    end,
  );
  // The editor adds word suggestions of its own.
  const items = list.items.filter(({ kind }) => kind !== CompletionItemKind.Text);
  const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  return labels.map((label) => label.replaceAll('"', ''));
}

/** The server's actions of a kind at a range, best first. */
async function actionsAt(
  document: TextDocument,
  range: Range,
  kind = CodeActionKind.QuickFix,
): Promise<CodeAction[]> {
  const found = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    kind.value,
    10,
  );
  return found.filter((action) => action.edit !== undefined);
}
