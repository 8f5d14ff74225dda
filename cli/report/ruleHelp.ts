import { readFileSync } from 'node:fs';
import { problemsPage } from '../problemsPage';

let sections: ReadonlyMap<string, string> | null = null;

/** What SARIF says of a rule: its section in the page that explains the problems. */
export function helpOf(code: string): object {
  sections ??= readSections();
  const markdown = sections.get(code);
  if (markdown === undefined) return {};
  const [first = ''] = plainText(markdown).split('\n\n');
  const short = /^.*?\.(?=\s|$)/s.exec(first)?.[0] ?? first;
  return {
    shortDescription: { text: short },
    fullDescription: { text: first },
    help: { text: plainText(markdown), markdown },
  };
}

/** The sections by their titles, which are the codes. */
function readSections(): ReadonlyMap<string, string> {
  if (problemsPage === null) return new Map();
  const page = readFileSync(problemsPage, 'utf8').split(/^#+ /m).slice(1);
  return new Map(
    page.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    }),
  );
}

/** Without the severity that begins a section, bold marks, and line breaks within a paragraph. Code stays as it is. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^\*\*[^*]*\*\*\s*/, '')
    .replaceAll('**', '')
    .replace(/(^```.*?^```$)|(?<=[^\n|])\n(?=[^\n|])/gms, (_, code) => code ?? ' ');
}
