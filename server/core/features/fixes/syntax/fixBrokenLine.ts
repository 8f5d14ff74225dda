import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { childAt, childCount } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Kind } from '../../../syntax/tree/nodeKind';
import { positionAt, sliceText, type Text } from '../../../text/text';
import type { Work } from '../../../work';
import { joinLinesText } from '../../lines/joinLines';
import { isOnOneLine } from '../../lines/oneLine';
import { type FixTarget, type QuickFix, replacement } from '../fix';
import { maxStringLength } from './fixEscapes';

/** Joins the lines of a value, unless one is broken inside a string. */
export function* fixBrokenLine({ text }: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const value = valueOfLine(target.node);
  if (value === null || value.to - value.from > maxStringLength) return [];
  const { from, to } = value;
  const joined = yield* joinLinesText(sliceText(text, from, to), neighbour(text, value));
  if (joined === null) return [];
  const count = positionAt(text, to).line - positionAt(text, from).line + 1;
  const title = `Join the ${count.toLocaleString('en')} lines of this value`;
  return [replacement(problem, title, { from, to, insert: joined })];
}

/** The value of a line that a node is in. */
export function valueOfLine(node: Node): Node | null {
  let at = node;
  while (at.parent !== null && at.parent.kind !== Kind.lines) at = at.parent;
  return at.parent === null ? null : at;
}

/** A longer line is not read for its style. */
const maxLineLength = 100_000;

/** The text of a value beside one, whose white space is a model. */
function neighbour(text: Text, { index, parent }: Node): string {
  const around = [index - 1, index + 1].filter((one) => one >= 0 && one < childCount(parent!));
  const values = around.map((one) => childAt(parent!, one)!);
  const model = values.find((one) => one.to - one.from < maxLineLength && isOnOneLine(text, one));
  return model === undefined ? '' : sliceText(text, model.from, model.to);
}
