import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { partNames } from '../../schema/partNames';
import { childrenOf } from '../../syntax/nodes/children';
import { childrenNamed } from '../../syntax/nodes/named';
import type { Node } from '../../syntax/nodes/node';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName, nameValue } from '../../syntax/tree/strings';
import { sliceText } from '../../text/text';
import { nameOf, type Visit, visitNamesakes, visitSimilarNodes } from './similarNodes';

/** A name or value from a similar place elsewhere in the document. */
export interface Seen {
  /** A name, or a value's token. */
  readonly text: string;
  readonly count: number;
  /** For a name, the kind of its first value. */
  readonly kind: Kind;
  /** Shown as detail: where it was found. */
  readonly where: string;
}

const maxTextLength = 60;
/** Names to read, which costs less than reported a similar object. */
const maxNames = 600;
/** Values to read under one name of an object. */
const maxValues = 600;

/** Property names of similar objects, else of namesakes, most frequent first. Excludes the object's own. */
export function seenNames(document: Document, object: Node): Seen[] {
  const counts: Counts = new Map();
  // Most names are in a schema and have a number: decode only the first of each.
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

/** Short strings, numbers and literals under a name in similar objects, as tokens, most frequent first. */
export function seenValues(document: Document, object: Node, name: string): Seen[] {
  const counts: Counts = new Map();
  const wanted = nameOf(document, name);
  const visit: Visit = (like) => {
    for (const child of childrenNamed(document.text, like, wanted, maxValues)) {
      const isScalar = child.kind >= Kind.string && child.kind < Kind.null;
      if (!isScalar || (child.flags & Flag.broken) !== 0 || child.to - child.from > maxTextLength) continue;
      count(counts, sliceText(document.text, child.from, child.to), child.kind);
    }
  };
  return mostFrequent(counts, visitLikes(document, object, { counts, visit }));
}

/** Names of tools defined in similar trajectories, most frequent first. */
export function seenTools(document: Document, trajectory: Node): Seen[] {
  const counts: Counts = new Map();
  const names = partNames(document.engine.schemas);
  const isAll = visitSimilarNodes(document, trajectory, (like, budget) => {
    const tools = memberNamed(document, like, names.tools);
    for (const tool of tools?.kind === Kind.array ? childrenOf(tools) : []) {
      if (--budget.left < 0) return;
      const called = memberNamed(document, tool, names.function);
      const node = called === null ? null : memberNamed(document, called, names.functionName);
      const name = node === null ? null : nameValue(document.text, node);
      if (name !== null && name.length <= maxTextLength) count(counts, name, Kind.string);
    }
  });
  return mostFrequent(counts, isAll);
}

/** Visits similar objects, or namesakes if those have nothing. */
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
