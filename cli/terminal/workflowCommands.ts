/**
 * GitHub's runner carries out lines of a log that begin with `::`, after white space, and any `##[`. What a document or a
 * file name puts there must not be taken for such a command: one character of it is shown as one that looks like it.
 */
export function withoutCommands(text: string, env: NodeJS.ProcessEnv = process.env): string {
  if (env['GITHUB_ACTIONS'] !== 'true') return text;
  return text.replace(/^(\s*):(?=:)/gm, '$1\u2236').replaceAll('##[', '##\u27e6');
}
