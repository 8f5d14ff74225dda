import type { Document } from '../../../../server/core/document';
import { childAt, childrenOf } from '../../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../../server/core/syntax/nodes/node';
import { Kind } from '../../../../server/core/syntax/tree/nodeKind';
import { keyName, stringValue } from '../../../../server/core/syntax/tree/strings';
import { sliceText } from '../../../../server/core/text/text';

/** The JSON value of a document without syntax errors. Nothing recurses. */
export function jsonValueOf(document: Document): unknown {
  const root = childAt(rootOf(document.tree), 0)!;
  const result = shallow(document, root);
  const stack = [{ target: result, members: childrenOf(root) }];
  while (stack.length > 0) {
    const { target, members } = stack[stack.length - 1]!;
    const step = members.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const node = step.value;
    const value = shallow(document, node);
    const name = node.key === null ? node.index : keyName(document.text, node.key);
    // A plain assignment to `__proto__` would set the prototype.
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    if (isContainer(value)) stack.push({ target: value, members: childrenOf(node) });
  }
  return result;
}

function shallow({ text }: Document, node: Node): unknown {
  switch (node.kind) {
    case Kind.object:
      return {};
    case Kind.array:
      return [];
    case Kind.string:
      return stringValue(text, node);
    case Kind.number:
      return Number(sliceText(text, node.from, node.to));
    case Kind.true:
      return true;
    case Kind.false:
      return false;
    case Kind.null:
      return null;
    default:
      throw new Error(`A node of kind ${node.kind} is no JSON value.`);
  }
}

/** Whether two JSON values are equal, ignoring property order. Nothing recurses. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (!isContainer(a) || !isContainer(b)) {
      if (!Object.is(a, b)) return false;
      continue;
    }
    const keys = Object.keys(a);
    if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([own(a, key), own(b, key)]);
    }
  }
  return true;
}

/** An own property: plain access to `__proto__` may return the prototype. */
function own(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)!.value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
