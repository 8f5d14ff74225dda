import type { Start } from '../../syntax/parser';
import { copyOfFrame, type Frame } from '../../syntax/tree/frame';
import { branchOf } from '../../syntax/tree/parts';
import { movedError } from '../../syntax/tree/pendingSyntaxErrors';
import { type Branch, noSyntaxErrors, type Part } from '../../syntax/tree/tree';
import type { Range } from '../../text/range';

/** Members of an open array that are cut out of the text; its first part stays. Offsets are those of the window. */
export interface Cut extends Range {
  /** Index of the array among the open containers. */
  readonly index: number;
  readonly first: Part;
  readonly parts: readonly Part[];
}

/** What can be cut out of an open array: all finished parts but the first; null if there are none. */
export function cutOf(frames: readonly Frame[], index: number): Cut | null {
  const { parts, interior, lastTo } = frames[index]!;
  const [first, ...others] = parts ?? [];
  if (first === undefined || first.members === 0) return null;
  const from = interior + first.length;
  // The separators after the last member stay: an error may refer to its end.
  return lastTo > from ? { index, first, parts: others, from, to: lastTo } : null;
}

/** A branch of an open container with some of its parts, which begin at an offset. Its own offset is zero. */
export function branchOfFrame(frame: Frame, parts: readonly Part[], from: number): Branch {
  const known = {
    from: 0,
    valueTo: from,
    isClosed: true,
    inner: frame.context!,
    syntaxErrors: noSyntaxErrors,
  };
  return branchOf({ ...frame, parts: [...parts], interior: from }, known);
}

/** Where and how to continue after the cuts, which are in document order. */
export function startAfter({ offset, unfinished }: Start, cuts: readonly Cut[]): Start {
  const moved = (at: number): number => {
    let removed = 0;
    for (const { from, to } of cuts) removed += Math.max(0, Math.min(at, to) - from);
    return at - removed;
  };
  const frames = unfinished.frames.map((frame) => copyOfFrame(frame, moved));
  for (const { index, first, to } of cuts) {
    const { from } = unfinished.frames[index]!;
    // The parts of a container leave no gaps.
    frames[index]!.parts = [{ ...first, length: first.length + from - to, memo: null }];
    for (const frame of frames.slice(0, index + 1)) frame.isShortened = true;
  }
  const { markedAt } = unfinished;
  const isCutOut = cuts.some(({ from, to }) => markedAt >= from && markedAt < to);
  return {
    offset: moved(offset),
    unfinished: {
      ...unfinished,
      frames,
      syntaxErrors: unfinished.syntaxErrors.map((error) => movedError(error, moved)),
      markedAt: isCutOut ? -1 : moved(markedAt),
    },
  };
}
