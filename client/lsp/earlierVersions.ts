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
