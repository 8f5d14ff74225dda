import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { typesOf } from '../../../schema/schemaTypes';
import type { Node } from '../../../syntax/nodes/node';
import { nodeAt } from '../../../syntax/nodes/nodeAt';
import { Kind } from '../../../syntax/tree/nodeKind';
import { quote } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { charAt, type Edit, sliceText } from '../../../text/text';
import { type FixTarget, insert, type QuickFix, remove, replacement } from '../fix';
import { isJson } from '../isJson';
import { maxRewrittenLength } from '../shapes';

import { maxStringLength, tokenOf } from './fixEscapes';

/** A longer string is a text, not a name. */
const maxNameLength = 60;

/**
 * Closes an unterminated string at the end of its line, or before the brackets and commas there; if it is a name,
 * before its colon.
 */
export function fixUnterminated({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const replaced = otherQuote(problem, sliceText(text, Math.max(from, to - maxStringLength), to), to - 1);
  if (replaced !== null && /^\s*[:,}\]]/.test(sliceText(text, to, Math.min(to + 80, text.length))))
    return [replaced];
  const tail = /[\s\]},]*$/.exec(sliceText(text, Math.max(from + 1, to - 200), to))?.[0] ?? '';
  const name = nameLength(sliceText(text, from + 1, Math.min(to, from + 200)));
  const offsets = [...(name > 0 ? [from + 1 + name] : []), to - tail.length, to];
  const close = [...new Set(offsets)].map((at) => closed(problem, at));
  const content = sliceText(text, from + 1, Math.min(to - tail.length, from + maxStringLength));
  if (/^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(content))
    return [
      replacement(problem, 'Remove the quote', remove(from, from + 1), false),
      ...close.map((fix) => ({ ...fix, isPreferred: false })),
    ];
  return [...unescaping(problem, content), ...close];
}

