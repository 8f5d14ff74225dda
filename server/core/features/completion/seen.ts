import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { partNames } from '../../schema/partNames';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { childrenNamed, childrenOf, keyName, type Node, stringValue } from '../../syntax/tree/nodes';
import { sliceText } from '../../text/text';
import { nameOf, type Visit, visitNamesakes, visitSimilarNodes } from './similarNodes';

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

const maxTextLength = 60;
/** Names that are looked at, which is less than to find a place. */
const maxNames = 600;

/** Property names of objects in like places, else of namesakes, most frequent first; its own do not count. */
export function seenNames(document: Document, object: Node): Seen[] {
  const counts: Counts = new Map();
  // Most names stand in a schema and have a number: only the first of each is read.
  const numbered = new Map<number, Count>();
  let left = maxNames;
  const visit: Visit = (like, budget) => {
    for (const { key, kind } of childrenOf(like)) {
      if (--left < 0) budget.left = -1;
      if (left < 0) return;
      if (key === null || key.to - key.from > maxTextLength) continue;
      const known = numbered.get(key.number);
      if (known !== undefined) known.count++;
      else {
        const counted = count(counts, keyName(document.text, key), kind);
        if (key.number > 0) numbered.set(key.number, counted);
      }
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
      if (!isScalar || (child.flags & Flag.broken) !== 0 || child.to - child.from > maxTextLength) continue;
      count(counts, sliceText(document.text, child.from, child.to), child.kind);
    }
  };
  return mostFrequent(counts, visitLikes(document, object, { counts, visit }));
}

/** Names of the tools that are defined in like trajectories, most frequent first. */
export function seenTools(document: Document, trajectory: Node): Seen[] {
  const counts: Counts = new Map();
  const names = partNames(document.engine.schemas);
  const isAll = visitSimilarNodes(document, trajectory, (like, budget) => {
    const tools = memberNamed(document, like, names.tools);
    for (const tool of tools?.kind === Kind.array ? childrenOf(tools) : []) {
      if (--budget.left < 0) return;
      const called = memberNamed(document, tool, names.function);
      const node = called === null ? null : memberNamed(document, called, names.functionName);
      const name = node === null ? null : stringValue(document.text, node);
      if (name !== null && name.length <= maxTextLength) count(counts, name, Kind.string);
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
  const isAll = visitSimilarNodes(document, object, visit);
  return counts.size > 0 ? isAll : visitNamesakes(document, object, visit);
}

interface Count {
  count: number;
  readonly kind: Kind;
}

type Counts = Map<string, Count>;

function count(counts: Counts, text: string, kind: Kind): Count {
  const known = counts.get(text) ?? { count: 0, kind };
  known.count++;
  counts.set(text, known);
  return known;
}

function mostFrequent(counts: Readonly<Counts>, isAll: boolean): Seen[] {
  const where = isAll ? 'used in this document' : 'used near here';
  return [...counts].map(([text, seen]) => ({ text, ...seen, where })).sort((a, b) => b.count - a.count);
}
