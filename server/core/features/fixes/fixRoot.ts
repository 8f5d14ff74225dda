import type { Document } from '../../document';
import { childAt } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { type Edit, lineEnd, lineStart, positionAt, sliceText } from '../../text/text';
import { indentationAt } from '../indentation';
import { insert, type QuickFix, remove } from './fix';

/** Fixes an array or trajectory in place of a log request: wraps it in a log request. */
export function fixRoot(document: Document): QuickFix[] {
  const isMeant = document.type.wrongFile?.rewrites.includes('wrap') === true;
  const fix = isMeant ? wrapInLogRequest(document) : null;
  return fix === null ? [] : [fix];
}

/**
 * Wraps an array of groups or trajectories, one group or one trajectory in a log request; the user fills in the name of
 * the split. Null if the root is something else, or is not closed.
 */
export function wrapInLogRequest(document: Document): QuickFix | null {
  const { names } = document.engine.schemas;
  const value = childAt(rootOf(document.tree), 0);
  const shape = document.type.kind === 'group' ? 'group' : document.type.shape;
  if (value === null || (value.flags & Flag.broken) !== 0) return null;
  const trajectories = JSON.stringify(names.trajectories);
  const around: Partial<Record<string, readonly [string, string]>> = {
    groups: ['', ''],
    group: ['[', ']'],
    trajectories: [`[{ ${trajectories}: `, ' }]'],
    trajectory: [`[{ ${trajectories}: [`, '] }]'],
  };
  const found = around[shape ?? ''];
  if (found === undefined) return null;
  const { unit, start, toGroups } = headOfRequest(document, value.from);
  return {
    title: 'Wrap in a log request',
    code: 'wrong-file',
    edits: [
      { from: value.from, to: value.from, insert: `${start}${toGroups}${found[0]}` },
      ...indentation(document, value, unit),
      { from: value.to, to: value.to, insert: `${found[1]}\n}` },
    ],
    isPreferred: true,
    cursor: value.from + start.length,
  };
}

/** The beginning of a log request in place of a value: up to the name of its split, and from there up to its groups. */
export function headOfRequest(
  { text, engine }: Document,
  at: number,
): { readonly unit: string; readonly start: string; readonly toGroups: string } {
  const { split, groups } = engine.schemas.names;
  const { unit } = indentationAt(text, at);
  const start = `{\n${unit}${JSON.stringify(split)}: "`;
  return { unit, start, toGroups: `",\n${unit}${JSON.stringify(groups)}: ` };
}

/** Editors are slow with more edits; longer values keep their indentation. */
const maxIndentedLines = 10_000;

/** Indents the lines of a value by one level. */
function indentation(document: Document, value: Node, unit: string): Edit[] {
  const { text } = document;
  const lines = furtherLines(document, value).filter((line) => lineEnd(text, line) > lineStart(text, line));
  return lines.map((line) => insert(lineStart(text, line), unit));
}

/** Takes from the lines of a value the indentation of its first line, but for the part to keep. */
export function outdent(document: Document, value: Node, kept: string): Edit[] {
  const { text } = document;
  const { line } = indentationAt(text, value.from);
  if (line === kept || !line.startsWith(kept)) return [];
  const starts = furtherLines(document, value).map((one) => lineStart(text, one));
  return starts
    .filter((start) => sliceText(text, start, start + line.length) === line)
    .map((start) => remove(start + kept.length, start + line.length));
}

/** The lines of a value after its first; none if one may begin inside a broken string. */
function furtherLines({ text, tree }: Document, { from, to }: Node): number[] {
  const [first, last] = [positionAt(text, from).line, positionAt(text, to).line];
  if (last - first > maxIndentedLines || tree.root.syntaxErrorCount > 0) return [];
  return Array.from({ length: last - first }, (_, i) => first + 1 + i);
}
