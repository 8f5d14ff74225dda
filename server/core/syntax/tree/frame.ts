import type { Context } from './context';
import { Kind } from './nodeKind';
import type { Branch, Part } from './tree';

/**
 * An open container, with its members that are not yet in a part. Frames are pooled, because every container needs one
 * for a moment.
 */
export interface Frame {
  kind: Branch['kind'];
  /** Offset of the opening bracket; -1 for the root. */
  open: number;
  keyFrom: number;
  keyTo: number;
  keyInfo: number;
  /** Row of the container among the waiting rows, if it still has one. */
  row: number;
  /** Start of the members: after the opening bracket. */
  interior: number;
  /** Row of the key whose value is being read, or -1. */
  keyRow: number;
  /** The waiting members: their start, first row and count. */
  from: number;
  firstRow: number;
  members: number;
  isFirst: boolean;
  /**
   * Whether the member being read begins where none can, or with a token that was read as something else: what it is
   * depends on what is before it.
   */
  isReread: boolean;
  /** The highest number of open containers while these members were read. */
  high: number;
  /** End of the last member's value; the end of the opening bracket while there is none. */
  lastTo: number;
  /** Whether the last member is a name without a value. */
  lastIsName: boolean;
  /** Whether the last member is text that is not JSON and has been reported. */
  lastIsInvalid: boolean;
  /** Finished parts; null as long as the container is small. */
  parts: Part[] | null;
  /** A large member that waits for the separators after it. */
  waiting: Draft | null;
  context: Context | null;
  /** What a later stage keeps of members that were cut out of the text; null if none was. */
  removed: object | null;
  /** Whether members were cut out of it, or of something in it. */
  isShortened: boolean;
  /** Whether it is in another notation than JSON's (`notation.ts`), or in a container that is. */
  isForeign: boolean;
  /** In JSON Lines, whether the value has a line break up to here, which is one syntax error. */
  isBroken: boolean;
  /** Whether that line break is in the waiting members, which then depend on none being before them. */
  breaks: boolean;
  /** Of a document: its value has text before it, whose syntax error is about the text after it, too. */
  isAfterText: boolean;
}

/** A branch before its container sets the fields that depend on what follows. */
export type Draft = { -readonly [Name in keyof Branch]: Branch[Name] };

/** A frame that is not in use yet. */
export function newFrame(): Frame {
  return {
    kind: Kind.object,
    open: -1,
    keyFrom: -1,
    keyTo: -1,
    keyInfo: 0,
    row: -1,
    interior: 0,
    keyRow: -1,
    from: 0,
    firstRow: 0,
    members: 0,
    isFirst: true,
    isReread: false,
    high: 0,
    lastTo: 0,
    lastIsName: false,
    lastIsInvalid: false,
    parts: null,
    waiting: null,
    context: null,
    removed: null,
    isShortened: false,
    isForeign: false,
    isBroken: false,
    breaks: false,
    isAfterText: false,
  };
}

/** A frame that is independent of the parser's, with offsets as `moved` gives them. */
export function copyOfFrame(frame: Frame, moved: (offset: number) => number): Frame {
  const { open, keyFrom, keyTo, interior, from, lastTo, parts } = frame;
  return {
    ...frame,
    open: moved(open),
    keyFrom: moved(keyFrom),
    keyTo: moved(keyTo),
    interior: moved(interior),
    from: moved(from),
    lastTo: moved(lastTo),
    parts: parts === null ? null : [...parts],
  };
}
