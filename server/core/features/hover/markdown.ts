import { visible } from '../visible';
import type { HoverPart } from './hover';

/**
 * Makes any text harmless in Markdown: it is shown as it is, and nothing in it becomes a link, an image,
 * HTML, code, a heading or a list. Control characters, and those that turn the direction of writing around,
 * are made visible, so that what is read is what is there.
 */
export function escapeMarkdown(text: string): string {
  return (
    visible(text)
      // A backslash before punctuation stands for the character alone (CommonMark §2.4).
      .replace(/[!-/:-@[-`{-~]/g, '\\$&')
      .split(/[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*/)
      .join('  \n')
      // White space at the beginning of a line would make it code.
      .replace(/^[ \t]+/, '')
  );
}

/** Any text as a code span; line breaks become blanks. */
export function codeSpan(text: string): string {
  const content = visible(text.replace(/\s+/g, ' '));
  if (content.trim() === '') return '';
  const runs = content.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return `${fence} ${content} ${fence}`;
}

/** The Markdown of a hover: every part a paragraph, nothing in it but its text. */
export function markdownOf(parts: readonly HoverPart[]): string {
  return parts
    .map(paragraph)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function paragraph({ style, text }: HoverPart): string {
  if (style === 'code') return codeSpan(text);
  if (style === 'text') return escapeMarkdown(text);
  const title = escapeMarkdown(text.replace(/\s+/g, ' ').trim());
  return title === '' ? '' : `**${title}**`;
}
