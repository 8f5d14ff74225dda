import * as vscode from 'vscode';

/** The language that `files.associations` gives a file. VS Code compares names without case, the longest pattern first. */
export function associatedLanguage(uri: vscode.Uri): string | undefined {
  const associations =
    vscode.workspace.getConfiguration('files').get<Readonly<Record<string, string>> | null>('associations') ??
    {};
  const file = uri.with({ path: uri.path.toLowerCase() });
  const patterns = Object.keys(associations).sort((a, b) => b.length - a.length);
  const found = patterns.find((pattern) => isMatch(pattern.toLowerCase(), file));
  return found === undefined ? undefined : associations[found];
}

/** Whether a glob pattern matches a path, or, without a slash, the name of the file. */
function isMatch(pattern: string, uri: vscode.Uri): boolean {
  const whole = pattern.includes('/') ? pattern : `**/${pattern}`;
  const document = { uri, languageId: '', fileName: uri.fsPath } as vscode.TextDocument;
  return vscode.languages.match({ pattern: whole }, document) > 0;
}
