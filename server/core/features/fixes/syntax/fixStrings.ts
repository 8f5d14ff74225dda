import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { typesOf } from '../../../schema/schemaTypes';
import { Kind } from '../../../syntax/tree/nodeKind';
import { type Node, nodeAt } from '../../../syntax/tree/nodes';
import { apostrophe, quote, space } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { charAt, type Edit, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { StringBuilder } from '../../longStrings';
import { type FixTarget, insert, type QuickFix, remove, replacement } from '../fix';
import { maxRewrittenLength } from '../shapes';

/** A longer string is a text, not a name. */
const maxNameLength = 60;

/** Longer strings are not fixed as a whole. */
export const maxStringLength = 8_000_000;
/** Backslashes in longer strings are not doubled at once. */
const maxDoubledLength = 500_000;

/** Escapes all control characters, line breaks and invalid backslashes of a string at once. */
export function* fixControl(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const escaped = yield* withEscapes(document, problem, target);
  if (escaped === null) return [];
  const { count, edit } = escaped;
  const only = escapeOf(sliceText(document.text, problem.from, problem.to).replace(/\r\n?/, '\n'));
  return [replacement(problem, count === 1 ? `Replace with ${only}` : escapesTitle(escaped), edit)];
}

interface Escaped {
  /** Number of changed characters, and how many of them are control characters. */
  readonly count: number;
  readonly controls: number;
  readonly edit: Edit;
}

function escapesTitle({ count, controls }: Escaped): string {
  return `Escape ${count} ${count === controls ? 'control characters' : 'characters'}`;
}

/** What JSON writes in another way, and escapes as a whole. */
const toEscape =
  /\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}|\\[^\r\n]|\\(?=[\r\n])|\r\n|[\u0000-\u001f]|"/g;
/** Maximum code units that a match of it depends on. */
const maxMatchLength = 10;
/** Code units escaped between two yields. */
const pieceLength = 50_000;

/** The string around a problem, escaped; null if it is very long. */
function* withEscapes({ text }: Document, problem: Problem, { node }: FixTarget): Work<Escaped | null> {
  const { from, to } = tokenOf(node, problem);
  if (to - from > maxStringLength) return null;
  let [count, controls] = [0, 0];
  const insert = new StringBuilder();
  for (let at = from; at < to; yield) {
    const piece = sliceText(text, at, Math.min(to, at + pieceLength));
    // A match near the end of a piece may be longer in the text: the next piece begins before it.
    const end = at + piece.length < to ? piece.length - maxMatchLength : piece.length;
    let done = 0;
    for (const { 0: found, index } of piece.matchAll(toEscape)) {
      if (index >= end) break;
      const isOuter = at + index === from || at + index === to - 1;
      const json = found !== '"' ? jsonOf(found) : isOuter ? found : '\\"';
      if (json !== found && found !== '\\') count++;
      if (found !== '"' && !found.startsWith('\\')) controls++;
      insert.push(piece.slice(done, index), json);
      done = index + found.length;
    }
    const next = Math.max(done, end);
    insert.push(piece.slice(done, next));
    at += next;
  }
  return { count, controls, edit: { from, to, insert: insert.toString() } };
}

/** The JSON form of an escape or control character. */
function jsonOf(found: string): string {
  if (found === '\\') return '\\\\';
  if (!found.startsWith('\\')) return escapeOf(found === '\r\n' ? '\n' : found);
  if (/^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])$/s.test(found)) return found;
  const control = found.charCodeAt(1) < space ? escapeOf(found.slice(1)) : found.slice(1);
  return foreignEscape(found)?.json ?? `\\\\${control}`;
}

/** The name or value that contains a problem. */
function tokenOf(node: Node, problem: Problem): Range {
  return node.key !== null && problem.from < node.key.to ? node.key : node;
}

