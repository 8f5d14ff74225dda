import type { ErrorObject } from '../../../../generated/ajv.mjs';
import { type Document, type DocumentOptions, openDocument } from '../../document';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { childAt, childWithKey, decodeString, type Node, rootOf } from '../../syntax/tree/nodes';
import type { Range } from '../../text/range';
import { sliceText } from '../../text/text';

/** JSON in a document: an object of the document's own, or the text in a string. */
export interface Json {
  readonly isString: boolean;
  /** The object or the string, as a whole. */
  readonly range: Range;
  /** The text, which need not be JSON. It may be long, so it is read when it is asked for. */
  text(): string;
  /** Those of the document that it stands in. */
  readonly options: DocumentOptions;
  /** Where the value stands that Ajv complains of. */
  rangeOf(error: ErrorObject): Range;
}

/** The JSON that an object or a string holds; null for any other value, and for a string that is broken. */
export function jsonIn(document: Document, node: Node): Json | null {
  const { engine, options } = document;
  const isString = node.kind === Kind.string && (node.flags & Flag.broken) === 0;
  if (!isString && node.kind !== Kind.object) return null;
  const token = (): string => sliceText(document.text, node.from, node.to);
  let known: string | null = null;
  const text = (): string => (known ??= isString ? decodeString(token(), node.flags) : token());
  const rangeOf = (error: ErrorObject): Range => {
    const inner = openDocument(engine, text(), { language: 'trajectory', name: '', kind: 'unrecognized' });
    const { from, to } = rangeIn(inner, error);
    const spelled = token();
    const offsetOf = (index: number): number => node.from + (isString ? offsetIn(spelled, index) : index);
    return { from: offsetOf(from), to: offsetOf(to) };
  };
  return { isString, range: node, text, options, rangeOf };
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
function rangeIn({ text, tree }: Document, { instancePath, params }: ErrorObject): Range {
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
