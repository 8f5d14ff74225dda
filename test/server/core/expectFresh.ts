import { isDeepStrictEqual } from 'node:util';
import { type Document, openDocument, problemsOf } from '../../../server/core/document';
import { childrenOf } from '../../../server/core/syntax/nodes/children';
import { type Node, rootOf } from '../../../server/core/syntax/nodes/node';
import { stringOf } from '../../../server/core/text/text';
import { expectEqual } from './expectEqual';
import { engine, everything } from './support';

/**
 * Asserts that an edited document is exactly what a fresh parse of its text gives: every node, every problem. Returns
 * the fresh document.
 */
export function expectFresh(document: Document): Document {
  const fresh = openDocument(engine, stringOf(document.text), document.options);
  if (!areSame(document, fresh)) expectEqual(everything(document), everything(fresh));
  return fresh;
}

/** Compares what `everything` lists, without making the lists. */
function areSame(a: Document, b: Document): boolean {
  if (!isDeepStrictEqual([a.type, a.counts], [b.type, b.counts])) return false;
  return haveSameNodes(a, b) && haveSameProblems(a, b);
}

function haveSameProblems(a: Document, b: Document): boolean {
  const [ours, theirs] = [problemsOf(a, 100_000), problemsOf(b, 100_000)];
  return (
    ours.length === theirs.length &&
    ours.every((one, i) => {
      const other = theirs[i]!;
      return (
        one.from === other.from &&
        one.to === other.to &&
        one.code === other.code &&
        one.message === other.message &&
        isDeepStrictEqual([one.related, one.fix], [other.related, other.fix])
      );
    })
  );
}

function haveSameNodes(a: Document, b: Document): boolean {
  const stack = [[childrenOf(rootOf(a.tree)), childrenOf(rootOf(b.tree))] as const];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const [ours, theirs] = [top[0].next(), top[1].next()];
    if (ours.done !== theirs.done) return false;
    if (ours.done || theirs.done) stack.pop();
    else {
      if (!isSameNode(ours.value, theirs.value)) return false;
      stack.push([childrenOf(ours.value), childrenOf(theirs.value)]);
    }
  }
  return true;
}

function isSameNode(a: Node, b: Node): boolean {
  if (a.kind !== b.kind || a.flags !== b.flags || a.from !== b.from || a.to !== b.to || a.index !== b.index)
    return false;
  if (a.key === null || b.key === null) return a.key === b.key;
  const [ours, theirs] = [a.key, b.key];
  return (
    ours.from === theirs.from &&
    ours.to === theirs.to &&
    ours.flags === theirs.flags &&
    ours.number === theirs.number
  );
}
