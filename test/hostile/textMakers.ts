import type { LanguageId } from '../../server/core/schema/documentKind';

/** Texts that nobody writes by hand, of any size, which a server must survive. */
export interface HostileText {
  readonly name: string;
  readonly language: LanguageId;
  /** A text of about `size` code units, all ASCII unless the name says otherwise; deterministic. */
  make(size: number): string;
}

/** A text that repeats one piece, between a head and a tail. */
export function repeated(
  name: string,
  piece: string,
  { head = '', tail = '', language = 'trajectory' as LanguageId } = {},
): HostileText {
  const make = (size: number): string =>
    head + piece.repeat(Math.max(1, Math.floor((size - head.length - tail.length) / piece.length))) + tail;
  return { name, language, make };
}

/** A text of numbered pieces. */
export function numbered(
  name: string,
  piece: (i: number) => string,
  { head = '', tail = '', language = 'trajectory' as LanguageId } = {},
): HostileText {
  return {
    name,
    language,
    make(size) {
      const pieces: string[] = [];
      for (let i = 0, length = head.length + tail.length; length < size; i++) {
        const next = piece(i);
        pieces.push(next);
        length += next.length;
      }
      return head + pieces.join('') + tail;
    },
  };
}

/** Opening pieces, followed by as many closing ones. */
export function nested(name: string, open: string, close: string, inner = ''): HostileText {
  const make = (size: number): string => {
    const levels = Math.max(1, Math.floor((size - inner.length) / (open.length + close.length)));
    return open.repeat(levels) + inner + close.repeat(levels);
  };
  return { name, language: 'trajectory', make };
}

/** Pieces in random but deterministic order. */
export function shuffled(
  name: string,
  pieces: readonly string[],
  language: LanguageId = 'trajectory',
): HostileText {
  return {
    name,
    language,
    make(size) {
      const random = randomFrom(1);
      const chosen: string[] = [];
      for (let length = 0; length < size; ) {
        const piece = pieces[Math.floor(random() * pieces.length)]!;
        chosen.push(piece);
        length += piece.length;
      }
      return chosen.join('');
    },
  };
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
