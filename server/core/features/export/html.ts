import { wholePairs } from '../../text/pairs';
import { visible } from '../visible';
import type { ComparisonFormat } from './comparison';
import type { ExportedMessage, ExportedPage, ExportedPart, ExportedText } from './reading';
import { count, messageTitle, moreCharacters, moreParts, trajectoryFacts, trajectoryTitle } from './words';

/** The beginning of the page. Its policy forbids scripts and the network; it refers to nothing outside of itself. */
export function pageStart(title: string, facts: string, width: 'narrow' | 'wide' = 'narrow'): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main class="${width}">
<h1>${escaped(title)}</h1>
<p class="quiet">${escaped(facts)}</p>
`;
}

export const pageEnd = '</main>\n</body>\n</html>\n';

/** The start of a trajectory: a fold, with its data besides the messages. */
export function trajectoryStart(page: ExportedPage, isOpen: boolean): string {
  const sections = page.sections.map(
    ({ name, text }) =>
      `<details class="section"><summary>${escaped(name)}</summary>\n${shown(text)}</details>\n`,
  );
  const rest =
    page.sectionsLeftOut === 0
      ? ''
      : `<p class="quiet">${page.sectionsLeftOut} more members are left out.</p>\n`;
  return `<details class="trajectory"${isOpen ? ' open' : ''}>
<summary><h2>${trajectoryTitle(page)}</h2> <span class="quiet">${escaped(trajectoryFacts(page))}</span></summary>
${sections.join('')}${rest}`;
}

export const trajectoryEnd = '</details>\n';

/** A message. */
export function messageHtml(message: ExportedMessage): string {
  const { reasoning, parts, calls, role } = message;
  const thought =
    reasoning === null ? '' : `<details><summary>Reasoning</summary>\n${shown(reasoning)}</details>\n`;
  const called = calls.map(({ name, id, arguments: given, answeredBy }) => {
    const result = answeredBy === null ? 'no result' : `result: message ${answeredBy + 1}`;
    const facts = escaped([...(id === null ? [] : [id]), result].join(', '));
    return `<section class="call"><h4>Call of ${escaped(name ?? 'no name')} <span class="quiet">${facts}</span></h4>
${given === null ? '<p class="quiet">No arguments.</p>\n' : shown(given)}</section>\n`;
  });
  const more = moreParts(message);
  return `<article class="${looks.includes(role ?? '') ? role : 'other'}">
<h3>${escaped(messageTitle(message))}</h3>
${thought}${parts.map(partHtml).join('')}${called.join('')}${more === null ? '' : `<p class="quiet">${more}</p>\n`}</article>
`;
}

/** A comparison: a column for each trajectory, and the messages that are the same in all folded. */
export const htmlComparison: ComparisonFormat = {
  start: (title, columns) => {
    const heads = columns.map(
      (column) =>
        `<section><h2>${escaped(column.title)}</h2><p class="quiet">${escaped(column.facts)}</p></section>`,
    );
    return `${pageStart(`Comparison: ${title}`, '', 'wide')}<div class="row heads">${heads.join('\n')}</div>\n`;
  },
  runStart: (length) =>
    `<details class="run"><summary class="quiet">${count(length, 'message is', 'messages are')} the same in all</summary>\n`,
  runEnd: '</details>\n',
  same: messageHtml,
  mark: (name) => `<h2 class="mark">${escaped(name)}</h2>\n`,
  row: (columns, messages) => {
    const cells = messages.map((message, i) =>
      message === null
        ? '<div></div>'
        : `<div><p class="quiet column">${escaped(columns[i]!.title)}</p>${messageHtml(message)}</div>`,
    );
    return `<div class="row">${cells.join('\n')}</div>\n`;
  },
  end: (note) => `${note === null ? '' : `<p class="quiet">${escaped(note)}</p>\n`}${pageEnd}`,
};

/** Roles with a look of their own. A document can have any text as a role. */
const looks: readonly string[] = ['system', 'user', 'assistant', 'tool'];

/** Pictures without scripts of their own. */
const bitmap = /^data:image\/(?:png|jpeg|gif|webp|bmp|avif);base64,[A-Za-z0-9+/=\s]*$/;

function partHtml(part: ExportedPart): string {
  if (part.type === 'text') return shown(part.text);
  const description = escaped(part.description);
  return bitmap.test(part.url)
    ? `<img src="${part.url}" alt="${description}">\n`
    : `<p class="quiet">Image: ${description}</p>\n`;
}

/** A long text is folded. */
const foldedLength = 4000;

function shown({ text, leftOut, isJson }: ExportedText): string {
  const note = leftOut === 0 ? '' : `<p class="quiet">${moreCharacters(leftOut)}</p>\n`;
  // A line end right after the tag does not count.
  const body = `<pre${isJson ? ' class="json"' : ''}>\n${escaped(text)}</pre>\n${note}`;
  if (text.length <= foldedLength) return body;
  const start = escaped(wholePairs(text.slice(0, 200)));
  return `<details><summary>${start}… <span class="quiet">${(text.length + leftOut).toLocaleString('en')} characters</span></summary>\n${body}</details>\n`;
}

/** Text in which nothing is markup, and nothing is hidden or reordered. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --text: #222; --quiet: #666; --back: #fff; --box: #f5f5f5; --line: #ccc; --user: #2e7d32; --assistant: #0060c0; --tool: #8a6100; }
@media screen and (prefers-color-scheme: dark) { :root { --text: #ddd; --quiet: #a0a0a0; --back: #1e1e1e; --box: #2a2a2a; --line: #555; --user: #7ccf80; --assistant: #6cb6ff; --tool: #e0b050; } }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--back); overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; } main.wide { max-width: none; }
h1 { font-size: 1.4rem; } h2, h3, h4 { font-size: 1rem; margin: 0; } summary h2 { display: inline; }
.quiet { color: var(--quiet); font-weight: normal; }
summary { cursor: pointer; padding: 0.2rem 0; }
.trajectory { border-top: 1px solid var(--line); }
article { border-left: 4px solid var(--line); background: var(--box); margin: 0.5rem 0; padding: 0.4rem 0.8rem; }
article.user { border-color: var(--user); } article.assistant { border-color: var(--assistant); } article.tool { border-color: var(--tool); }
pre { margin: 0.3rem 0; white-space: pre-wrap; font: inherit; }
pre:not(.json) { unicode-bidi: plaintext; text-align: start; }
pre.json { font: 13px/1.4 ui-monospace, monospace; }
.call { margin: 0.4rem 0; padding-left: 0.8rem; border-left: 2px solid var(--line); }
.row { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0 1rem; }
.heads { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); }
.mark { border-top: 1px dashed var(--line); padding-top: 0.4rem; margin-top: 0.8rem; }
.column { display: none; }
@media screen and (max-width: 50rem) { .row { grid-auto-flow: row; } .heads { position: static; } .column { display: block; margin: 0.4rem 0 0; } }
img { max-width: 100%; max-height: 30rem; }
`;
