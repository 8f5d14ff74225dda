/**
 * Schemes of earlier versions of a file, which a diff shows beside it: of VS Code (of a commit, before unsaved changes, of
 * a save conflict, in the local history), and of GitLens.
 */
export const earlierVersions: ReadonlySet<string> = new Set([
  'git',
  'showModifications',
  'conflictResolution',
  'vscode-local-history',
  'gitlens',
  'gitlens-git',
]);
