import { formOf, holdsTrajectories, isLinesName } from '../../../server/languageDetection';

/** What detection needs of a document. */
export interface LanguageInput {
  readonly languageId: string;
  /** Path of its URI. */
  readonly path: string;
  /** Its first `headLength` code units. */
  readonly head: string;
}

/** The language that a document's name and head indicate, if any. */
export function likelyLanguage({ languageId, path, head }: LanguageInput): string | undefined {
  if (/\.training-config\.json$/i.test(path)) return 'training-config';
  const isLines = isLinesName(path) || languageId === 'jsonl';
  if (holdsTrajectories(head)) return formOf(isLines ? 'x.jsonl' : path, head);
  return isLines ? 'trajectory-jsonl' : undefined;
}

/** Whether a document contains trajectories but has a general JSON language. */
export function isPlainWithTrajectories({ languageId, path, head }: LanguageInput): boolean {
  // VS Code has no language for JSON Lines and treats them as plain text.
  const isPlain =
    ['json', 'jsonc', 'jsonl'].includes(languageId) || (languageId === 'plaintext' && isLinesName(path));
  return isPlain && holdsTrajectories(head);
}
