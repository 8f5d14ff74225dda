import { type Native, native } from '../native/native';
import { chunkAt, type Text } from '../text/text';
import type { Builder } from './builder';
import type { Grammar } from './context';
import { Kind } from './nodeKind';
import { State } from './recovery';
import type { Scanner } from './scanner';

/** As many code units should be in the window behind where a member begins: most are shorter. */
const margin = 16_384;

/**
 * Reads runs of members in which nothing needs a decision, many at a time; what it puts into the tree is what
 * `Members` would have put there, token by token.
 */
export class Runs {
  private readonly text: Text;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly options: { readonly grammar: Grammar; readonly lines: boolean };
  /** What stands in the window: a stretch of the text. */
  private from = 0;
  private to = 0;
  /** Marks the window as ours; it keeps nothing of a document, because the window outlives all of them. */
  private readonly mark = {};

  constructor(
    text: Text,
    parser: {
      readonly scanner: Scanner;
      readonly builder: Builder;
      readonly grammar: Grammar;
      readonly lines: boolean;
    },
  ) {
    this.text = text;
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.options = parser;
  }

  /**
   * Reads on from where the scanner stands, right behind an opening bracket or before a member, and begins no
   * member from `stop` on; gives the state behind what it read, or null if that was nothing.
   */
  read(state: State, stop: number): State | null {
    const { scanner, builder, options } = this;
    const { kind, from } = builder.top();
    const own = native();
    if (own === null || (kind !== Kind.object && kind !== Kind.array)) return null;
    this.load(own, scanner.to, Math.min(stop + margin, this.text.length));
    const index = scanner.to - this.from;
    const isFirst = state === State.first;
    const row = builder.rowCount;
    own.readMembers(index, this.to - this.from, this.from, stop, kind, from, isFirst, row, options.lines);
    const { results } = own;
    if (results[3] === 0) return null;
    builder.take(own.rows, results[3]!, { frames: own.frames, depth: results[4]! });
    scanner.moveTo(results[0]!);
    scanner.see(results[2]!);
    return results[1] as State;
  }

  /** Makes sure that what follows an offset stands in the window, as much as is needed and has room. */
  private load(own: Native, offset: number, end: number): void {
    const { text } = this;
    const isThere = own.owner === this.mark && offset >= this.from;
    if (isThere && this.to >= Math.min(offset + margin, end)) return;
    const limit = Math.min(offset + own.window.length, end);
    own.know(this.options.grammar.vocabulary.names);
    own.owner = this.mark;
    this.from = offset;
    this.to = offset;
    for (let i = chunkAt(text, offset); this.to < limit; i++) {
      const { units } = text.chunks[i]!;
      const start = this.to - text.starts[i]!;
      const some = units.subarray(start, Math.min(units.length, start + limit - this.to));
      own.window.set(some, this.to - this.from);
      this.to += some.length;
    }
  }
}
