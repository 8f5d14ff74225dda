/** Code units of a document that are looked at: the tools of a trajectory may come first, and be long. */
export const headLength = 65_536;

/** What of a document is looked at to tell its language. */
export interface Appearance {
  readonly languageId: string;
  /** Of its URI. */
  readonly path: string;
  /** Its first `headLength` code units. */
  readonly head: string;
}

/** The language that a document's name and head speak for, if they do. */
export function likelyLanguage({ languageId, path, head }: Appearance): string | undefined {
  if (isLinesFile(path) || languageId === 'jsonl') return 'trajectory-jsonl';
  if (/\.training-config\.json$/i.test(path)) return 'training-config';
  return holdsTrajectories(head) ? 'trajectory' : undefined;
}

/** Whether a document is in a language for any JSON, and holds trajectories. */
export function isPlainWithTrajectories({ languageId, path, head }: Appearance): boolean {
  // VS Code itself has no language for JSON Lines: there they are plain text.
  const isPlain =
    ['json', 'jsonc', 'jsonl'].includes(languageId) || (languageId === 'plaintext' && isLinesFile(path));
  return isPlain && holdsTrajectories(head);
}

function isLinesFile(path: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(path);
}

function holdsTrajectories(head: string): boolean {
  return /"(trajectory_groups|messages_and_choices)"\s*:/.test(head);
}
