import * as vscode from 'vscode';

/** A problem's code. Each one is a heading of the page. */
const codePattern = /^[a-z]+(-[a-z]+)*$/;

/**
 * The target of a problem's code link: our page of problems, at the heading of the code. Opens as text where the editor
 * shows no Markdown.
 */
export function registerExplainProblem(extension: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.explainProblem', async (code: unknown) => {
    const page = vscode.Uri.joinPath(extension, 'docs/problems.md');
    const fragment = typeof code === 'string' && codePattern.test(code) ? code : '';
    try {
      await vscode.commands.executeCommand('markdown.showPreviewToSide', page.with({ fragment }));
    } catch {
      // The built-in Markdown extension is disabled.
      await showText(page, fragment);
    }
  });
}

async function showText(page: vscode.Uri, code: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(page);
  const line = document.getText().split('\n').indexOf(`## ${code}`);
  const start = new vscode.Position(Math.max(line, 0), 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
}
