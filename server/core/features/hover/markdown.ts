import { label, visible } from '../visible';
import type { HoverPart } from './hoverPart';

/**
 * Characters that could be markup. Some editors show backslashes, so plain text stays without them: `_` inside a word,
 * `&` and `<` before a space, a backslash before a letter.
 */
const markup = new RegExp(
  [
    /[`*~|[\]]/,
    /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
    /\\(?=[!-/:-@[-`{-~]|\s|$)/,
    /<(?=[a-z/!?])/,
    /&(?=#?[a-z0-9]+;)/,
    // Markdown renderers make links of these without markup.
    /:(?=\/\/)|@/,
    /(?<=www)\./,
    // Headings, quotes, lists, rules, fences and the second rows of tables begin at the start of a line.
    /(?<=^[ \t]*)(?:[#>+=-]|:(?=-))/,
    /(?<=^[ \t]*\d+)[.)]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gimu',
);

/**
 * Makes any text harmless in Markdown: it is shown as is, and nothing in it becomes a link, image, HTML, code, heading
 * or list. Control characters and bidirectional controls become visible, so that readers see what is there.
 */
export function escapeMarkdown(text: string): string {
  return (
    visible(text)
      .split(/[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*/)
      // Leading white space would make it code.
      .map((line, i) => (i === 0 ? line.replace(/^[ \t]+/, '') : line).replace(markup, '\\$&'))
      .join('  \n')
  );
}

/** Puts any text in a code span, with its line breaks as escapes. */
export function codeSpan(text: string): string {
  const content = label(text);
  if (content.trim() === '') return '';
  const runs = content.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  // One space on each side is not shown, and separates a backtick from the fence.
  const gap = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${gap}${content}${gap}${fence}`;
}

/** The Markdown of a hover: a paragraph per part, with text only. */
export function markdownOf(parts: readonly HoverPart[]): string {
  return parts
    .map(paragraph)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** Puts any text in a code block, with a fence that no line of it can be. */
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
  const title = escapeMarkdown(label(text.trim()));
  return title === '' ? '' : `**${title}**`;
}
