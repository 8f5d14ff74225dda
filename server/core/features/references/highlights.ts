import type { Document } from '../../document';
import { childrenOf } from '../../syntax/nodes/children';
import { type Key, type Node, rootOf } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { contentRange } from '../../syntax/tree/contentRange';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { mentionedAt } from './definitions';
import { conversationAround, nearest } from './mentions';

/** A range highlighted together with the one at the cursor. Offsets are UTF-16 code units. */
export interface Highlight extends Range {
  /** `write` for the definition of a tool or call, `read` for a use, `text` for a property name. */
  readonly kind: 'text' | 'read' | 'write';
}

/** Ranges highlighted together. */
export interface Highlights {
  readonly highlights: readonly Highlight[];
  /** Whether there may be more, farther away. */
  readonly isCut: boolean;
}

/** Maximum ranges to highlight, and maximum values to visit. */
const maxHighlights = 1000;
const maxVisited = 200_000;
/** Values visited between two yields. */
const yieldEvery = 1000;

/**
 * On a property name: the same name in the same trajectory, or, outside of trajectories, in the rest of the document.
 * On the name of a tool or the id of a call: all its mentions in the trajectory. Null for anything else: the editor
 * knows as much about it. A list that is too long keeps the ranges nearest to the cursor.
 */
export function* highlights(document: Document, offset: number): Work<Highlights | null> {
  const node = nodeAt(document.tree, offset);
  const { text } = document;
  if (node.key !== null && offset <= node.key.to) {
    const { keys, isCut } = yield* keysLike(document, node);
    return { highlights: keys.map((key) => ({ ...contentRange(text, key), kind: 'text' })), isCut };
  }
  const mentioned = yield* mentionedAt(document, offset);
  if (mentioned === null) return null;
  const { same, at, isCut } = mentioned;
  const listed = nearest(same, same.indexOf(at), maxHighlights).map((mention): Highlight => {
    return { ...contentRange(text, mention), kind: mention.isDefinition ? 'write' : 'read' };
  });
  return { highlights: listed, isCut: isCut || listed.length < same.length };
}

/** Names equal to that of a property, in document order. Searches from the inside out. */
function* keysLike(
  document: Document,
  property: Node,
): Work<{ readonly keys: Key[]; readonly isCut: boolean }> {
  const scope = conversationAround(document, property.parent!) ?? rootOf(document.tree);
  const search: Search = {
    document,
    key: property.key!,
    found: [property.key!],
    visits: 0,
    isCut: false,
    isOutside: scope.parent === null,
  };
  let inner: Node | null = null;
  for (let at = property.parent!; ; at = at.parent!) {
    yield* searchIn(at, inner, search);
    if (at.from === scope.from && at.to === scope.to) break;
    inner = at;
  }
  return { keys: search.found.sort((a, b) => a.from - b.from), isCut: search.isCut };
}

interface Search {
  readonly document: Document;
  readonly key: Key;
  readonly found: Key[];
  visits: number;
  /** Whether the search ended early. */
  isCut: boolean;
  /** Whether to skip trajectories. */
  readonly isOutside: boolean;
}

/** Searches a container, except for one member that has been searched already. */
function* searchIn(container: Node, except: Node | null, search: Search): Work<void> {
  const { document, key, found } = search;
  const same = sameName(document, key);
  const stack = [childrenOf(container)];
  while (stack.length > 0 && !search.isCut) {
    const step = stack[stack.length - 1]!.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const node = step.value;
    if (search.visits % yieldEvery === 0) yield;
    const isFound = node.key !== null && node.key.from !== key.from && same(node.key);
    search.isCut = ++search.visits > maxVisited || (isFound && found.length === maxHighlights);
    if (isFound && !search.isCut) found.push(node.key);
    const isDone = except !== null && node.from === except.from && node.to === except.to;
    const isContainer = node.kind === Kind.object || node.kind === Kind.array;
    if (isContainer && !isDone && !(search.isOutside && holdsTrajectories(document, node))) {
      stack.push(childrenOf(node));
    }
  }
}

/** Documented names have numbers; others are compared as text. */
function sameName(document: Document, key: Key): (other: Key) => boolean {
  if (key.number !== 0) return (other) => other.number === key.number;
  const name = keyName(document.text, key);
  return (other) => other.number === 0 && keyName(document.text, other) === name;
}

function holdsTrajectories({ engine }: Document, { key }: Node): boolean {
  return (
    key !== null &&
    key.number === engine.schemas.grammar.vocabulary.numberOf(engine.schemas.names.trajectories)
  );
}
