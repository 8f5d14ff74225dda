import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import { Mistake } from '../../syntax/mistakes';
import { Kind } from '../../syntax/nodeKind';
import { nodeAt } from '../../syntax/nodes';
import { lineStart, positionAt, sliceText } from '../../text/text';
import type { Repair } from './fix';

/** Mistakes of which each shows by itself what was meant. Any other is a guess at the text around it. */
const local: ReadonlySet<number> = new Set([
  Mistake.missingComma,
  Mistake.trailingComma,
  Mistake.extraComma,
  Mistake.singleQuotes,
  Mistake.unquotedKey,
  Mistake.pythonLiteral,
  Mistake.noSuchNumber,
  Mistake.controlCharacter,
  Mistake.badEscape,
  Mistake.byteOrderMark,
]);

/** Longer comments are not looked through. */
const longestComment = 10_000;

/**
 * Those repairs of mistakes of syntax that can be made together with others, without anybody looking at each. Two
 * guesses side by side may each be right and still make nonsense of the text between them: `https://…` without its
 * first quote is a word, a colon and a comment. So what is local is repaired where no guess stands in the same
 * container, and a guess where it is the only mistake on its lines. With `isAsked` false, as on save, nothing is
 * guessed, no comment goes, and a line with a guess in it stays as it is.
 */
export function sureRepairs(
  document: Document,
  problems: readonly Problem[],
  { repairs, isAsked }: { readonly repairs: readonly Repair[]; readonly isAsked: boolean },
): Repair[] {
  const numbers = new Set(repairs.filter(isNumber).map(({ problem }) => problem));
  const isLocal = (problem: Problem): boolean => hasLocalMistake(problem) || numbers.has(problem);
  const guesses = problems.filter((problem) => !isLocal(problem) && !isPlainComment(document, problem));
  const guessed = new Set(guesses.map(({ from }) => containerAt(document, from)));
  const guessedLines = new Set(isAsked ? [] : linesOf(document, guesses));
  const isNearGuess = (problem: Problem): boolean =>
    guessed.has(containerAt(document, problem.from)) ||
    linesOf(document, [problem]).some((line) => guessedLines.has(line));
  const mistakesOn = countByLine(document, problems);
  const isAlone = ({ problem, edits }: Repair): boolean =>
    linesOf(document, [problem, ...edits]).every(
      (line) => (mistakesOn.get(line) ?? 0) <= (linesOf(document, [problem]).includes(line) ? 1 : 0),
    );
  return repairs.filter((repair) => {
    const { problem } = repair;
    const isSure = isLocal(problem) || (isAsked && isPlainComment(document, problem));
    return isSure ? !isNearGuess(problem) : isAsked && isAlone(repair);
  });
}

function hasLocalMistake({ fix }: Problem): boolean {
  return fix?.mistake !== undefined && local.has(fix.mistake);
}

/** Another way to write a number; a quote before what only begins like one is a guess. */
function isNumber({ problem, edits }: Repair): boolean {
  return problem.fix?.mistake === Mistake.malformedNumber && edits[0]!.to > edits[0]!.from;
}

/** A comment that can be nothing else: in one with quotes or brackets there may be values that were meant. */
function isPlainComment({ text }: Document, { fix, from, to }: Problem): boolean {
  const isComment = fix?.mistake === Mistake.comment && to - from <= longestComment;
  return isComment && !/["{}[\]]/.test(sliceText(text, from, to));
}

/** Where the innermost object or array around an offset begins; outside of any, its line. */
function containerAt({ tree, text }: Document, offset: number): number {
  let node = nodeAt(tree, offset);
  while (node.kind !== Kind.object && node.kind !== Kind.array) {
    if (node.parent === null) return lineStart(text, positionAt(text, offset).line);
    node = node.parent;
  }
  return node.from;
}

function countByLine(document: Document, problems: readonly Problem[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const problem of problems) {
    for (const line of linesOf(document, [problem])) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** The lines on which some stretches of text begin and end. */
function linesOf(
  { text }: Document,
  stretches: readonly { readonly from: number; readonly to: number }[],
): number[] {
  const lines = stretches.flatMap(({ from, to }) => [positionAt(text, from).line, positionAt(text, to).line]);
  return [...new Set(lines)];
}
