import { formatJsonSlice } from '../../collection/conversations/formatJsonSlice';
import { jsonIn } from '../../collection/conversations/texts';
import { decodedSlice } from '../../collection/reading/strings';
import { valueOfNode } from '../../collection/reading/values';
import type { Document } from '../../document';
import type { Node } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { wholePairs } from '../../text/pairs';
import { positionAt } from '../../text/text';
import type { Work } from '../../work';
import type { HoverPart } from './hoverPart';

/** Maximum UTF-16 code units of a value to show. */
const maxShownLength = 4000;
/** Shorter values can be read in place, unless they are strings with escapes. */
const minShownLength = 80;

/**
 * A value for reading: strings decoded, JSON laid out, also inside a string. Nothing for a value that can be read in
 * place.
 */
export function* shownValue(document: Document, node: Node): Work<HoverPart[]> {
  const isShort = node.to - node.from <= minShownLength;
  if (node.kind === Kind.object || node.kind === Kind.array) {
    // A value on several lines is laid out as its author wants it.
    if (isShort || positionAt(document.text, node.from).line !== positionAt(document.text, node.to).line)
      return [];
    const made = yield* formatJsonSlice(document.text, node, {
      from: 0,
      to: maxShownLength,
      isLengthNeeded: false,
    });
    return blockOf('json', made.text, made.length > maxShownLength ? '…' : '');
  }
  if (node.kind !== Kind.string || (isShort && (node.flags & Flag.escapes) === 0)) return [];
  const value = valueOfNode(node);
  const inside = yield* jsonIn(document.text, value);
  if (inside !== null) {
    const made = yield* formatJsonSlice(
      inside,
      { from: 0, to: inside.length },
      { from: 0, to: maxShownLength },
    );
    return blockOf('json', made.text, rest(made));
  }
  const made = yield* decodedSlice(document.text, value, { from: 0, to: maxShownLength });
  return blockOf('block', made.text, rest(made));
}

function rest({ text, length }: { readonly text: string; readonly length: number }): string {
  const left = length - text.length;
  return left > 0 ? `… ${left.toLocaleString('en')} more characters` : '';
}

function blockOf(style: 'block' | 'json', text: string, cut: string): HoverPart[] {
  const block: HoverPart = { style, text: cut === '' ? text : wholePairs(text) };
  return cut === '' ? [block] : [block, { style: 'text', text: cut }];
}
