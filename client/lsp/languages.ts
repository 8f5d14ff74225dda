import { languages } from '../../server/languageDetection';

/** Languages that the language server supports. */
export const ourLanguages = languages;

/** Whether a language is one of ours. */
export function isOurLanguage(id: string): boolean {
  return ourLanguages.some((language) => language === id);
}
