/** Languages that the language server supports. */
export const ourLanguages = ['trajectory', 'training-config', 'trajectory-jsonl'] as const;

/** Whether a language is one of ours. */
export function isOurLanguage(id: string): boolean {
  return ourLanguages.some((language) => language === id);
}
