import { keysOfItem } from '../../detection/keys';
import { shapeOfItems } from '../../detection/typeOfValue';
import type { Document } from '../../document';
import { GroupSearch, HintSearch, type RemovedTrajectories } from '../../features/hints/hints';
import { countIn } from '../../features/summary';
import type { Names, Schemas } from '../../schema/schema';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import type { Frame } from '../../syntax/tree/frame';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyNumberOf, type Part } from '../../syntax/tree/tree';
import type { Text } from '../../text/text';
import { runToEnd } from '../../work';
import { EmptySearch } from '../emptySearch';
import { type PlacedProblem, placed } from '../placed';
import type { Window } from '../slidingText';
import { branchOfFrame, type Cut } from './cuts';

/** What an array contains, by its path in a document. */
export type Holds = 'groups' | 'bare trajectories' | 'trajectories' | 'other items';

/** What an open array contains if its items may be cut out of the text one by one; null for any other container. */
export function holdsOf(frames: readonly Frame[], index: number, text: Text, schemas: Schemas): Holds | null {
  const frame = frames[index]!;
  if (frame.kind !== Kind.array) return null;
  const { names, grammar } = schemas;
  const isUnder = (name: string): boolean => keyNumberOf(frame.keyInfo) === grammar.vocabulary.numberOf(name);
  if (index === 1) return itemsOfRoot(frame, text, schemas);
  if (index === 2 && isUnder(names.groups)) return 'groups';
  if (index === 2 && isUnder(names.trajectories)) return 'trajectories';
  const isInGroup = index === 3 || index === 4;
  if (!isInGroup || !isUnder(names.trajectories) || frames[index - 1]!.kind !== Kind.object) return null;
  return holdsOf(frames, index - 2, text, schemas) === 'groups' ? 'trajectories' : null;
}

function itemsOfRoot(frame: Frame, text: Text, schemas: Schemas): Holds {
  const shape = shapeOfItems(
    keysOfItem(text, nodeOfFrame(frame, frame.parts ?? [], frame.interior)),
    schemas,
  );
  return shape === 'groups' ? 'groups' : shape === 'trajectories' ? 'bare trajectories' : 'other items';
}

/** What was found in the items of an array, for checks that depend on all of them. */
export class Removed implements RemovedTrajectories {
  readonly groups = new HintSearch(false);
  readonly bare = new HintSearch(true);
  readonly group = new GroupSearch();
  readonly empty: EmptySearch<PlacedProblem>;
  /** Number of items at the start of the array that are still in the text. */
  readonly kept: number;
  /** Number of items that were added, and of the trajectories in them if they are groups. */
  items = 0;
  trajectories = 0;
  private readonly holds: Holds;

  constructor(holds: Holds, kept: number, names: Names) {
    this.holds = holds;
    this.kept = kept;
    this.empty = new EmptySearch(names);
  }

  /** Adds the next items. */
  add(document: Document, array: Node, { window, isHinted, isCounted }: Adding): void {
    const place = (problem: Parameters<typeof placed>[0]): PlacedProblem => placed(problem, window);
    const { holds } = this;
    if (holds === 'other items') return;
    for (const item of childrenOf(array)) {
      if (isCounted) this.count(document, item);
      if (holds === 'groups' && !this.empty.isOver) this.empty.add(document.text, item, place);
      if (!isHinted) continue;
      if (holds === 'trajectories') runToEnd(this.group.add(document, item, place));
      else runToEnd((holds === 'groups' ? this.groups : this.bare).add(document, item, place));
    }
  }

  private count(document: Document, item: Node): void {
    this.items++;
    if (this.holds === 'groups') this.trajectories += countIn(document, item, countItems);
  }
}

/** How items are added to those of an array. */
interface Adding {
  readonly window: Window;
  readonly isHinted: boolean;
  readonly isCounted: boolean;
}

/** What was found in the items that were cut out of an array; null if none were. */
export function removedFrom({ handle }: Node): Removed | null {
  return handle.type === 'branch' ? (handle.branch.removed as Removed | null) : null;
}

/** The number of items of an array, of which some may have been cut out. */
export function countItems(array: Node): number {
  const removed = removedFrom(array);
  return removed === null ? childCount(array) : removed.items + childCount(array) - removed.kept;
}

/** Adds the items of a cut to what was found in the array. */
export function addItems(
  frame: Frame,
  cut: Cut,
  { document, holds, ...adding }: Adding & { readonly document: Document; readonly holds: Holds },
): Removed {
  let removed = frame.removed as Removed | null;
  if (removed === null) {
    const first = nodeOfFrame(frame, [cut.first], frame.interior);
    removed = new Removed(holds, childCount(first), document.engine.schemas.names);
    removed.add(document, first, adding);
  }
  removed.add(document, nodeOfFrame(frame, cut.parts, cut.from), adding);
  return removed;
}

/** An open container as a node with some of its parts. */
function nodeOfFrame(frame: Frame, parts: readonly Part[], from: number): Node {
  const branch = branchOfFrame(frame, parts, from);
  const handle = { type: 'branch', branch, offset: 0 } as const;
  return {
    kind: frame.kind,
    flags: 0,
    from: frame.open,
    to: from,
    parent: null,
    index: 0,
    key: null,
    handle,
  };
}
