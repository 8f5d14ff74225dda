import type { Document } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childrenNamed, childrenOf, keyName, type Node, stringValue } from '../../syntax/nodes';
import { Flag } from '../../syntax/token';
import { sliceText } from '../../text/text';
import { memberNamed } from '../namedMember';
import { partNames } from '../partNames';
import { nameOf, type Visit, visitLikePlaces, visitNamesakes } from './likePlaces';

/** A name or a value that stands elsewhere in the document, in a place like the one asked about. */
export interface Seen {
  /** A name, or the token of a value. */
  readonly text: string;
  readonly count: number;
  /** Of a name, the kind of its first value. */
  readonly kind: Kind;
  /** What is said of it: where it was looked for. */
  readonly where: string;
}

const longestText = 60;

/** Property names of objects in like places, else of namesakes, most frequent first; its own do not count. */
export function seenNames(document: Document, object: Node): Seen[] {
  const counts: Counts = new Map();
  const visit: Visit = (like, budget) => {
    for (const child of childrenOf(like)) {
      if (--budget.left < 0) return;
      if (child.key === null || child.key.to - child.key.from > longestText) continue;
      count(counts, keyName(document.text, child.key), child.kind);
    }
  };
  return mostFrequent(counts, visitLikes(document, object, { counts, visit }));
}

/** Short strings, numbers and literals under a name in like objects, as tokens, most frequent first. */
export function seenValues(document: Document, object: Node, name: string): Seen[] {
  const counts: Counts = new Map();
  const wanted = nameOf(document, name);
  const visit: Visit = (like) => {
    for (const child of childrenNamed(document.text, like, wanted)) {
      const isScalar = child.kind >= Kind.string && child.kind < Kind.null;
      if (!isScalar || (child.flags & Flag.broken) !== 0 || child.to - child.from > longestText) continue;
      count(counts, sliceText(document.text, child.from, child.to), child.kind);
    }
  };
  return mostFrequent(counts, visitLikes(document, object, { counts, visit }));
}

/** Names of the tools that are defined in like trajectories, most frequent first. */
export function seenTools(document: Document, trajectory: Node): Seen[] {
  const counts: Counts = new Map();
  const names = partNames(document.engine.schemas);
  const isAll = visitLikePlaces(document, trajectory, (like, budget) => {
    const tools = memberNamed(document, like, names.tools);
    for (const tool of tools?.kind === Kind.array ? childrenOf(tools) : []) {
      if (--budget.left < 0) return;
      const called = memberNamed(document, tool, names.function);
      const node = called === null ? null : memberNamed(document, called, names.functionName);
      const name = node === null ? null : stringValue(document.text, node);
      if (name !== null && name.length <= longestText) count(counts, name, Kind.string);
    }
  });
  return mostFrequent(counts, isAll);
}

/** Visits objects in like places, and namesakes where nothing was found there. */
function visitLikes(
  document: Document,
  object: Node,
  { counts, visit }: { readonly counts: Counts; readonly visit: Visit },
): boolean {
  const isAll = visitLikePlaces(document, object, visit);
  return counts.size > 0 ? isAll : visitNamesakes(document, object, visit);
}

type Counts = Map<string, { count: number; kind: Kind }>;

function count(counts: Counts, text: string, kind: Kind): void {
  const known = counts.get(text);
  if (known === undefined) counts.set(text, { count: 1, kind });
  else known.count++;
}

function mostFrequent(counts: Readonly<Counts>, isAll: boolean): Seen[] {
  const where = isAll ? 'used in this document' : 'used near here';
  return [...counts].map(([text, seen]) => ({ text, ...seen, where })).sort((a, b) => b.count - a.count);
}
