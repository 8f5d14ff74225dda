import type { Document } from '../../../document';
import { childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName, stringValue } from '../../../syntax/tree/strings';
import type { Text } from '../../../text/text';
import { isLines } from '../../cursorContext';
import { isJson } from '../isJson';
import { maxRewrittenLength } from '../shapes';
import type { Conversion } from './conversion';

/** The JSON in a string, if it is of the given type; else null. */
export function jsonInString(text: Text, node: Node, type: string): string | null {
  const value = node.to - node.from > maxRewrittenLength ? null : stringValue(text, node)?.trim();
  if (value === null || value === undefined || !value.startsWith(type === 'array' ? '[' : '{')) return null;
  return isJson(value) ? value : null;
}

/** Makes JSON fit on a line of JSON Lines: line breaks in it are only white space. */
export function withoutLineBreaks(document: Document, json: string): string {
  return isLines(document) ? json.replace(/[\r\n]\s*/g, ' ') : json;
}

/** Joins content parts that are all text: `[{"type": "text", "text": "Hello"}]`. A single part becomes its text. */
export function joinedTexts({ text }: Document, node: Node): Conversion[] {
  if (node.to - node.from > maxRewrittenLength) return [];
  const parts = node.kind === Kind.array ? [...childrenOf(node)] : [node];
  const texts = parts.map((part) => textOfPart(text, part));
  if (texts.length === 0 || texts.includes(null)) return [];
  const title = texts.length === 1 ? 'Replace with its text' : `Join the ${texts.length} texts`;
  return [{ title, insert: JSON.stringify(texts.join('\n')), isSure: false }];
}

/** The text of a string, or of an object with nothing else but its type. */
function textOfPart(text: Text, part: Node): string | null {
  if (part.kind === Kind.string) return stringValue(text, part);
  if (part.kind !== Kind.object) return null;
  let found: string | null = null;
  for (const member of childrenOf(part)) {
    const name = member.key === null ? '' : keyName(text, member.key);
    const isText = name === 'text' || name === 'value';
    if (isText && found !== null) return null;
    if (isText) found = stringValue(text, member);
    else if (name !== 'type' && member.kind !== Kind.null) return null;
  }
  return found;
}
