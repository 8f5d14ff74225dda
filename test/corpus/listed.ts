import { problemsOf } from '../../server/core/document';
import { positionAt } from '../../server/core/text/text';
import { declaredLanguage, formOf, headLength } from '../../server/languageDetection';
import { open } from '../server/core/support';

/** The problems of a file, opened in the language that its name or text suggests. */
export function listed(name: string, text: string): string {
  const language = declaredLanguage('', name) ?? formOf(name, text.slice(0, headLength));
  const document = open(text, { language, name });
  const { kind, wrongFile } = document.type;
  const lines = problemsOf(document).map(({ severity, code, from, message }) => {
    const { line, character } = positionAt(document.text, from);
    return `${line + 1}:${character + 1} ${severity} ${code}: ${message}`;
  });
  const rewrites = wrongFile === null ? [] : [`rewrites: ${wrongFile.rewrites.join(', ') || 'none'}`];
  return `${[`${language}, ${kind}`, ...lines, ...rewrites].join('\n')}\n`;
}
