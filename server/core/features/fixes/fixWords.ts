import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import { pythonLiterals } from '../../syntax/mistakes';
import { Kind } from '../../syntax/nodeKind';
import { nodeAt } from '../../syntax/nodes';
import { isNumber } from '../../syntax/words';
import { charAt, lineStart, noUnit, positionAt, sliceText } from '../../text/text';
import { isLines } from '../around';
import { type QuickFix, remove, replacement, shown } from './fix';
import { fixMissingQuote } from './fixStrings';

/** A name without quotes gets them. */
export function fixKey({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const name = JSON.stringify(sliceText(text, from, to));
  return [replacement(problem, `Write ${shown(name)}`, { from, to, insert: name })];
}

/** What JSON writes for `True`, `False` and `None`. */
export function fixLiteral({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const literal = pythonLiterals[sliceText(text, from, to)];
  return literal === undefined
    ? []
    : [replacement(problem, `Write ${literal}`, { from, to, insert: literal })];
}

export function fixByteOrderMark(_document: Document, problem: Problem): QuickFix[] {
  return [replacement(problem, 'Remove the byte order mark', remove(problem.from, problem.to))];
}

/** A comment goes with the white space before it, and with its line where it stands alone there. */
export function fixComment(document: Document, problem: Problem): QuickFix[] {
  const { text } = document;
  let { from, to } = problem;
  while (isBlank(charAt(text, from - 1))) from--;
  while (isBlank(charAt(text, to))) to++;
  const isAlone = from === lineStart(text, positionAt(text, from).line) && isLineEnd(charAt(text, to));
  if (isAlone && to < text.length && !isLines(document)) {
    to += charAt(text, to) === 13 && charAt(text, to + 1) === 10 ? 2 : 1;
    return [replacement(problem, 'Remove the comment', remove(from, to))];
  }
  // A blank stays between what the comment kept apart.
  const isBetween = from > 0 && !isLineEnd(charAt(text, to)) && !isLineEnd(charAt(text, from - 1));
  const edit = isBetween
    ? { from, to, insert: ' ' }
    : remove(from, isLineEnd(charAt(text, to)) ? to : problem.to);
  return [replacement(problem, 'Remove the comment', edit)];
}

/** A number as other languages write it. */
export function fixNumber(document: Document, problem: Problem): QuickFix[] {
  const { text } = document;
  const { from, to } = problem;
  if (to - from > 100) return [];
  const number = numberMeant(sliceText(text, from, to));
  if (number === null) return fixMissingQuote(document, problem);
  return [replacement(problem, `Write ${number}`, { from, to, insert: number })];
}

/** The number that a word was meant to be, as JSON writes it; null where that is not clear. */
export function numberMeant(word: string): string | null {
  if (/^[+-]?0x[0-9a-f]{1,13}$/i.test(word)) {
    const [sign, digits] = word.startsWith('-') ? ['-', word.slice(1)] : ['', word.replace('+', '')];
    return `${sign}${BigInt(digits)}`;
  }
  const number = word
    .replace(/^\+/, '')
    .replace(/(\d)_(?=\d)/g, '$1')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '.0');
  return isNumber(number) ? number : null;
}

/** A word that stands where a value should becomes a string, also where it has a quote on one side only. */
export function fixText(document: Document, problem: Problem): QuickFix[] {
  const { text, tree } = document;
  const { from, to } = problem;
  if (to - from > 200) return [];
  const word = sliceText(text, from, to);
  const drop = replacement(problem, `Remove ${shown(word)}`, remove(from, to), false);
  const node = nodeAt(tree, from);
  const isValue = node.kind === Kind.invalid && (node.key !== null || node.parent?.kind === Kind.array);
  if (!isValue) return [drop];
  const string = JSON.stringify(word);
  const quoted = replacement(problem, `Write ${shown(string)}`, { from, to, insert: string }, false);
  const literal = literalMeant(word);
  const meant =
    literal === null ? [] : [replacement(problem, `Write ${literal}`, { from, to, insert: literal })];
  return [...meant, ...fixMissingQuote(document, problem), quoted, drop];
}

/** The literal that a word is but for one slip, or but for capitals; null where it is none. */
function literalMeant(word: string): string | null {
  const lower = word.toLowerCase();
  const isSlip = (literal: string): boolean => {
    if (lower === literal) return true;
    return [...literal].some((_, i) => {
      const [before, here, next = '', behind] = [
        literal.slice(0, i),
        literal[i]!,
        literal[i + 1],
        literal.slice(i + 2),
      ];
      const without = before + next + behind;
      const swapped = before + next + here + behind;
      return lower === without || lower === swapped || lower === before + here + here + next + behind;
    });
  };
  return ['true', 'false', 'null'].find(isSlip) ?? null;
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9;
}

function isLineEnd(c: number): boolean {
  return c === 10 || c === 13 || c === noUnit;
}
