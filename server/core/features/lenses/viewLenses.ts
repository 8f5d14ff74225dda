import { type GroupContainer, groupContainerOf } from '../../collection/reading/groupContainer';
import { trajectoriesOf } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { positionAt } from '../../text/text';
import type { Work } from '../../work';
import { characterAt, type Lens } from './lens';

/** Values visited between two yields. */
const yieldEvery = 500;

/**
 * Lenses that open the trajectory view: of the document, each group and each trajectory, numbered as in the view. At
 * most one per line. If there is no room for all, those of groups take precedence, and the last lens says so.
 */
export function* viewLenses(document: Document, limit: number): Work<Lens[]> {
  const groupContainer = groupContainerOf(document);
  const first = childAt(rootOf(document.tree), 0);
  if (groupContainer === null || first === null || limit < 1) return [];
  const found = new Found(document, limit - 1);
  found.add(first, null);
  if (groupContainer.isBare) yield* addAll(found, childrenOf(groupContainer.node), 0);
  else {
    yield* addGroups(found, document, groupContainer);
    yield* addTrajectories(found, document, groupContainer);
  }
  return found.lenses.sort((a, b) => a.from - b.from);
}

function* addGroups(found: Found, document: Document, groupContainer: GroupContainer): Work<void> {
  let before = 0;
  for (const group of childrenOf(groupContainer.node)) {
    if (group.index % yieldEvery === 0) yield;
    const array = trajectoriesOf(document, group);
    if (array === null || childCount(array) === 0) continue;
    if (!found.add(group, before)) return;
    before += childCount(array);
  }
}

function* addTrajectories(found: Found, document: Document, groupContainer: GroupContainer): Work<void> {
  let before = 0;
  for (const group of childrenOf(groupContainer.node)) {
    if (group.index % yieldEvery === 0) yield;
    const array = trajectoriesOf(document, group);
    if (array === null) continue;
    if (!(yield* addAll(found, childrenOf(array), before))) return;
    before += childCount(array);
  }
}

/** Returns whether there was room for all. */
function* addAll(found: Found, trajectories: Iterable<Node>, before: number): Work<boolean> {
  for (const trajectory of trajectories) {
    if (trajectory.index % yieldEvery === yieldEvery - 1) yield;
    if (!found.add(trajectory, before + trajectory.index)) return false;
  }
  return true;
}

/** Collects lenses up to a limit, then adds a notice. */
class Found {
  readonly lenses: Lens[] = [];
  private readonly lines = new Set<number>();
  private readonly document: Document;
  private readonly limit: number;
  private isCut = false;

  constructor(document: Document, limit: number) {
    this.document = document;
    this.limit = limit;
  }

  /** Returns false if there is no more room. */
  add({ from }: Node, trajectory: number | null): boolean {
    if (this.isCut) return false;
    const { line } = positionAt(this.document.text, from);
    if (this.lines.has(line)) return true;
    const at = characterAt(this.document.text, from);
    this.isCut = this.lenses.length >= this.limit;
    if (this.isCut) {
      this.lenses.push({
        kind: 'cut',
        ...at,
        title: 'No more View lenses below: too many groups',
      });
      return false;
    }
    this.lines.add(line);
    this.lenses.push({ kind: 'view', ...at, title: 'View', trajectory });
    return true;
  }
}
