import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import type { Node } from '../../../syntax/nodes/node';
import { space } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { type Edit, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { StringBuilder } from '../../longStrings';
import { type FixTarget, insert, type QuickFix, replacement } from '../fix';

/** Longer strings are not fixed as a whole. */
export const maxStringLength = 8_000_000;
/** Backslashes in longer strings are not doubled at once. */
const maxDoubledLength = 500_000;

/** Escapes all control characters, line breaks and invalid backslashes of a string at once. */
export function* fixControl(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const escaped = yield* withEscapes(document, problem, target);
  if (escaped === null) return [];
  const { count, controls, edit } = escaped;
  const only = escapeOf(sliceText(document.text, problem.from, problem.to).replace(/\r\n?/, '\n'));
  const isSure = count === controls || !isUnclear(sliceText(document.text, edit.from, edit.to));
  return [replacement(problem, count === 1 ? `Replace with ${only}` : escapesTitle(escaped), edit, isSure)];
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
export function tokenOf(node: Node, problem: Problem): Range {
  return node.key !== null && problem.from < node.key.to ? node.key : node;
}

/** Converts escapes of Python and JavaScript to JSON; doubles any other backslash. */
export function* fixBadEscape(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const fixes = yield* escapingsOf(document, problem, target);
  const { from, to } = tokenOf(target.node, problem);
  const token = to - from > maxStringLength ? '' : sliceText(document.text, from, to);
  if (!isUnclear(token)) return fixes;
  // Only the author knows whether `\times` begins with a tab, and `\t1` in a path.
  const others = fixes.map((fix) => ({ ...fix, isPreferred: false }));
  if (token.length > maxDoubledLength) return others;
  const edit = { from, to, insert: token.replace(escapeOrBackslash, doubled) };
  const all = replacement(problem, 'Double all backslashes', edit, false);
  return isRaw.test(token) ? [all, ...others] : [...others, all];
}

/** Whether only the author knows which backslashes of a string begin an escape. */
function isUnclear(token: string): boolean {
  return mayBeBackslash.test(token) || (isRaw.test(token) && shortEscape.test(token));
}

/** An escape of white space before a letter: `\n` in `\neq`. */
const mayBeBackslash = /(?<!\\)(?:\\\\)*\\[bfnrt](?=[A-Za-z])/;
const shortEscape = /(?<!\\)(?:\\\\)*\\[bfnrt]/;
/** A path, a regular expression or TeX: no text has a backspace or a form feed. */
const isRaw =
  /^"[A-Za-z]:\\|[\s(=][CDEcde]:\\|(?<!\\)(?:\\\\)*\\(?:[bf]|(?:times|theta|tau|text|tan|to|neq|ne|nu|nabla|not|rho|right|rangle)(?![A-Za-z]))/;
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
