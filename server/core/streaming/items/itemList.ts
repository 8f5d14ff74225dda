import { trajectoriesOf } from '../../collection/reading/numbering';
import { type PartSlice, slicesIn, type Value, valuesIn } from '../../collection/reading/values';
import { type Row, type Rows, rowsOf } from '../../collection/summaries/rows';
import { rowsIn } from '../../collection/summaries/trajectories';
import type { Schemas } from '../../schema/schema';
import { runToEnd } from '../../work';
import { rangeIn, type Window } from '../slidingText';

/**
 * Trajectories of a text with their figures and places, in order. Offsets are code units from the start of the text.
 * Plain data, which threads can exchange.
 */
export interface Items {
  readonly rows: Rows;
  /** Start and length of each trajectory. */
  readonly from: Float64Array;
  readonly length: Int32Array;
  /** The groups of these trajectories; null if they are bare. */
  readonly groups: GroupItems | null;
}

export interface GroupItems {
  /** Number of trajectories of each group. */
  readonly sizes: Int32Array;
  readonly from: Float64Array;
  /** Infinite while a group goes on. */
  readonly to: Float64Array;
  /** Whether the first one continues the last group of the items before. */
  readonly isContinued: boolean;
}

/** Where values are: the text in memory, and the schemas. */
export interface ItemSource {
  readonly window: Window;
  readonly schemas: Schemas;
}

/** Collects the trajectories of a text while it is parsed. */
export class ItemList {
  private rows: Row[] = [];
  private from: number[] = [];
  private length: number[] = [];
  private groups: { size: number; from: number; to: number }[] = [];
  private isContinued = false;
  /** Whether the last group has not ended yet. */
  private isOpen = false;
  private readonly isBare: boolean;

  constructor(isBare: boolean) {
    this.isBare = isBare;
  }

  /** Number of trajectories. */
  get count(): number {
    return this.rows.length;
  }

  /**
   * Adds the members of a part that contains groups, or bare trajectories. Its problems must be known. `begun` tells how
   * many parts of an array of trajectories are already in the list; null if its group is not.
   */
  add(source: ItemSource, slice: PartSlice, begun: (array: Value) => number | null = () => null): void {
    if (this.isBare) return this.addTrajectories(source, slice);
    for (const group of valuesIn(slice)) {
      const { from, to } = rangeIn(source.window, group);
      const array = trajectoriesOf({ text: source.window.text, schemas: source.schemas }, group);
      const known = array === null ? null : begun(array);
      if (known === null) this.beginGroup(from);
      if (array !== null)
        for (const inner of [...slicesIn(array)].slice(known ?? 0)) this.addTrajectories(source, inner);
      this.endGroup(to);
    }
  }

  beginGroup(from: number): void {
    this.groups.push({ size: 0, from, to: Number.POSITIVE_INFINITY });
    this.isOpen = true;
  }

  endGroup(to: number): void {
    this.groups.at(-1)!.to = to;
    this.isOpen = false;
  }

  /** Adds trajectories, to the last group if they are not bare. */
  addTrajectories({ window, schemas }: ItemSource, slice: PartSlice): void {
    for (const value of valuesIn(slice)) this.addPlace(rangeIn(window, value));
    for (const row of runToEnd(rowsIn({ text: window.text, schemas }, slice))) this.rows.push(row);
    const group = this.groups.at(-1);
    if (group !== undefined) group.size += countOf(slice);
  }

  /** What was collected since the last call. */
  take(): Items {
    const { rows, from, length, groups, isContinued, isOpen } = this;
    const items: Items = {
      rows: rowsOf(rows),
      from: Float64Array.from(from),
      length: Int32Array.from(length),
      groups: this.isBare
        ? null
        : {
            sizes: Int32Array.from(groups, ({ size }) => size),
            from: Float64Array.from(groups, (group) => group.from),
            to: Float64Array.from(groups, (group) => group.to),
            isContinued,
          },
    };
    [this.rows, this.from, this.length, this.isContinued] = [[], [], [], isOpen];
    this.groups = isOpen ? [{ ...groups.at(-1)!, size: 0 }] : [];
    return items;
  }

  private addPlace({ from, to }: Pick<Value, 'from' | 'to'>): void {
    this.from.push(from);
    this.length.push(to - from);
  }
}

function countOf(slice: PartSlice): number {
  return valuesIn(slice).length;
}
