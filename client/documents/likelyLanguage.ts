import { formOf, holdsTrajectories, isLinesName } from '../../server/languageDetection';

/** What of a document is looked at to tell its language. */
export interface LanguageInput {
  readonly languageId: string;
  /** Of its URI. */
  readonly path: string;
  /** Its first `headLength` code units. */
  readonly head: string;
}

/** The language that a document's name and head speak for, if they do. */
export function likelyLanguage({ languageId, path, head }: LanguageInput): string | undefined {
  if (/\.training-config\.json$/i.test(path)) return 'training-config';
  const isLines = isLinesName(path) || languageId === 'jsonl';
  if (holdsTrajectories(head)) return formOf(isLines ? 'x.jsonl' : path, head);
  return isLines ? 'trajectory-jsonl' : undefined;
}

/** Whether a document is in a language for any JSON, and holds trajectories. */
export function isPlainWithTrajectories({ languageId, path, head }: LanguageInput): boolean {
  // VS Code itself has no language for JSON Lines: there they are plain text.
  const isPlain =
    ['json', 'jsonc', 'jsonl'].includes(languageId) || (languageId === 'plaintext' && isLinesName(path));
  return isPlain && holdsTrajectories(head);
}
