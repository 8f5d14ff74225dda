import { firstNameAt } from '../../../detection/severalValues';
import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { SyntaxErrorKind } from '../../../syntax/syntaxErrors';
import { isLineEnd } from '../../../text/lineEnds';
import { lineStart, positionAt } from '../../../text/text';
import type { Work } from '../../../work';
import type { ProblemEdits } from '../fix';

/** Objects that are put on lines of their own in all: more edits are not made unasked. */
const maxSeparated = 100_000;

/** The problems of lines whose objects get lines of their own without a doubt; none if these are too many. */
export function* separatedAlike(document: Document, fixes: readonly ProblemEdits[]): Work<Problem[]> {
  const alike: Problem[] = [];
  let count = 0;
  for (const fix of fixes) {
    if (!(yield* separatesAlike(document, fix))) continue;
    alike.push(fix.problem);
    count += fix.edits.length;
  }
  return count > maxSeparated ? [] : alike;
}

/** Whether a fix puts objects on lines of their own that all begin with the same name, as one program writes them. */
function* separatesAlike({ text }: Document, { problem, edits }: ProblemEdits): Work<boolean> {
  if (problem.fix?.errorKind !== SyntaxErrorKind.secondInLine) return false;
  const name = firstNameAt(text, lineStart(text, positionAt(text, problem.from).line));
  if (name?.startsWith('{') !== true) return false;
  for (const { to, insert } of edits) {
    if (!isLineEnd(insert.charCodeAt(0)) || firstNameAt(text, to) !== name) return false;
    yield;
  }
  return true;
}
