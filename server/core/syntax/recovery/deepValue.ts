import { SyntaxErrorKind } from '../syntaxErrors';
import type { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';
import type { Builder } from '../tree/builder';

/**
 * A value nested in more than `maxLevels` containers. It becomes one node: only its brackets, of either kind, are
 * counted to find its end. So a nest of a million levels costs no more than a list.
 */
export class DeepValue {
  private from = -1;
  private to = -1;
  private levels = 0;
  private readonly scanner: Scanner;
  private readonly builder: Builder;

  constructor(parser: { readonly scanner: Scanner; readonly builder: Builder }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
  }

  get isOpen(): boolean {
    return this.levels > 0;
  }

  /** Begins with the bracket that the scanner has just read. */
  open(): void {
    this.from = this.scanner.from;
    this.to = this.scanner.to;
    this.levels = 1;
  }

  /** Processes the next token; at the end of the text or the line, the value ends without its bracket. */
  pass(isOver: boolean): void {
    const { scanner, builder } = this;
    const { token } = scanner;
    if (isOver) this.levels = 0;
    else this.to = scanner.to;
    if (token === T.openObject || token === T.openArray) this.levels++;
    if (token === T.closeObject || token === T.closeArray) this.levels--;
    if (this.isOpen) return;
    builder.unread({ from: this.from, to: this.to });
    if (!isOver) return;
    builder.addError(SyntaxErrorKind.unclosed, this.from, this.from + 1, this.to);
    builder.markedAt = scanner.from;
  }
}
