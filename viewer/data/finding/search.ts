import type { FindQuery } from '../../../server/viewProtocol/find';
import { type FileHit, type HitPlace, type Hits, nextToSearch } from './hits';

/** A search of the messages, while its field is open and not empty. */
export interface Search {
  /** Another number for each search. */
  readonly id: number;
  readonly query: FindQuery;
  /** Null for all roles. */
  readonly role: string | null;
  readonly hits: Hits;
  /** Hits in the file that the document is compared with; null without one, and until it is loaded. */
  readonly otherHits: Hits | null;
  /** The hit that was gone to. */
  readonly current: FileHit | null;
  /** The hit that was gone to, while an edit of its trajectory has taken it away, and where it was. */
  readonly left: LeftHit | null;
  /** The direction of a step to a hit, which waits while the search has found none. */
  readonly stepWanted: 1 | -1 | null;
  /** Why the search stopped, for the user. */
  readonly failure: string | null;
}

export interface LeftHit {
  readonly hit: FileHit;
  readonly place: HitPlace;
}

/** What is searched next: the document first, then the other file. Null if all is searched, or the search has failed. */
export function nextOf({ hits, otherHits, failure }: Search) {
  if (failure !== null) return null;
  const own = nextToSearch(hits);
  if (own !== null) return { ...own, isOther: false };
  const other = otherHits === null ? null : nextToSearch(otherHits);
  return other && { ...other, isOther: true };
}

export function hitsIn({ hits, otherHits }: Search, isOther: boolean): Hits | null {
  return isOther ? otherHits : hits;
}

export function withHits(search: Search, hits: Hits, isOther: boolean): Search {
  return isOther ? { ...search, otherHits: hits } : { ...search, hits };
}
