import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { childAt, childCount } from '../../../syntax/nodes/children';
import { isContainer, type Node } from '../../../syntax/nodes/node';
import { nodeAt } from '../../../syntax/nodes/nodeAt';
import { separatorMeant } from '../../../syntax/syntaxErrors';
import { Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { colon, space } from '../../../text/characters';
import { charAt, sliceText } from '../../../text/text';
import { type TokenAt, tokenBehind } from '../../cursorContext';
import { type FixTarget, insert, type QuickFix, remove, replacement, shown } from '../fix';
import { placeholderOf } from '../members/fixMissing';
import { fixUnnamed, fixUnnamedString } from '../members/fixUnnamed';
import { endOf, removalsOf } from '../members/removals';
import { splitObject } from '../members/splitObject';
import { closingsOf, closingTitle } from './brackets/closings';
import { endBefore } from './brackets/fixBrackets';

/** Inserts a comma between two members, with the brackets missing before it; or removes a stray word. */
export function fixMissingComma(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const next = tokenBehind(document, problem.to);
  const open = unclosedBefore(document, problem.from, node);
  if (open.length > 0) {
    const closing = closingsOf(document, open, problem.from);
    return [replacement(problem, closingTitle(open), insert(problem.from, `${closing},`))];
  }
  const isWord = next.type === Token.word && next.from === problem.to;
  const { from } = problem;
  const object = nodeAt(document.tree, problem.to, node);
  const split = splitObject(document, problem, object.kind === Kind.object ? object : object.parent);
  if (split !== null && split.edits[0]!.from === from)
    return [split, replacement(problem, 'Insert the missing comma', insert(from, ','), false)];
  if (sliceText(document.text, Math.max(0, from - 2), from) === ',"')
    return [
      replacement(
        problem,
        'Move the comma out of the string',
        { from: from - 2, to: from, insert: '",' },
        false,
      ),
      replacement(problem, 'Insert the missing comma', insert(from, ','), false),
    ];
  return [
    replacement(problem, 'Insert the missing comma', insert(problem.from, ',')),
    ...(isWord ? [removalOf(document, problem, next)] : []),
  ];
}

/** The containers that end at an offset without a bracket, innermost first. `near` is a node close to it. */
function unclosedBefore({ tree }: Document, offset: number, near: Node): Node[] {
  const open: Node[] = [];
  let node: Node | null = nodeAt(tree, Math.max(0, offset - 1), near);
  for (; node?.to === offset; node = node.parent)
    if (isContainer(node) && childAt(node, childCount(node) - 1)?.to === offset) open.push(node);
  return open;
}

export function fixExtraComma(_document: Document, problem: Problem): QuickFix[] {
  return [replacement(problem, 'Remove the comma', remove(problem.from, problem.to))];
}

/** Another mark in place of a comma or colon. */
export function fixOtherMark(document: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  return toMark(document, problem, separatorMeant(sliceText(document.text, from, to)));
}

/** Another mark in place of a colon. */
export function fixOtherColon(document: Document, problem: Problem): QuickFix[] {
  return toMark(document, problem, ':');
}

function toMark(document: Document, problem: Problem, mark: ',' | ':'): QuickFix[] {
  const { text } = document;
  const { from, to } = problem;
  const behind = tokenBehind(document, to).type;
  if (mark === ',' && (behind === Token.closeObject || behind === Token.closeArray))
    return [
      replacement(
        problem,
        `Remove ${sliceText(text, from, to) === ';' ? 'the semicolon' : shown(sliceText(text, from, to))}`,
        remove(from, to),
      ),
    ];
  // `"a" = 1` has white space before the mark, which is unusual in JSON.
  const start = mark === ':' && charAt(text, from - 1) === space ? from - 1 : from;
  return [replacement(problem, `Replace with ${mark}`, { from: start, to, insert: mark })];
}

/** A decimal comma, since no name can follow it; a stray colon; or a value without its name. */
export function fixMissingKey(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  const point = fixDecimalComma(document, problem);
  if (point.length > 0) return point;
  const { from, to } = problem;
  const isBeforeName = tokenBehind(document, to).type === Token.string;
  const drop = replacement(
    problem,
    `Remove ${shown(sliceText(document.text, from, to))}`,
    remove(from, to),
    false,
  );
  const fixes = [...fixUnnamed(document, problem, target), ...fixStrayColon(document, problem)];
  return isBeforeName ? [...fixes, drop] : fixes;
}

/** For a number directly after another one and a comma. */
export function fixDecimalComma({ text }: Document, problem: Problem): QuickFix[] {
  const around = sliceText(text, Math.max(0, problem.from - 20), Math.min(problem.to, problem.from + 20));
  if (!/(?<![\w.])\d+,\d+(?:[eE][+-]?\d+)?$/.test(around)) return [];
  const comma = { from: problem.from - 1, to: problem.from };
  const point = replacement(problem, 'Replace with a decimal point', { ...comma, insert: '.' });
  // `1,500` may be fifteen hundred, or one and a half.
  if (!/(?<!\d)[1-9]\d{0,2},\d{3}$/.test(around)) return [point];
  const whole = replacement(problem, 'Remove the comma', { ...comma, insert: '' });
  return [point, whole].map((fix) => ({ ...fix, isPreferred: false }));
}

export function fixMissingColon(document: Document, problem: Problem): QuickFix[] {
  const next = tokenBehind(document, problem.to);
  return [
    replacement(problem, 'Insert the missing colon', insert(problem.from, ':')),
    ...(next.type === Token.word ? [removalOf(document, problem, next)] : []),
  ];
}

/** Moves a colon out of the quotes of its name. */
export function fixColonInName(_document: Document, problem: Problem): QuickFix[] {
  const { from, to } = problem;
  return [replacement(problem, 'Move the colon after the quote', { from, to, insert: '":' })];
}

/** Removes a name that is written again, with its colon if it has one of its own. */
export function fixNameTwice(document: Document, problem: Problem): QuickFix[] {
  const { text } = document;
  const before = endBefore(document, problem.from);
  const hasColon = charAt(text, before - 1) === colon;
  const value = hasColon ? tokenBehind(document, tokenBehind(document, problem.to).to) : null;
  const edit = value === null ? remove(before, problem.to) : remove(problem.from, value.from);
  return [replacement(problem, 'Remove the second name', edit)];
}

/** Removes an unexpected colon. */
export function fixStrayColon({ text }: Document, problem: Problem): QuickFix[] {
  if (sliceText(text, problem.from, problem.to) !== ':') return [];
  return [replacement(problem, 'Remove the colon', remove(problem.from, problem.to))];
}

/**
 * A property without a value: inserts an empty value of the documented type, removes the property, or corrects the
 * token that hides its value.
 */
export function fixMissingValue(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  if (node.kind !== Kind.key || node.key?.to !== problem.to) return [];
  const at = endOf(document, node);
  const next = tokenBehind(document, at);
  const drop: QuickFix = {
    title: `Remove ${shown(sliceText(document.text, node.key.from, node.key.to))}`,
    code: problem.code,
    edits: removalsOf(document, [node]),
    isPreferred: false,
  };
  const named = fixUnnamedString(document, problem, node);
  return [...whatHidesIt(problem, next), ...named, ...filled(document, problem, { node, at }), drop];
}

/** A comma before the value, or a closing bracket without an opening one. */
function whatHidesIt(problem: Problem, { type, from, to }: TokenAt): QuickFix[] {
  if (type === Token.comma) {
    return [
      replacement(problem, 'Replace with a colon', { from, to, insert: ':' }),
      replacement(problem, 'Remove the comma', remove(from, to)),
    ];
  }
  if (type === Token.closeArray) return [replacement(problem, 'Insert the missing [', insert(from, '['))];
  return type === Token.closeObject ? [replacement(problem, 'Insert the missing {', insert(from, '{'))] : [];
}

function filled(document: Document, problem: Problem, { node, at }: { node: Node; at: number }): QuickFix[] {
  const placeholder = placeholderOf(schemaAt(document, node));
  if (placeholder === null) return [];
  const before = at === problem.to ? ': ' : ' ';
  // White space before a comma would be left behind.
  const next = tokenBehind(document, at);
  const to = next.type === Token.comma && isBlank(document, at, next.from) ? next.from : at;
  const edits = [{ from: at, to, insert: before + placeholder }];
  const cursor = at + before.length + 1;
  return [{ title: `Insert ${placeholder}`, code: problem.code, edits, isPreferred: true, cursor }];
}

function isBlank({ text }: Document, from: number, to: number): boolean {
  return sliceText(text, from, to).trim() === '';
}

function removalOf({ text }: Document, problem: Problem, { from, to }: TokenAt): QuickFix {
  const title = `Remove ${shown(sliceText(text, from, to))}`;
  return replacement(problem, title, remove(from, to), false);
}
