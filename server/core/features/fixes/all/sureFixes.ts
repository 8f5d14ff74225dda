import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import type { Schema } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import { isDocumented } from '../../../schema/schemaTypes';
import { childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { nodeAt } from '../../../syntax/nodes/nodeAt';
import { SyntaxErrorKind } from '../../../syntax/syntaxErrors';
import { Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import type { Range } from '../../../text/range';
import { lineStart, positionAt, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { tokenBehind } from '../../cursorContext';
import { countSyntaxErrors, syntaxErrorsInOrder } from '../../syntaxErrorList';
import type { ProblemAtNode, ProblemEdits } from '../fix';
import { openAt, restBehind } from '../syntax/brackets/fixUnclosed';
import { mayEndBefore } from '../syntax/brackets/objectMeant';
import { valueOfLine } from '../syntax/fixBrokenLine';
import { isCertain } from '../syntax/fixNotation';
import { separatedAlike } from './separatedLines';

/** Syntax errors that show by themselves what was meant, and what to write instead. */
const obvious: ReadonlySet<number> = new Set([
  SyntaxErrorKind.missingComma,
  SyntaxErrorKind.trailingComma,
  SyntaxErrorKind.extraComma,
  SyntaxErrorKind.singleQuotes,
  SyntaxErrorKind.foreignQuotes,
  SyntaxErrorKind.unquotedKey,
  SyntaxErrorKind.pythonLiteral,
  SyntaxErrorKind.controlCharacter,
  SyntaxErrorKind.badEscape,
  SyntaxErrorKind.byteOrderMark,
  SyntaxErrorKind.invisible,
]);

/** Those, and NaN, for which JSON has no number. The fix of any other error guesses at the text around it. */
const local: ReadonlySet<number> = new Set([...obvious, SyntaxErrorKind.noSuchNumber]);

/** Kinds of errors that may be fixed unasked: obvious ones, and those of `sureFixes` that show what was meant. */
const unasked: ReadonlySet<number> = new Set([
  ...obvious,
  SyntaxErrorKind.malformedNumber,
  SyntaxErrorKind.unclosed,
  SyntaxErrorKind.brokenLine,
  SyntaxErrorKind.secondInLine,
]);

/** Whether a syntax error may be fixed as on save; one of another kind is always left to the author. */
export function mayBeFixedUnasked({ fix }: Problem): boolean {
  return fix?.errorKind !== undefined && unasked.has(fix.errorKind);
}

/** Of an object, more names are not compared with the documented ones. */
const maxNames = 1000;
/** Longer comments are not searched. */
const maxCommentLength = 10_000;

/**
 * The fixes of syntax errors that can be made together without review. Two guesses side by side may each be right and
 * still ruin the text between them: `https://…` without its first quote is a word, a colon and a comment. So a local
 * error is fixed if there is no guess in its container, and a guess is made if it is the only error on its lines.
 * With `isAsked` false, as on save, nothing is guessed, comments stay, and lines with a guess stay as they are.
 */
export function* sureFixes(
  document: Document,
  problems: readonly ProblemAtNode[],
  { fixes, isAsked }: { readonly fixes: readonly ProblemEdits[]; readonly isAsked: boolean },
): Work<ProblemEdits[]> {
  const sure = new Set(fixes.filter(isNumber).map(({ problem }) => problem));
  for (const problem of yield* separatedAlike(document, fixes)) sure.add(problem);
  const uncertain = new Set(fixes.filter((fix) => !isCertain(document, fix)).map(({ problem }) => problem));
  const guessed = new Set<number>();
  const guessedLines = new Set<number>();
  const errorsOnLine = new Map<number, number>();
  const isCut = countSyntaxErrors(document.tree) > problems.length;
  for (const [i, located] of problems.entries()) {
    const { problem } = located;
    const isLocal = hasLocalError(problem) && !uncertain.has(problem) && !isBeforeStranger(document, located);
    const [before, next] = [problems[i - 1], problems[i + 1]];
    const isSure =
      isLocal ||
      isShownBracket(document, located, next) ||
      (!(isCut && next === undefined) && isOnlyBroken(located, before, next));
    if (isSure || (isAsked && isPlainComment(document, problem))) sure.add(problem);
    const lines = linesOf(document, [problem]);
    for (const line of lines) errorsOnLine.set(line, (errorsOnLine.get(line) ?? 0) + 1);
    if (!sure.has(problem) && !isPlainComment(document, problem)) {
      guessed.add(containerAt(document, located));
      if (!isAsked) for (const line of lines) guessedLines.add(line);
    }
    yield;
  }
  const isNearGuess = (fix: ProblemEdits): boolean =>
    guessed.has(containerAt(document, fix)) ||
    linesOf(document, [fix.problem]).some((line) => guessedLines.has(line));
  const isAlone = ({ problem, edits }: ProblemEdits): boolean => {
    const own = linesOf(document, [problem]);
    return linesOf(document, [problem, ...edits]).every(
      (line) => (errorsOnLine.get(line) ?? 0) <= (own.includes(line) ? 1 : 0),
    );
  };
  const chosen: ProblemEdits[] = [];
  for (const fix of fixes) {
    const isGuess = isAsked && !dropsText(fix.problem) && isAlone(fix);
    if (sure.has(fix.problem) ? !isNearGuess(fix) : isGuess) chosen.push(fix);
    yield;
  }
  return chosen;
}

/**
 * The items, in order of their ranges, without those around a syntax error that does not show by itself what was meant:
 * what is rewritten or removed may be another value once that error is fixed.
 */
export function* awayFromGuesses<Item>(
  document: Document,
  items: readonly Item[],
  rangeOf: (item: Item) => Range,
): Work<Item[]> {
  const guesses: Range[] = [];
  for (const error of syntaxErrorsInOrder(document.tree)) {
    const isClear = local.has(error.errorKind) || error.errorKind === SyntaxErrorKind.comment;
    if (!isClear) guesses.push(error);
    yield;
  }
  let next = 0;
  const kept: Item[] = [];
  for (const item of items) {
    const { from, to } = rangeOf(item);
    while (next < guesses.length && guesses[next]!.to < from) next++;
    if (next === guesses.length || guesses[next]!.from > to) kept.push(item);
    yield;
  }
  return kept;
}

/** Whether a value is broken into lines, and has no other error: joined, it is the same value. */
function isOnlyBroken(
  { problem, node }: ProblemAtNode,
  before: ProblemAtNode | undefined,
  next: ProblemAtNode | undefined,
): boolean {
  const value = problem.fix?.errorKind === SyntaxErrorKind.brokenLine ? valueOfLine(node) : null;
  if (value === null) return false;
  return (before?.problem.to ?? -1) < value.from && (next?.problem.from ?? Infinity) > value.to;
}

/** Whether a fix removes what is left of a truncated member: only its own title says how much. */
function dropsText({ fix }: Problem): boolean {
  return fix?.errorKind === SyntaxErrorKind.cutOff || fix?.errorKind === SyntaxErrorKind.cutOffLine;
}

/**
 * Whether the following token proves that a closing bracket is missing: a name cannot be an array item, an opening
 * bracket cannot be a name, and a closing bracket can be that of the outer container. There must be no other error
 * before it, and nothing else may be documented there: then the opening bracket may be superfluous.
 */
function isShownBracket(
  document: Document,
  { problem, node }: ProblemAtNode,
  next: ProblemAtNode | undefined,
): boolean {
  const at = problem.fix?.at ?? -1;
  if (problem.fix?.errorKind !== SyntaxErrorKind.unclosed || at < 0) return false;
  if (next !== undefined && next.problem.from < at) return false;
  // Where several brackets are missing, other text may be missing with them.
  if (openAt(node, problem).length > 1 || restBehind(document, node) !== null) return false;
  if (mayEndBefore(document, node)) return false;
  const schema = schemaAt(document, node);
  if (schema !== null && !isDocumented(schema, node.kind)) return false;
  const first = tokenBehind(document, at);
  const token = first.type === Token.comma ? tokenBehind(document, first.to) : first;
  if (token === first && node.parent !== null && token.type === closings[node.parent.kind]) return true;
  if (node.kind === Kind.object) return token.type === Token.openObject || token.type === Token.openArray;
  return token.type === Token.string && tokenBehind(document, token.to).type === Token.colon;
}

const closings: Partial<Record<Kind, Token>> = {
  [Kind.object]: Token.closeObject,
  [Kind.array]: Token.closeArray,
};

/** Whether a missing comma is before an object without any name that is documented for an item there. */
function isBeforeStranger(document: Document, { problem, node }: ProblemAtNode): boolean {
  const { fix, to } = problem;
  if (fix?.errorKind !== SyntaxErrorKind.missingComma) return false;
  const next = tokenBehind(document, to);
  const item = next.type === Token.openObject ? nodeAt(document.tree, next.from, node) : null;
  const schema =
    item?.parent?.kind === Kind.array && item.from === next.from ? schemaAt(document, item) : null;
  return schema?.properties != null && !hasKnownName(document, item!, schema);
}

function hasKnownName({ text }: Document, object: Node, { properties, companions }: Schema): boolean {
  for (const { key, index } of childrenOf(object)) {
    if (index >= maxNames) return true;
    const name = key === null ? '' : keyName(text, key);
    if (properties!.has(name) || companions.has(name)) return true;
  }
  return childCount(object) === 0;
}

function hasLocalError({ fix }: Problem): boolean {
  return fix?.errorKind !== undefined && local.has(fix.errorKind);
}

/** Another notation of a number. Adding a quote before text that only begins like a number is a guess. */
function isNumber({ problem, edits }: ProblemEdits): boolean {
  return problem.fix?.errorKind === SyntaxErrorKind.malformedNumber && edits[0]!.to > edits[0]!.from;
}

/** A comment without quotes or brackets: with them, it may contain values that were meant. */
function isPlainComment({ text }: Document, { fix, from, to }: Problem): boolean {
  const isComment = fix?.errorKind === SyntaxErrorKind.comment && to - from <= maxCommentLength;
  return isComment && !/["{}[\]]/.test(sliceText(text, from, to));
}

/** Start of the innermost object or array around a problem; outside of any, start of its line. */
function containerAt({ text }: Document, { problem, node }: ProblemAtNode): number {
  let around = node;
  while (around.kind !== Kind.object && around.kind !== Kind.array) {
    if (around.parent === null) return lineStart(text, positionAt(text, problem.from).line);
    around = around.parent;
  }
  return around.from;
}

/** The lines on which ranges begin and end. */
function linesOf({ text }: Document, ranges: readonly Range[]): number[] {
  const lines = ranges.flatMap(({ from, to }) => [positionAt(text, from).line, positionAt(text, to).line]);
  return [...new Set(lines)];
}
