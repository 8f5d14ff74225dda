import type { ErrorObject } from '../../../../../generated/ajv.mjs';
import type { Value } from '../../../collection/reading/values';
import { type Document, type DocumentOptions, openDocument } from '../../../document';
import { childAt } from '../../../syntax/nodes/children';
import { childWithKey } from '../../../syntax/nodes/named';
import { rootOf } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { decodeString } from '../../../syntax/tree/strings';
import type { Range } from '../../../text/range';
import { sliceText } from '../../../text/text';

/** JSON in a document: an object of the document, or the text in a string. */
export interface Json {
  readonly isString: boolean;
  /** The whole object or string. */
  readonly range: Range;
  /** The text, which need not be JSON. Read on demand, because it may be long. */
  text(): string;
  /** The options of the document that contains it. */
  readonly options: DocumentOptions;
  /** The range of the value that an Ajv error is about. */
  rangeOf(error: ErrorObject): Range;
}

/** The JSON in an object or string; null for any other value and for a broken string. */
export function jsonIn(document: Document, node: Value): Json | null {
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

/** Parses a text; null if it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // There is no other way to check.
    return null;
  }
}

/** The range of a value in its own document. For a container, the bracket is enough. */
function rangeIn({ text, tree }: Document, { instancePath, params }: ErrorObject): Range {
  let node = childAt(rootOf(tree), 0)!;
  for (const segment of instancePath.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const child = node.kind === Kind.array ? childAt(node, Number(name)) : childWithKey(text, node, name);
    node = child ?? node;
  }
  // For a property that must not be there, mark its name.
  const name = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  const key = typeof name === 'string' ? childWithKey(text, node, name)?.key : null;
  const isContainer = node.kind === Kind.object || node.kind === Kind.array;
  return key ?? { from: node.from, to: isContainer ? node.from + 1 : node.to };
}

/** The offset in a string's token of a code unit of its content. */
function offsetIn(token: string, index: number): number {
  let offset = 1;
  for (let i = 0; i < index; i++) {
    if (token[offset] !== '\\') offset++;
    else offset += token[offset + 1] === 'u' ? 6 : 2;
  }
  return offset;
}
