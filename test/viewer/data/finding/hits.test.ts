import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../../../server/lsp/base64';
import type { FindCursor, Hit } from '../../../../server/viewProtocol/find';
import {
  afterChange,
  type Hits,
  hitFrom,
  maxListed,
  nextToSearch,
  noHits,
  type Page,
  placeOf,
  shareSearched,
  totalsOf,
  withPage,
} from '../../../../viewer/data/finding/hits';
import type { ListChange } from '../../../../viewer/data/following';

/** A document: per trajectory its number of hits, all in one message. */
type Sizes = readonly number[];

const hit = (trajectory: number, from: number): Hit => ({
  ...{ trajectory, message: 0, role: null, path: [], from, to: from + 1 },
  ...{ before: '', found: 'x', after: '' },
});

/** Answers as the server does: at most `most` hits a page. */
function pageOf(
  sizes: Sizes,
  from: FindCursor,
  to: number,
  { room, most }: { room: number; most: number },
): Page {
  const hits: Hit[] = [];
  const counts: number[] = [];
  for (let at = from.trajectory, offset = from.offset; at < to; at++, offset = 0) {
    const all = Array.from({ length: sizes[at]! }, (_, i) => hit(at, i)).slice(offset);
    const taken = room === 0 ? all : all.slice(0, Math.min(room, most) - hits.length);
    counts.push(taken.length);
    if (room > 0) hits.push(...taken);
    if (taken.length < all.length) {
      const next = { ...from, trajectory: at, offset: offset + taken.length };
      return { version: 1, hits, first: from.trajectory, counts: toBase64(Int32Array.from(counts)), next };
    }
  }
  return { version: 1, hits, first: from.trajectory, counts: toBase64(Int32Array.from(counts)), next: null };
}

function search(sizes: Sizes, before: Hits, { pages = 1000, most = 3 } = {}): Hits {
  let hits = before;
  for (let i = 0; i < pages; i++) {
    const next = nextToSearch(hits);
    if (next === null) return hits;
    const room = Math.max(0, maxListed - hits.listed.length);
    hits = withPage(hits, pageOf(sizes, next.from, next.to, { room, most }), next.to);
  }
  return hits;
}

function expected(sizes: Sizes): [number, number][] {
  return sizes.flatMap((size, trajectory) =>
    Array.from({ length: size }, (_, from): [number, number] => [trajectory, from]),
  );
}

const listed = ({ listed }: Hits) => listed.map(({ trajectory, from }) => [trajectory, from]);

function changeOf(
  from: number,
  removed: number,
  added: number,
  alike = { atStart: 0, atEnd: 0 },
): ListChange {
  return { version: 1, isWhole: false, from, removed, added, alike };
}

describe('Hits', () => {
  it('are complete after any edits at any time', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 8 });
    const edit = fc.record({ from: fc.nat(8), removed: fc.nat(4), added: sizes, pages: fc.nat(3) });
    fc.assert(
      fc.property(sizes, fc.array(edit, { maxLength: 4 }), (first, edits) => {
        let now: number[] = [...first];
        let hits = search(now, noHits(now.length), { pages: 1 });
        for (const { from, removed, added, pages } of edits) {
          const start = Math.min(from, now.length);
          const count = Math.min(removed, now.length - start);
          now = now.toSpliced(start, count, ...added);
          hits = search(now, afterChange(hits, changeOf(start, count, added.length)), { pages });
        }
        hits = search(now, hits);
        expect([...hits.counts]).toEqual(now);
        expect(listed(hits)).toEqual(expected(now));
        expect(shareSearched(hits)).toBe(1);
      }),
    );
  });

  it('of trajectories with the same text are kept, without another search', () => {
    const hits = search([1, 2, 3], noHits(3));
    const moved = afterChange(hits, changeOf(0, 3, 4, { atStart: 1, atEnd: 2 }));
    expect(nextToSearch(moved)).toMatchObject({ from: { trajectory: 1 }, to: 2 });
    expect(listed(moved)).toEqual(expected([1, 0, 2, 3]));
    expect(nextToSearch(afterChange(hits, { ...changeOf(0, 0, 2), isWhole: true }))).toMatchObject({ to: 2 });
  });

  it('beyond a maximum are only counted', () => {
    const sizes = [maxListed - 10, 5000, 7];
    const hits = search(sizes, noHits(3), { most: 500 });
    expect(hits.listed).toHaveLength(maxListed);
    expect([...hits.counts]).toEqual(sizes);
    expect(totalsOf(hits, Uint8Array.of(1, 0, 1))).toEqual({ hits: maxListed - 3, trajectories: 2 });
  });

  it('are gone to from the current message, and around the ends', () => {
    const hits = search([2, 0, 1], noHits(3)).listed;
    const from = (trajectory: number, message: number, by: 1 | -1) =>
      hitFrom(hits, { trajectory, message }, by)?.trajectory;
    expect([from(0, 0, 1), from(1, 0, 1), from(2, 0, 1), from(2, 1, 1)]).toEqual([0, 2, 2, 0]);
    expect([from(0, 0, -1), from(0, 1, -1), from(1, 0, -1), from(2, 1, -1)]).toEqual([2, 0, 0, 2]);
    expect(hitFrom([], { trajectory: 0, message: 0 }, 1)).toBeNull();
  });

  it('are gone to from a place among those of a message', () => {
    const hits = search([2, 3, 1], noHits(3));
    const place = placeOf(hits.listed[3]!, hits);
    expect(place).toEqual({ trajectory: 1, message: 0, isOther: false, passed: 1 });
    const left = hits.listed.toSpliced(3, 1);
    const from = (passed: number, by: 1 | -1) => {
      const found = hitFrom(left, { ...place, passed }, by);
      return [found?.trajectory, found?.from];
    };
    expect([from(1, 1), from(1, -1)]).toEqual([
      [1, 2],
      [1, 0],
    ]);
    expect([from(9, 1), from(0, -1)]).toEqual([
      [2, 0],
      [0, 1],
    ]);
  });
});
