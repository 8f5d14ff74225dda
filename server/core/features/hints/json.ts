import { type Document, openDocument } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childAt, childWithKey, type Node, rootOf, stringValue } from '../../syntax/nodes';
import { sliceText, type Text } from '../../text/text';

/** A stretch of the document, in UTF-16 code units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** JSON in a document: an object of the document's own, or the text in a string. */
export interface Json {
  readonly isString: boolean;
  /** The object or the string, as a whole. */
  readonly place: Place;
  /** The text, which need not be JSON. */
  text(): string;
  /** Where a value in it stands. Of a container it is the bracket, which is enough. */
  placeOf(pointer: Pointer): Place;
}

/** A value in JSON. */
export interface Pointer {
  readonly path: readonly string[];
  /** A property of it that is meant by its name; null where the value itself is. */
  readonly name: string | null;
}

/** The JSON that an object or a string holds; null for any other value, and for a string that is broken. */
export function jsonIn(document: Document, node: Node): Json | null {
  const { text, engine } = document;
  const place = { from: node.from, to: node.to };
  if (node.kind === Kind.object) {
    const slice = (): string => sliceText(text, node.from, node.to);
    return { isString: false, place, text: slice, placeOf: (pointer) => placeIn(text, node, pointer) };
  }
  const content = stringValue(text, node);
  if (content === null) return null;
  const placeOf = (pointer: Pointer): Place => {
    const inner = openDocument(engine, content, { language: 'trajectory', name: '', kind: 'unrecognized' });
    const root = childAt(rootOf(inner.tree), 0);
    const token = sliceText(text, node.from, node.to);
    if (root === null || !token.startsWith('"')) return place;
    const { from, to } = placeIn(inner.text, root, pointer);
    return { from: node.from + offsetIn(token, from), to: node.from + offsetIn(token, to) };
  };
  return { isString: true, place, text: () => content, placeOf };
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

function placeIn(text: Text, root: Node, { path, name }: Pointer): Place {
  let node = root;
  for (const segment of path) {
    const child =
      node.kind === Kind.array ? childAt(node, Number(segment)) : childWithKey(text, node, segment);
    if (child === null) break;
    node = child;
  }
  const key = name === null ? null : (childWithKey(text, node, name)?.key ?? null);
  if (key !== null) return { from: key.from, to: key.to };
  const isContainer = node.kind === Kind.object || node.kind === Kind.array;
  return { from: node.from, to: isContainer ? node.from + 1 : node.to };
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
