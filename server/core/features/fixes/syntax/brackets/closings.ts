import type { Document } from '../../../../document';
import type { Node } from '../../../../syntax/nodes/node';
import { Kind } from '../../../../syntax/tree/nodeKind';
import { carriageReturn, space } from '../../../../text/characters';
import { charAt, lineEnd, lineStart, positionAt, sliceText } from '../../../../text/text';
import { isLines } from '../../../cursorContext';

/** The closing brackets of containers, innermost first. */
export function closingsOf(document: Document, containers: readonly Node[], at: number): string {
  return containers.map((open) => closingOf(document, open, at)).join('');
}

/** The title of a fix that inserts their closing brackets, innermost first. */
export function closingTitle(containers: readonly Node[]): string {
  const brackets = containers.map(({ kind }) => bracketOf(kind)).join('');
  return brackets.length <= 8
    ? `Insert the missing ${brackets}`
    : `Insert the ${brackets.length} missing brackets`;
}

/** The closing bracket of a container: on its own line if the opening bracket is on another, with that line's indentation. */
export function closingOf(document: Document, { kind, from }: Node, at: number): string {
  const { text } = document;
  const bracket = bracketOf(kind);
  const { line } = positionAt(text, from);
  if (isLines(document) || line === positionAt(text, at).line) {
    return charAt(text, from + 1) === space ? ` ${bracket}` : bracket;
  }
  const start = lineStart(text, line);
  const indent = /^[ \t]*/.exec(sliceText(text, start, Math.min(from, start + 200)))?.[0] ?? '';
  const isReturn = charAt(text, lineEnd(text, line)) === carriageReturn;
  return `${isReturn ? '\r\n' : '\n'}${indent}${bracket}`;
}

export function bracketOf(kind: Kind): string {
  return kind === Kind.object ? '}' : ']';
}
