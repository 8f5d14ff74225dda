import * as vscode from 'vscode';

/** Whether there is a file; false also if that cannot be found out. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Whether there certainly is no file. Whoever uses one that cannot be reached tells that error. */
export async function isMissing(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => false,
    (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
  );
}
