/** The languages that the language server answers for. */
export const LANGUAGES = ['trajectory', 'training-config', 'trajectory-jsonl'] as const;

/** Whether a language is one of ours. */
export function isOurLanguage(id: string): boolean {
  return LANGUAGES.some((language) => language === id);
}
