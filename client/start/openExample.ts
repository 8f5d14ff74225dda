import * as vscode from 'vscode';
import { columnOf } from '../documents/columns';

/** Bundled examples: one with problems to fix, one ready to send. */
const examples = [
  {
    label: 'A training job with errors',
    detail: 'Each error is underlined. Most have a quick fix.',
    file: 'problems.trajectory.json',
  },
  {
    label: 'A training job without errors',
    detail: 'Ready to be sent, to a local service for instance.',
    file: 'small.training-job.json',
  },
] as const;

/** Commands that a step of the walkthrough runs on an example: there, the walkthrough is in front, and not a document. */
const runnable: readonly unknown[] = [
  'editor.action.marker.next',
  'editor.action.quickFix',
  'trajectory.openView',
  'trajectory.createTrainingJob',
];

/**
 * `Trajectory: Open Example`: opens a copy as an untitled document. With `{ file }` it asks nothing. With `{ file, run }`
 * it shows the copy that is already open, if there is one, and runs a command on it.
 */
export function registerOpenExample(extension: vscode.Uri): vscode.Disposable {
  const copies = new Map<string, vscode.TextDocument>();
  return vscode.commands.registerCommand('trajectory.openExample', async (argument: unknown) => {
    const file =
      named(argument) ?? (await vscode.window.showQuickPick(examples, { title: 'Open Example' }))?.file;
    if (file === undefined) return;
    const command = runnable.find((one) => one === valueIn(argument, 'run'));
    const known = command === undefined ? undefined : copies.get(file);
    const isOpen = known?.isClosed === false;
    const document = isOpen ? known : await copyOf(vscode.Uri.joinPath(extension, 'examples', file));
    copies.set(file, document);
    const viewColumn = columnOf(document.uri) ?? vscode.ViewColumn.Active;
    const editor = await vscode.window.showTextDocument(document, { preview: false, viewColumn });
    if (command === 'editor.action.quickFix') {
      const { uri } = document;
      // Those of a copy that is open may all be fixed.
      await goToFix(editor, isOpen ? vscode.languages.getDiagnostics(uri) : await firstDiagnostics(uri));
    }
    if (typeof command !== 'string') return;
    const outcome: unknown = await vscode.commands.executeCommand(command);
    const status = valueIn(outcome, 'status') ?? 'accepted';
    // The walkthrough does not notice commands that an extension runs. A job that was not created leaves its step open.
    if (status === 'accepted')
      await vscode.commands.executeCommand('setContext', 'trajectory.ranOnExample', command);
  });
}

async function copyOf(example: vscode.Uri): Promise<vscode.TextDocument> {
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(example));
  return vscode.workspace.openTextDocument({ language: 'trajectory', content });
}

/** Puts the cursor on the first problem with a fix, unless it is on one already. */
async function goToFix(
  { document, selection }: vscode.TextEditor,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<void> {
  const { uri } = document;
  const problems = diagnostics.filter(({ severity }) => severity <= Severity.Warning);
  problems.sort((a, b) => a.range.start.compareTo(b.range.start));
  const at = problems.filter(({ range }) => range.contains(selection.active));
  for (const { range } of [...at, ...problems]) {
    const fixes = await vscode.commands.executeCommand<readonly unknown[]>(fixesAt, uri, range, 'quickfix');
    if (fixes.length === 0) continue;
    const place = new vscode.Range(range.start, range.start);
    await vscode.window.showTextDocument(document, { preview: false, selection: place });
    return;
  }
}

const { DiagnosticSeverity: Severity } = vscode;
const fixesAt = 'vscode.executeCodeActionProvider';

/** The diagnostics of an example with errors that was just opened; waits for them. */
function firstDiagnostics(uri: vscode.Uri): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve) => {
    const look = () => {
      const found = vscode.languages.getDiagnostics(uri);
      if (found.length === 0) return;
      listener.dispose();
      resolve(found);
    };
    const listener = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

function named(argument: unknown): (typeof examples)[number]['file'] | undefined {
  const file = valueIn(argument, 'file');
  return examples.find((one) => one.file === file)?.file;
}

function valueIn(argument: unknown, name: string): unknown {
  return typeof argument === 'object' && argument !== null && name in argument
    ? (argument as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
