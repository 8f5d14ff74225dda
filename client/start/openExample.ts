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

/** `Trajectory: Open Example`: opens a copy as an untitled document. With `{ file }` it asks nothing. */
export function registerOpenExample(extension: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.openExample', async (argument: unknown) => {
    const example =
      named(argument) ?? (await vscode.window.showQuickPick(examples, { title: 'Open Example' }));
    if (example === undefined) return;
    const bytes = await vscode.workspace.fs.readFile(
      vscode.Uri.joinPath(extension, 'examples', example.file),
    );
    const content = new TextDecoder().decode(bytes);
    const document = await vscode.workspace.openTextDocument({ language: 'trajectory', content });
    await vscode.window.showTextDocument(document, { preview: false });
  });
}

function named(argument: unknown): (typeof examples)[number] | undefined {
  const file = typeof argument === 'object' && argument !== null && 'file' in argument ? argument.file : null;
  return examples.find((one) => one.file === file);
}
