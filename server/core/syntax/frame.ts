import type { Context } from './context';
import type { Branch, Part } from './tree';

/** A container that is open: what is known of it, and its members that are not yet in a part. */
export interface Frame {
  readonly kind: Branch['kind'];
  /** Offset of the opening bracket; -1 for the root. */
  readonly open: number;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly keyInfo: number;
  /** Whether a mistake was reported at the token that the member begins with. */
  readonly isMarked: boolean;
  /** Row of the container among the waiting rows, where it still has one. */
  readonly row: number;
  /** Where the members begin: behind the opening bracket. */
  readonly interior: number;
  /** Row of the key whose value is being read, or -1. */
  keyRow: number;
  /** The stretch of members that waits to become a part: where it begins, its first row, how many there are. */
  from: number;
  firstRow: number;
  members: number;
  isFirst: boolean;
  /** The highest number of open containers while this stretch was read. */
  high: number;
  /** End of the last member's value; the end of the opening bracket while there is none. */
  lastTo: number;
  /** Finished parts; null as long as the container is small. */
  parts: Part[] | null;
  /** A large member that waits for the separators behind it. */
  waiting: Branch | null;
  context: Context | null;
}

/** A container whose bracket has just been read. */
export function newFrame(
  known: Pick<Frame, 'kind' | 'open' | 'keyFrom' | 'keyTo' | 'keyInfo' | 'isMarked' | 'row' | 'interior'>,
  at: { readonly depth: number; readonly firstRow: number },
): Frame {
  // Written out: a spread here would make this, which runs for every container, ten times slower.
  return {
    kind: known.kind,
    open: known.open,
    keyFrom: known.keyFrom,
    keyTo: known.keyTo,
    keyInfo: known.keyInfo,
    isMarked: known.isMarked,
    row: known.row,
    interior: known.interior,
    keyRow: -1,
    from: known.interior,
    firstRow: at.firstRow,
    members: 0,
    isFirst: true,
    high: at.depth,
    lastTo: known.interior,
    parts: null,
    waiting: null,
    context: null,
  };
}
