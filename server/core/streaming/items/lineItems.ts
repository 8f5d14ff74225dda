import { type PartSlice, slicesIn, valueOfNode } from '../../collection/reading/values';
import type { Schemas } from '../../schema/schema';
import { rootOf } from '../../syntax/nodes/node';
import type { Branch } from '../../syntax/tree/tree';
import type { Window } from '../slidingText';
import type { ItemList } from './itemList';

/** Adds the trajectories of checked lines to a list: for `LinesOptions.onLines`. */
export function itemsOfLines(list: ItemList, schemas: Schemas): (root: Branch, window: Window) => void {
  return (root, window) => {
    for (const slice of linesIn(root)) list.add({ window, schemas }, slice);
  };
}

function linesIn(root: Branch): Iterable<PartSlice> {
  return slicesIn(valueOfNode(rootOf({ root, readTo: 0 })));
}
