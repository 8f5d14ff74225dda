import type { ErrorObject } from '../../../../generated/ajv.mjs';
import { type Document, type DocumentOptions, openDocument } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childWithKey, type Node, rootOf, stringValue } from '../../syntax/nodes';
import { sliceText } from '../../text/text';
import type { Range } from '../contentRange';

/** JSON in a document: an object of the document's own, or the text in a string. */
export interface Json {
  readonly isString: boolean;
  /** The object or the string, as a whole. */
  readonly place: Range;
  /** The text, which need not be JSON. */
  readonly text: string;
  /** Those of the document that it stands in. */
  readonly options: DocumentOptions;
  /** Where the value stands that Ajv complains of. */
  placeOf(complaint: ErrorObject): Range;
}

/** The JSON that an object or a string holds; null for any other value, and for a string that is broken. */
export function jsonIn(document: Document, node: Node): Json | null {
  const { engine, options } = document;
  const token = sliceText(document.text, node.from, node.to);
  const isString = node.kind !== Kind.object;
  const text = isString ? stringValue(document.text, node) : token;
  if (text === null) return null;
  const offsetOf = (index: number): number => node.from + (isString ? offsetIn(token, index) : index);
  const placeOf = (complaint: ErrorObject): Range => {
    const inner = openDocument(engine, text, { language: 'trajectory', name: '', kind: 'unrecognized' });
    const { from, to } = placeIn(inner, complaint);
    return { from: offsetOf(from), to: offsetOf(to) };
  };
  return { isString, place: node, text, options, placeOf };
}

/** What a text stands for; null where it is no JSON. */
export function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // There is no other way to ask.
    return null;
  }
}

/** Where a value stands in a document of its own. Of a container it is the bracket, which is enough. */
function placeIn({ text, tree }: Document, { instancePath, params }: ErrorObject): Range {
  let node = childAt(rootOf(tree), 0)!;
  for (const segment of instancePath.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const child = node.kind === Kind.array ? childAt(node, Number(name)) : childWithKey(text, node, name);
    node = child ?? node;
  }
  // A property that must not be there is wrong by its name.
  const name = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  const key = typeof name === 'string' ? childWithKey(text, node, name)?.key : null;
  const isContainer = node.kind === Kind.object || node.kind === Kind.array;
  return key ?? { from: node.from, to: isContainer ? node.from + 1 : node.to };
}

/** Where a code unit of a string's content begins in its token. */
function offsetIn(token: string, index: number): number {
  let offset = 1;
  for (let i = 0; i < index; i++) {
    if (token[offset] !== '\\') offset++;
    else offset += token[offset + 1] === 'u' ? 6 : 2;
  }
  return offset;
}
