import { type MarkedPiece, markWords } from './wordMarks';

/** Milliseconds of one drawing in which words are compared. The rest is compared for the next. */
const budget = 16;
/** Texts whose marks are kept, at most. */
const maxKnown = 1000;

/** The marks of texts that were compared, most recently used last: a redraw does not compute them again. */
export class KnownMarks {
  private readonly known = new Map<string, readonly MarkedPiece[] | null>();
  private readonly redraw: () => void;
  private began = 0;
  private isRedrawDue = false;

  /** `redraw` is called once if a drawing needs more time than it has. */
  constructor(redraw: () => void) {
    this.redraw = redraw;
  }

  /** Begins a drawing. */
  begin(): void {
    this.began = performance.now();
    this.isRedrawDue = false;
  }

  /** The pieces of a text that is beside another; null if no words can be marked, undefined if not yet. */
  of(text: string, other: string): readonly MarkedPiece[] | null | undefined {
    const key = keyOf(text, other);
    const marks = this.known.get(key);
    if (marks !== undefined) {
      this.keep(key, marks);
      return marks;
    }
    if (performance.now() - this.began > budget) {
      if (!this.isRedrawDue) this.redraw();
      this.isRedrawDue = true;
      return undefined;
    }
    const found = markWords(text, other);
    this.keep(keyOf(other, text), found?.b ?? null);
    this.keep(key, found?.a ?? null);
    return found?.a ?? null;
  }

  private keep(key: string, marks: readonly MarkedPiece[] | null): void {
    this.known.delete(key);
    this.known.set(key, marks);
    const [oldest] = this.known.keys();
    if (this.known.size > maxKnown && oldest !== undefined) this.known.delete(oldest);
  }
}

function keyOf(text: string, other: string): string {
  return `${text.length} ${text}${other}`;
}
