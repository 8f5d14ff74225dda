import { type Document, openDocument } from '../../../document';
import { isFlat, isTool, wrapper } from '../../../rules/flatTool';
import type { Schema } from '../../../schema/schema';
import { childAt, childrenOf } from '../../../syntax/nodes/children';
import { childWithKey } from '../../../syntax/nodes/named';
import { type Node, rootOf } from '../../../syntax/nodes/node';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { type Edit, editText, sliceText, stringOf } from '../../../text/text';
import { byOffset, insert } from '../fix';
import { removalsOf } from './removals';

/** Tools with more members stay as they are. */
const maxKeys = 100;

/** Edits that move all members of a flat tool except its type into its function; none if it has no such members. */
export function nestedTool(document: Document, tool: Node): Edit[] {
  const { text } = document;
  const members = [...childrenOf(tool)];
  const typeAt = members.findIndex(({ key }) => key !== null && keyName(text, key) === 'type');
  const inner = members.filter((_, i) => i !== typeAt);
  const [first, last] = [inner[0], inner[inner.length - 1]];
  if (first?.key == null || last === undefined || members.length > maxKeys) return [];
  const type = members[typeAt];
  const isBetween = typeAt > 0 && typeAt < members.length - 1;
  const opening = `${JSON.stringify(wrapper)}: {`;
  const close = insert(last.to, '}');
  if (type === undefined) return [insert(first.key.from, `"type": "function", ${opening}`), close];
  if (!isBetween) return [insert(first.key.from, opening), close];
  const written = `"type": ${sliceText(text, type.from, type.to)}, `;
  return [insert(first.key.from, written + opening), ...removalsOf(document, [type]), close];
}

/** The JSON of an array, with its flat tools nested if its items are tools. */
export function withNestedTools({ engine }: Document, json: string, { items }: Schema): string {
  if (items === null || !isTool(items)) return json;
  const document = openDocument(engine, json, { language: 'trajectory', name: '' });
  const array = childAt(rootOf(document.tree), 0);
  const edits = array === null ? [] : [...childrenOf(array)].flatMap((tool) => nestedIfFlat(document, tool));
  return stringOf(edits.sort(byOffset).reduceRight(editText, document.text));
}

function nestedIfFlat(document: Document, tool: Node): Edit[] {
  const has = (name: string): boolean => childWithKey(document.text, tool, name) !== null;
  return tool.kind === Kind.object && isFlat(has) ? nestedTool(document, tool) : [];
}
