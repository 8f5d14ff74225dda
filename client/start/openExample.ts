import * as vscode from 'vscode';

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
    const document =
      known?.isClosed === false ? known : await copyOf(vscode.Uri.joinPath(extension, 'examples', file));
    copies.set(file, document);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    if (command === 'editor.action.quickFix') await goToProblem(editor);
    if (typeof command === 'string') await vscode.commands.executeCommand(command);
  });
}

async function copyOf(example: vscode.Uri): Promise<vscode.TextDocument> {
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(example));
  return vscode.workspace.openTextDocument({ language: 'trajectory', content });
}

/** Puts the cursor on the first error, unless it is on a problem already. A new copy is checked soon. */
async function goToProblem(editor: vscode.TextEditor): Promise<void> {
  const { uri } = editor.document;
  const found = await diagnosticsOf(uri);
  if (found.some(({ range }) => range.contains(editor.selection.active))) return;
  const [first] = [...found].sort(
    (a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start),
  );
  if (first === undefined) return;
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range);
}

/** The diagnostics of an example with errors; waits for the first ones. */
function diagnosticsOf(uri: vscode.Uri): Promise<readonly vscode.Diagnostic[]> {
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
