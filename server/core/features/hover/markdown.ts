import { visible } from '../visible';
import type { HoverPart } from './hoverPart';

/**
 * What could be markup, wherever it stands. Some editors show backslashes as they are, so what is only text stays
 * without them: `_` inside a word, `&` and `<` before a blank, a backslash before a letter.
 */
const markup = new RegExp(
  [
    /[`*~|[\]]/,
    /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
    /\\(?=[!-/:-@[-`{-~]|\s|$)/,
    /<(?=[a-z/!?])/,
    /&(?=#?[a-z0-9]+;)/,
    // What readers of Markdown make links of, without any mark.
    /:(?=\/\/)|@/,
    /(?<=www)\./,
    // What begins a heading, a quote, a list, a line or a fence stands at the beginning of a line.
    /(?<=^[ \t]*)[#>+=-]/,
    /(?<=^[ \t]*\d+)[.)]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gimu',
);

/**
 * Makes any text harmless in Markdown: it is shown as it is, and nothing in it becomes a link, an image,
 * HTML, code, a heading or a list. Control characters, and those that turn the direction of writing around,
 * are made visible, so that what is read is what is there.
 */
export function escapeMarkdown(text: string): string {
  return (
    visible(text)
      .split(/[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*/)
      // White space at the beginning would make it code.
      .map((line, i) => (i === 0 ? line.replace(/^[ \t]+/, '') : line).replace(markup, '\\$&'))
      .join('  \n')
  );
}

/** Any text as a code span; line breaks become blanks. */
export function codeSpan(text: string): string {
  const content = visible(text.replace(/\s+/g, ' '));
  if (content.trim() === '') return '';
  const runs = content.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  // One blank on each side does not count, and keeps a backtick apart from the fence.
  const gap = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${gap}${content}${gap}${fence}`;
}

/** The Markdown of a hover: every part a paragraph, nothing in it but its text. */
export function markdownOf(parts: readonly HoverPart[]): string {
  return parts
    .map(paragraph)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** Any text as a block of code, in a fence that no line of it can be. */
export function codeBlock(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

function paragraph({ style, text }: HoverPart): string {
  if (style === 'block') return codeBlock(text, 'text');
  if (style === 'json') return codeBlock(text, 'json');
  if (style === 'code') return codeSpan(text);
  if (style === 'text') return escapeMarkdown(text);
  const title = escapeMarkdown(text.replace(/\s+/g, ' ').trim());
  return title === '' ? '' : `**${title}**`;
}
