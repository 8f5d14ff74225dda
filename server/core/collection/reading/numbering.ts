import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Part } from '../../syntax/tree/tree';
import type { Work } from '../../work';
import { collectionFields } from './fields';
import { type GroupContainer, groupContainerOf } from './groupContainer';
import type { TextAndSchemas } from './messages';
import { pick } from './pick';
import { countIn, objectsIn, type PartSlice, slicesIn, type Value, valueOfNode } from './values';

/** The numbers of a document's groups and trajectories. A bare trajectory counts as a group of its own. */
export interface Numbering {
  readonly groupContainer: GroupContainer | null;
  /** Number of groups and trajectories before each part of the container; one more entry for the total. */
  readonly groupStarts: Int32Array;
  readonly trajectoryStarts: Int32Array;
}

/** Parts visited between two yields. Each may have hundreds of groups. */
const yieldEvery = 20;

const numberings = new WeakMap<Document, Numbering>();
/** Number of trajectories in the groups of a part. */
const known = new WeakMap<Part, number>();

/**
 * The numbering of a document. Reads only the lengths of arrays, so a conversation is found long before all summaries
 * are done.
 */
export function* readNumbering(document: Document): Work<Numbering> {
  const remembered = numberings.get(document);
  if (remembered !== undefined) return remembered;
  const groupContainer = groupContainerOf(document);
  const source: TextAndSchemas = { text: document.text, schemas: document.engine.schemas };
  const value = groupContainer && valueOfNode(groupContainer.node);
  const groups: number[] = [];
  const trajectories: number[] = [];
  for (const slice of value === null ? [] : slicesIn(value)) {
    const members = slice.part.type === 'pack' && value!.row >= 0 ? countIn(value!) : slice.part.members;
    groups.push(members);
    trajectories.push(groupContainer!.isBare ? members : trajectoriesInSlice(source, slice, value!.row < 0));
    if (groups.length % yieldEvery === 0) yield;
  }
  const found: Numbering = {
    groupContainer,
    groupStarts: sumsOf(groups),
    trajectoryStarts: sumsOf(trajectories),
  };
  numberings.set(document, found);
  return found;
}

function trajectoriesInSlice(source: TextAndSchemas, slice: PartSlice, isPart: boolean): number {
  let count = isPart ? known.get(slice.part) : undefined;
  if (count !== undefined) return count;
  count = 0;
  // If the document is something else, most values of a large pack are not groups.
  for (const group of objectsIn(slice)) {
    const array = trajectoriesOf(source, group);
    if (array !== null) count += countIn(array);
  }
  if (isPart) known.set(slice.part, count);
  return count;
}

/** The array of trajectories of a group; null if there is none. */
export function trajectoriesOf({ schemas }: TextAndSchemas, group: Value): Value | null {
  const [array = null] = pick(group, collectionFields(schemas).group);
  return array?.kind === Kind.array ? array : null;
}

function sumsOf(counts: readonly number[]): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  for (const [i, count] of counts.entries()) sums[i + 1] = sums[i]! + count;
  return sums;
}