/** Converts escapes of Python and JavaScript to JSON; doubles any other backslash. */
export function* fixBadEscape(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const fixes = yield* escapingsOf(document, problem, target);
  const { from, to } = tokenOf(target.node, problem);
  const token = to - from > maxStringLength ? '' : sliceText(document.text, from, to);
  if (!mayBeBackslash.test(token)) return fixes;
  // Only the author knows whether `\times` begins with a tab.
  const others = fixes.map((fix) => ({ ...fix, isPreferred: false }));
  if (token.length > maxDoubledLength) return others;
  const edit = { from, to, insert: token.replace(escapeOrBackslash, doubled) };
  const all = replacement(problem, 'Double all backslashes', edit, false);
  return isRaw.test(token) ? [all, ...others] : [...others, all];
}

/** An escape of white space before a letter: `\n` in `\neq`. */
const mayBeBackslash = /(?<!\\)(?:\\\\)*\\[bfnrt](?=[A-Za-z])/;
/** A path, a regular expression or TeX: no text has a backspace or a form feed before a letter. */
const isRaw =
  /^"[A-Za-z]:\\|(?<!\\)(?:\\\\)*\\(?:[bf][A-Za-z]|(?:times|theta|tau|text|tan|to|neq|ne|nu|nabla|not|rho|right|rangle)(?![A-Za-z]))/;
const escapeOrBackslash = /\\(?:[\\"/]|u[0-9a-fA-F]{4})|\\/g;

function doubled(found: string): string {
  return found === '\\' ? '\\\\' : found;
}

function* escapingsOf(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const escaped = yield* withEscapes(document, problem, target);
  if (escaped !== null && escaped.count > 1)
    return [replacement(problem, escapesTitle(escaped), escaped.edit)];
  const { from } = problem;
  const token = sliceText(document.text, from, Math.min(from + maxMatchLength, document.text.length));
  const double = replacement(problem, 'Double the backslash', insert(from, '\\'));
  const meant = foreignEscape(token);
  if (meant === null) return [double];
  const edit = { from, to: from + meant.length, insert: meant.json };
  return [replacement(problem, `Replace with ${meant.json}`, edit), { ...double, isPreferred: false }];
}

/**
 * Closes an unterminated string at the end of its line, or before the brackets and commas there; if it is a name,
 * before its colon.
 */
export function fixUnterminated({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  if (
    charAt(text, to - 1) === apostrophe &&
    /^\s*[:,}\]]/.test(sliceText(text, to, Math.min(to + 80, text.length)))
  )
    return [replacement(problem, 'Replace the single quote', { from: to - 1, to, insert: '"' })];
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
export function fixStrayQuote(document: Document, problem: Problem): QuickFix[] {
  const drop = replacement(problem, 'Remove the quote', remove(problem.from, problem.to));
  return [...quotedJson(document, problem), drop];
}

/** JSON in quotes, with its own quotes as they are, that was not read as a string: it is long, or on several lines. */
function quotedJson(document: Document, problem: Problem): QuickFix[] {
  const { text, tree } = document;
  const { from, to } = problem;
  const value = nodeAt(tree, to);
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
  for (const json of [content, content.replaceAll('""', '"')]) {
    try {
      JSON.parse(json);
      return json;
    } catch {
      // It may still be JSON in the other way, or is just a text with quotes.
    }
  }
  return null;
}

/** Inserts a missing opening quote. */
export function fixMissingQuote(_document: Document, problem: Problem): QuickFix[] {
  return [replacement(problem, 'Insert the missing quote', insert(problem.from, '"'))];
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

/** The JSON form and the length of a Python or JavaScript escape; null for anything else. */
export function foreignEscape(text: string): { json: string; length: number } | null {
  if (text.startsWith("\\'")) return { json: "'", length: 2 };
  const hex = /^\\x([0-9a-fA-F]{2})/.exec(text);
  if (hex !== null) return { json: `\\u00${hex[1]}`, length: 4 };
  const [found, braced, long] = /^\\(?:u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8}))/.exec(text) ?? [];
  const point = Number.parseInt(braced ?? long ?? '', 16);
  return found === undefined || point > 0x10ffff
    ? null
    : { json: escapeOf(String.fromCodePoint(point)), length: found.length };
}

export function escapeOf(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
