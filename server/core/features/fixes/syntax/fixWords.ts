import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import type { SchemaType } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import type { Node } from '../../../syntax/nodes/node';
import { booleanMeant, literalMeant, pythonLiterals } from '../../../syntax/syntaxErrors';
import { isBlank } from '../../../syntax/tokens/unitKinds';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { carriageReturn, lineFeed } from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { charAt, lineStart, noUnit, positionAt, sliceText } from '../../../text/text';
import { isLines } from '../../cursorContext';
import { numberMeant } from '../../printed/numbers';
import { type FixTarget, type QuickFix, remove, replacement, shown } from '../fix';
import { isDispensable } from '../members/fixMembers';
import { removalsOf } from '../members/removals';
import { textInLine } from './fixLines';
import { valueOfPrinted } from './fixPrinted';
import { fixDecimalComma } from './fixSeparators';
import { fixMissingQuote } from './fixStrings';

/** Puts a name in double quotes. */
export function fixKey({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const name = quoted(sliceText(text, from, Math.min(to, from + maxTextLength)));
  return [replacement(problem, `Replace with ${shown(name)}`, { from, to, insert: name })];
}

/** Writes `True`, `False` and `None` as JSON. */
export function fixLiteral(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  const literal = pythonLiterals[sliceText(document.text, problem.from, problem.to)];
  return literal === undefined ? [] : writeLiteral(document, problem, { literal, target });
}

/**
 * If null may be rejected, removes the property instead. A missing number must stay visible: it keeps its key, and no
 * fix is preferred.
 */
function writeLiteral(
  document: Document,
  problem: Problem,
  { literal, target }: { readonly literal: string; readonly target: FixTarget },
): QuickFix[] {
  const { from, to } = problem;
  const write = replacement(problem, `Replace with ${literal}`, { from, to, insert: literal });
  const schema = literal === 'null' ? schemaAt(document, target.node) : null;
  if (schema?.type == null || schema.isCommonlyNull || isRequired(document, target.node)) return [write];
  const removals = removed(document, problem, target);
  if (schema.type === 'number') return withoutNumber(problem, removals);
  const { node } = target;
  const mustStay = node.key !== null && !isDispensable(document, problem, node);
  if (mustStay) return [write, ...removals];
  return [
    ...removals.map((fix) => ({ ...fix, isPreferred: true })),
    { ...write, isPreferred: removals.length === 0 },
  ];
}

/** A documented number without a value: null says so, and only the user knows whether another number is meant. */
function withoutNumber(problem: Problem, removals: readonly QuickFix[]): QuickFix[] {
  const { from, to } = problem;
  const numbers = ['null', '0'].map((number) =>
    replacement(problem, `Replace with ${number}`, { from, to, insert: number }, false),
  );
  return [...numbers, ...removals];
}

function isRequired(document: Document, { key, parent }: Node): boolean {
  const owner = parent === null ? null : schemaAt(document, parent);
  return key !== null && owner?.required.has(keyName(document.text, key)) === true;
}

/** A number without a JSON form, such as NaN: writes null or removes it; neither is preferred. */
export function fixNoSuchNumber(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  const { from, to } = problem;
  const removals = removed(document, problem, target);
  if (schemaAt(document, target.node)?.type === 'number') return withoutNumber(problem, removals);
  return [replacement(problem, 'Replace with null', { from, to, insert: 'null' }, false), ...removals];
}

/** Removes the member whose value has the problem, with its comma. */
function removed(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const isMember = node.parent?.kind === Kind.object || node.parent?.kind === Kind.array;
  if (!isMember || node.from !== problem.from) return [];
  const { from, to } = node.key ?? node;
  const title = `Remove ${shown(sliceText(document.text, from, to))}`;
  return [{ title, code: problem.code, edits: removalsOf(document, [node]), isPreferred: false }];
}

export function fixByteOrderMark(_document: Document, problem: Problem): QuickFix[] {
  return [replacement(problem, 'Remove the byte order mark', remove(problem.from, problem.to))];
}

/** Removes a comment with the white space before it, and with its line if nothing else is there. */
export function fixComment(document: Document, problem: Problem): QuickFix[] {
  const { text } = document;
  let { from, to } = problem;
  while (isBlank(charAt(text, from - 1))) from--;
  while (isBlank(charAt(text, to))) to++;
  const isAlone = from === lineStart(text, positionAt(text, from).line) && endsLine(charAt(text, to));
  if (isAlone && to < text.length && !isLines(document)) {
    to += charAt(text, to) === carriageReturn && charAt(text, to + 1) === lineFeed ? 2 : 1;
    return [replacement(problem, 'Remove the comment', remove(from, to))];
  }
  // Keep a space between the tokens around the comment.
  const isBetween = from > 0 && !endsLine(charAt(text, to)) && !endsLine(charAt(text, from - 1));
  const edit = isBetween
    ? { from, to, insert: ' ' }
    : remove(from, endsLine(charAt(text, to)) ? to : problem.to);
  return [replacement(problem, 'Remove the comment', edit)];
}

/** Removes invisible characters without width; writes spaces for the others, so that indentation stays. */
export function fixInvisible({ text }: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  const wide = sliceText(text, from, to).replace(/[\u200b-\u200f\u2060\ufeff]/g, '');
  const what = to - from === 1 ? 'the invisible character' : `${to - from} invisible characters`;
  const title = wide === '' ? `Remove ${what}` : `Replace ${what} with white space`;
  return [replacement(problem, title, { from, to, insert: ' '.repeat(wide.length) })];
}

/** Writes a number of another language as JSON. */
export function fixNumber(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  const { text } = document;
  const { from, to } = problem;
  if (to - from > 100) return [];
  const word = sliceText(text, from, to);
  const point = isInObject(target) ? fixDecimalComma(document, problem) : [];
  if (point.length > 0) return point;
  const number = numberMeant(word);
  // Digits before a literal are typed by mistake, or the literal is.
  const isNoLiteral = !/(?:true|false|null)$/.test(word);
  const isText = isDate.test(word) || (isNoLiteral && typeAt(document, target) === 'string');
  const quote = replacement(problem, 'Put it in quotes', { from, to, insert: quoted(word) }, isText);
  if (isText) return [quote];
  if (typeAt(document, target) === 'boolean') return [];
  if (number === null) {
    if (isNoText(typeAt(document, target))) return fixPercent(problem, word);
    const percent = fixPercent(problem, word);
    return [
      ...percent,
      ...fixMissingQuote(document, problem, target),
      ...(percent.length > 0 ? [] : [quote]),
    ];
  }
  const write = (json: string, isSure: boolean): QuickFix =>
    replacement(problem, `Replace with ${json}`, { from, to, insert: json }, isSure);
  if (!/^[+-]?0\d/.test(word)) return [write(number, true)];
  // A number with zeros before it may be a code, such as a postal one, or octal; or its decimal point is missing.
  if (typeAt(document, target) !== 'number') return [write(number, false), quote];
  const fraction = Number(number) === 0 ? null : numberMeant(word.replace('0', '0.'));
  return fraction === null ? [write(number, true)] : [write(number, false), write(fraction, false)];
}

/** Whether a problem is between members of an object, or in one. In an array, `1,05` are two items. */
function isInObject({ node }: FixTarget): boolean {
  const around = node.kind === Kind.object || node.kind === Kind.array ? node : node.parent;
  return around?.kind === Kind.object;
}

const isDate = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** `50%` may mean 0.5 or 50, so neither is preferred. */
function fixPercent(problem: Problem, word: string): QuickFix[] {
  const percent = /^(-?\d+(?:\.\d+)?)%$/.exec(word)?.[1];
  if (percent === undefined) return [];
  const { from, to } = problem;
  return [String(Number((Number(percent) / 100).toPrecision(15))), percent].map((number) =>
    replacement(problem, `Replace with ${number}`, { from, to, insert: number }, false),
  );
}

/** Longer text is not fixed as a whole. */
const maxTextLength = 100_000;

/** Quotes words in value position, also if a quote is on one side only. */
export function fixText(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  const { text } = document;
  const { from, to } = problem;
  const { node } = target;
  if (to - from > maxTextLength) return [];
  const word = sliceText(text, from, to);
  const isValue = node.kind === Kind.invalid && (node.key !== null || node.parent?.kind === Kind.array);
  // A mark that was typed between two tokens.
  const isNoLoss = !isValue && /^[^\p{L}\p{N}\0….+-]$/u.test(word);
  const drop = replacement(problem, `Remove ${shown(word)}`, remove(from, to), isNoLoss);
  const isMember = node.kind === Kind.invalid && node.key === null;
  const drops = isMember ? [...removed(document, problem, target), drop] : [drop];
  if (node.parent?.kind === Kind.lines) return textInLine(document, problem);
  if (!isValue || /^(?:\.{2,}|…)$/.test(word)) return drops;
  const string = quoted(word);
  const asString = replacement(problem, `Replace with ${shown(string)}`, { from, to, insert: string }, false);
  const type = typeAt(document, target);
  const literal = literalMeant(word) ?? (type === 'boolean' ? booleanMeant(word) : null);
  const meant = valueOfPrinted(word) ?? (type === 'number' ? numberMeant(word) : null);
  const asMeant =
    literal !== null
      ? writeLiteral(document, problem, { literal, target })
      : meant === null
        ? []
        : [replacement(problem, `Replace with ${shown(meant)}`, { from, to, insert: meant })];
  const asText = isNoText(type) ? [] : [...fixMissingQuote(document, problem, target), asString];
  return [...asMeant, ...asText, ...drops];
}

/** The documented type of the value in place of a word or a number; null for any. */
function typeAt(document: Document, { node }: FixTarget): SchemaType | null {
  return schemaAt(document, node)?.type ?? null;
}

/** Whether a string would be the next mistake. */
function isNoText(type: SchemaType | null): boolean {
  return type === 'number' || type === 'boolean';
}

/** Writes a text as a JSON string. Keeps JSON escapes. */
export function quoted(word: string): string {
  const asItIs = `"${word}"`;
  try {
    return typeof JSON.parse(asItIs) === 'string' ? asItIs : JSON.stringify(word);
  } catch {
    return JSON.stringify(word);
  }
}

/** The end of a line, or of the text. */
function endsLine(c: number): boolean {
  return c === noUnit || isLineEnd(c);
}
