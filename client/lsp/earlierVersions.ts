import * as vscode from 'vscode';

/**
 * Schemes of earlier versions of a file, which a diff shows beside it: of VS Code (of a commit, before unsaved changes, of
 * a save conflict, in the local history), and of GitLens.
 */
const schemes: ReadonlySet<string> = new Set([
  'git',
  'showModifications',
  'conflictResolution',
  'vscode-local-history',
  'gitlens',
  'gitlens-git',
]);

/** *Compare Active File with Clipboard* shows the clipboard under a scheme with a number, as if it were an earlier version. */
const clipboardScheme = /^clipboardCompare\d+$/;

/** The schemes of texts that a diff shows beside a file. */
export const earlierVersions = {
  has: (scheme: string): boolean => schemes.has(scheme) || clipboardScheme.test(scheme),
};

/**
 * Whether changes of a document could not be saved, as of an earlier version of a file. VS Code makes an extension's edit
 * nevertheless, and says nothing when it is lost.
 */
export function isReadOnly({ scheme }: vscode.Uri): boolean {
  return earlierVersions.has(scheme) || vscode.workspace.fs.isWritableFileSystem(scheme) === false;
}
