import { type Chunk, chunksOfString } from '../text/chunks';
import type { Range } from '../text/range';
import { sliceText, type Text, textOfChunks } from '../text/text';
import type { Work } from '../work';

/** Code units read between two yields. */
const yieldEvery = 500_000;
/** Pieces, and code units, joined at once. */
const maxPieces = 1000;
const maxJoined = 500_000;

/** Creates a `Text` from a string of any length. */
export function* textOfLong(content: string): Work<Text> {
  const chunks: Chunk[] = [];
  for (let at = 0; at < content.length; at += yieldEvery) {
    for (const chunk of chunksOfString(content.slice(at, at + yieldEvery))) chunks.push(chunk);
    yield;
  }
  return textOfChunks(chunks);
}

/** A range of a text of any length as a string. */
export function* stringOfLong(text: Text, range: Range = { from: 0, to: text.length }): Work<string> {
  const pieces = new StringBuilder();
  yield* pieces.pushRange(text, range);
  yield;
  return pieces.toString();
}

/** Joins very many pieces into one string. */
export class StringBuilder {
  private readonly longer: string[] = [];
  private readonly pieces: string[] = [];
  /** Code units of the pieces. */
  private length = 0;

  push(...pieces: string[]): void {
    for (const piece of pieces) {
      this.length += piece.length;
      this.pieces.push(piece);
    }
    if (this.pieces.length >= maxPieces || this.length >= maxJoined) this.join();
  }

  /** Adds a range of a text, which may be very long. */
  *pushRange(text: Text, { from, to }: Range): Work<void> {
    for (let at = from; at < to; at += maxJoined) {
      if (at > from) yield;
      this.push(sliceText(text, at, Math.min(to, at + maxJoined)));
    }
  }

  /** One flat string: a rope would be copied again by its first reader. */
  toString(): string {
    this.join();
    return this.longer.length === 1 ? this.longer[0]! : this.longer.join('');
  }

  private join(): void {
    this.longer.push(this.pieces.join(''));
    // The same array: one that is dropped, but old enough, keeps its strings in memory until a full garbage collection.
    this.pieces.length = 0;
    this.length = 0;
  }
}