/** Quotes of other languages, and of word processors. */
const otherQuotes = /['‘’‚‛“”„‟«»‹›`´]/g;

/** Replaces the other quote at an offset by a double quote. Null if there is none, or if it is one of several in a text. */
function otherQuote(problem: Problem, token: string, at: number): QuickFix | null {
  const found = token.match(otherQuotes) ?? [];
  const [mark] = found;
  if (
    mark === undefined ||
    found.length > 1 ||
    token.indexOf(mark) !== (at === problem.from ? 0 : token.length - 1)
  )
    return null;
  const title = mark === "'" ? 'Replace the single quote' : `Replace ${mark} with "`;
  return replacement(problem, title, { from: at, to: at + 1, insert: '"' });
}

/** A backslash before the quote that ends a string: one escaped quote has no partner. In a path it was not doubled. */
function unescaping(problem: Problem, content: string): QuickFix[] {
  const quotes = content.match(/(?<!\\)(?:\\\\)*\\"/g)?.length ?? 0;
  if (quotes % 2 === 0 || !/(?<!\\)(?:\\\\)*\\"$/.test(content)) return [];
  const at = problem.from + 1 + content.length - 2;
  const double = replacement(problem, 'Double the backslash', insert(at, '\\'));
  const drop = replacement(problem, 'Remove the backslash', remove(at, at + 1));
  return content.includes('\\\\') ? [double, drop] : [drop, double];
}

/** Removes a quote that opens nothing; or escapes, or unwraps, JSON that was put in quotes. */
export function fixStrayQuote(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const drop = replacement(problem, 'Remove the quote', remove(problem.from, problem.to));
  return [...quotedJson(document, problem, node), drop];
}

/** JSON in quotes, with its own quotes as they are, that was not read as a string: it is long, or on several lines. */
function quotedJson(document: Document, problem: Problem, near: Node): QuickFix[] {
  const { text, tree } = document;
  const { from, to } = problem;
  const value = nodeAt(tree, to, near);
  const isQuoted = value.from === to && charAt(text, value.to) === quote;
  if (!isQuoted || value.to - to > maxRewrittenLength) return [];
  const json = sliceText(text, to, value.to);
  return ofQuotedJson(document, problem, { value, json, kind: value.kind, from, to: value.to + 1 });
}

/** Escapes, or takes out of its quotes, what a text in quotes holds; the documented type of the value says which is meant. */
function ofQuotedJson(
  document: Document,
  problem: Problem,
  {
    value,
    json,
    kind,
    from,
    to,
  }: Range & { readonly value: Node; readonly json: string; readonly kind: Kind },
): QuickFix[] {
  if (kind !== Kind.object && kind !== Kind.array) return [];
  const escaped = replacement(problem, 'Escape the JSON in the quotes', {
    from,
    to,
    insert: JSON.stringify(json),
  });
  const unwrap = replacement(problem, 'Remove both quotes', { from, to, insert: json });
  return schemaAt(document, value)?.type === typesOf[kind] ? [unwrap, escaped] : [escaped, unwrap];
}

/** What a string with unescaped quotes holds if that is JSON, also as tables write it, with each quote twice; or null. */
function jsonIn(content: string): string | null {
  return [content, content.replaceAll('""', '"')].find(isJson) ?? null;
}

/** Inserts a missing opening quote. */
export function fixMissingQuote({ text }: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const { from } = problem;
  const { to } = tokenOf(node, problem);
  const replaced = otherQuote(problem, sliceText(text, from, Math.min(to, from + maxStringLength)), from);
  const inserted = replacement(problem, 'Insert the missing quote', insert(from, '"'));
  return replaced === null ? [inserted] : [replaced, { ...inserted, isPreferred: false }];
}

/** Escapes quotes inside a string; or closes the string, so that the quote begins the next one. */
export function fixUnescapedQuote(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const { text } = document;
  const token = tokenOf(node, problem);
  if (token.to - token.from > maxStringLength) return [];
  const content = sliceText(text, token.from + 1, token.to - 1);
  const json = /^\s*[{[]/.test(content) && content.length <= maxRewrittenLength ? jsonIn(content) : null;
  if (json !== null && token === node) {
    const kind = json.trimStart().startsWith('{') ? Kind.object : Kind.array;
    return ofQuotedJson(document, problem, { value: node, json, kind, from: token.from, to: token.to });
  }
  const edits: Edit[] = [];
  for (const match of content.matchAll(/\\.|"/gs)) {
    if (match[0] === '"') edits.push(insert(token.from + 1 + match.index, '\\'));
  }
  // The quotes may be of a string that was left out of the tree.
  if (edits.length === 0) return [];
  const escapeAll: QuickFix = {
    title: edits.length === 1 ? 'Escape the quote' : `Escape ${edits.length} quotes`,
    code: problem.code,
    edits,
    isPreferred: true,
  };
  // A name has no quotes: `""role""` is from a table.
  const name = content.replaceAll('"', '');
  if (token !== node && (/^[\w .$-]+$/.test(name) || content === `"${name}"`) && !name.includes('\\'))
    return [
      replacement(problem, edits.length === 1 ? 'Remove the quote' : 'Remove the extra quotes', {
        from: token.from,
        to: token.to,
        insert: `"${name}"`,
      }),
      { ...escapeAll, isPreferred: false },
    ];
  // In `""role": "user"` and `"role": "user""` a quote is extra; a text that ends with a quote has another.
  const isShort = token.to - token.from < maxNameLength;
  const isDoubled = problem.from === token.from + 1 || /[^\d"]"$/.test(content);
  if (isShort && isDoubled && edits.length === 1) {
    const at = edits[0]!.from;
    return [
      replacement(problem, 'Remove the quote', remove(at, at + 1)),
      { ...escapeAll, isPreferred: false },
    ];
  }
  if (isShort && content === `"${name}"`) {
    const edit = { from: token.from, to: token.to, insert: `"${name}"` };
    const plain = { ...replacement(problem, 'Remove the extra quotes', edit), isPreferred: false };
    // One word in two pairs of quotes is from a table, or quoted: only the author knows.
    return /^[\w.-]+$/.test(name) ? [plain, { ...escapeAll, isPreferred: false }] : [escapeAll, plain];
  }
  const before = sliceText(text, Math.max(token.from + 1, problem.from - 100), problem.from);
  const separator = /\s*[,:]\s*$/.exec(before);
  return separator === null ? [escapeAll] : [escapeAll, closed(problem, problem.from - separator[0].length)];
}

function closed(problem: Problem, at: number): QuickFix {
  return replacement(problem, 'Close the string', insert(at, '"'));
}

/** Length of the name that a text begins with, if a colon follows; otherwise 0. */
function nameLength(content: string): number {
  return /^([\w.-]+)\s*:/.exec(content)?.[1]?.length ?? 0;
}
