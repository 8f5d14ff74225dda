import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import { nodeAt } from '../../syntax/nodes';
import { type Edit, sliceText } from '../../text/text';
import { insert, type QuickFix, replacement } from './fix';

/** Strings that are repaired as a whole are at most this long. */
const longestString = 1_000_000;

export function fixSingleQuotes({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  if (to - from > longestString) return [];
  const inner = sliceText(text, from + 1, to - 1);
  return [replacement(problem, 'Use double quotes', { from, to, insert: `"${asJson(inner)}"` })];
}

export function fixControl({ text }: Document, problem: Problem): QuickFix[] {
  const written = escapeOf(sliceText(text, problem.from, problem.to));
  return [replacement(problem, `Write ${written}`, { from: problem.from, to: problem.to, insert: written })];
}

/** Escapes of Python and JavaScript have one in JSON; any other backslash was meant as itself. */
export function fixBadEscape({ text }: Document, problem: Problem): QuickFix[] {
  const { from } = problem;
  const token = sliceText(text, from, Math.min(from + 4, text.length));
  const double = replacement(problem, 'Double the backslash', insert(from, '\\'));
  const meant = foreignEscape(token);
  if (meant === null) return [double];
  const edit = { from, to: from + meant.length, insert: meant.json };
  return [replacement(problem, `Write ${meant.json}`, edit), { ...double, isPreferred: false }];
}

/**
 * A string that is not closed ends with its line, or before the brackets and commas that end the line; or it
 * is a name, and ends before its colon.
 */
export function fixUnterminated({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const tail = /[\s\]},]*$/.exec(sliceText(text, Math.max(from + 1, to - 200), to))?.[0] ?? '';
  const name = nameLength(sliceText(text, from + 1, Math.min(to, from + 200)));
  const places = [...(name > 0 ? [from + 1 + name] : []), to - tail.length, to];
  return [...new Set(places)].map((at) => closed(problem, at));
}

/** The opening quote of a string that has only its closing one. */
export function fixMissingQuote(_document: Document, problem: Problem): QuickFix[] {
  return [replacement(problem, 'Insert the missing quote', insert(problem.from, '"'))];
}

/** Quotes inside a string are escaped; or it is not closed, and the quote begins the next string. */
export function fixUnescapedQuote(document: Document, problem: Problem): QuickFix[] {
  const { text, tree } = document;
  const node = nodeAt(tree, problem.from);
  const token = node.key !== null && problem.from < node.key.to ? node.key : node;
  if (token.to - token.from > longestString) return [];
  const content = sliceText(text, token.from + 1, token.to - 1);
  const edits: Edit[] = [];
  for (const match of content.matchAll(/\\.|"/gs)) {
    if (match[0] === '"') edits.push(insert(token.from + 1 + match.index, '\\'));
  }
  const escapeAll: QuickFix = {
    title: edits.length === 1 ? 'Escape the quote' : `Escape ${edits.length} quotes`,
    code: problem.code,
    edits,
    isPreferred: true,
  };
  const before = sliceText(text, Math.max(token.from + 1, problem.from - 100), problem.from);
  const separator = /\s*[,:]\s*$/.exec(before);
  return separator === null ? [escapeAll] : [escapeAll, closed(problem, problem.from - separator[0].length)];
}

function closed(problem: Problem, at: number): QuickFix {
  return replacement(problem, 'Close the string', insert(at, '"'));
}

/** Length of the name that a text begins with, where a colon follows it; 0 where it begins otherwise. */
function nameLength(content: string): number {
  return /^([\w.-]+)\s*:/.exec(content)?.[1]?.length ?? 0;
}

/** The content of a string in single quotes, as it stands between double quotes. */
function asJson(content: string): string {
  return content.replace(
    /\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]|\\x[0-9a-fA-F]{2}|\\.|["\\\u0000-\u001f]/gs,
    (found) => {
      if (found === '"') return '\\"';
      if (found === '\\') return '\\\\';
      if (found.length === 1) return escapeOf(found);
      const meant = foreignEscape(found);
      if (meant !== null) return meant.json;
      return /^\\(u....|["\\/bfnrt])$/.test(found) ? found : `\\\\${found.slice(1)}`;
    },
  );
}

/** What an escape of Python or JavaScript is in JSON, and how long it is; null for none of theirs. */
function foreignEscape(text: string): { json: string; length: number } | null {
  if (text.startsWith("\\'")) return { json: "'", length: 2 };
  const hex = /^\\x([0-9a-fA-F]{2})/.exec(text);
  return hex === null ? null : { json: `\\u00${hex[1]}`, length: 4 };
}

function escapeOf(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
