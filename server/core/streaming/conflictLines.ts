import { ConflictSearch, searchConflicts } from '../detection/formats/mergeConflicts';
import type { Chunk } from '../text/chunks';
import type { UnitsPool } from '../text/unitsPool';
import { type ExcerptAt, offsetIn, placeIn, SlidingText } from './slidingText';

/** Code units needed to examine a line start. */
export const lineStartLength = 512;
const usualWindow = 2 ** 18;

/** Searches the lines of a text for merge conflicts while it arrives. */
export class ConflictLines {
  readonly search = new ConflictSearch();
  /** Start of what may be the first conflict. */
  first: { readonly from: number; readonly place: ExcerptAt } | null = null;
  private readonly text: SlidingText;
  private from = 0;

  constructor(pool: UnitsPool) {
    this.text = new SlidingText(pool);
  }

  write(chunk: Chunk): void {
    this.text.add(chunk);
    if (this.text.length >= usualWindow) this.pass(this.text.length - lineStartLength);
  }

  end(): void {
    this.pass(this.text.length);
  }

  private pass(to: number): void {
    const { window } = this.text;
    searchConflicts(this.search, window.text, {
      from: this.from,
      to,
      base: offsetIn(window, 0),
      onFirst: (at) => {
        this.first = { from: offsetIn(window, at), place: placeIn(window, at) };
      },
    });
    if (to === 0) return;
    // The last code unit shows whether a line begins after it.
    this.text.cut({ from: 0, to: to - 1 });
    this.from = 1;
  }
}
