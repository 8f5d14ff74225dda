import {
  declaredLanguage,
  formOf,
  holdsTrajectories,
  isJsonId,
  isLinesId,
  isLinesName,
  mayBeJson,
} from '../../../server/languageDetection';

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
  const declared = declaredLanguage('', path);
  if (declared !== null) return declared;
  const isLines = isLinesName(path) || isLinesId(languageId);
  if (holdsTrajectories(head)) return formOf(isLines ? 'x.jsonl' : path, head);
  return isLines ? 'trajectory-jsonl' : undefined;
}

/** Whether a document contains trajectories but has a general JSON language. */
export function isPlainWithTrajectories({ languageId, path, head }: LanguageInput): boolean {
  // An editor without a language for JSON Lines treats them as plain text.
  const isPlain = isJsonId(languageId) || (mayBeJson(languageId) && isLinesName(path));
  return isPlain && holdsTrajectories(head);
}
