import {
  carriageReturn,
  closeBrace,
  closeBracket,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  space,
  tab,
} from '../../text/characters';
import { SyntaxErrorKind } from '../syntaxErrors';
import { isLogMessage } from '../tokens/logLines';
import type { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';
import type { Builder } from '../tree/builder';
import { Kind } from '../tree/nodeKind';
import type { RepairChooser } from './repairChooser';

/** Maximum white space after a string that lacks its array. */
const maxBlank = 200;
/** From an opening bracket to the closing one of its kind, in code units' values. */
const toClosing = 2;

/**
 * Opening brackets that are missing before a value: only the text after the value shows it. The value stays where it
 * is, because it may be long; the items after it go into an array without a bracket.
 */
export class MissingOpenings {
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly repairs: RepairChooser;

  constructor(parser: {
    readonly scanner: Scanner;
    readonly builder: Builder;
    readonly repairs: RepairChooser;
  }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.repairs = parser.repairs;
  }

  /**
   * `"a": {…}, {…}]`: after a comma in an object, opens an array for the items from the next bracket on. Whether it read
   * that bracket.
   */
  beforeContainers(): boolean {
    const { builder, scanner } = this;
    const frame = builder.top();
    const at = scanner.afterBlank();
    const c = frame.kind === Kind.object ? scanner.peek(at) : 0;
    if ((c !== openBrace && c !== openBracket) || scanner.peek(frame.lastTo - 1) !== c + toClosing)
      return false;
    if (c === openBracket && isLogMessage(scanner, at)) return false;
    scanner.next();
    const isBracket = scanner.token === T.openObject || scanner.token === T.openArray;
    if (isBracket && builder.levelsLeft > 0 && this.repairs.ofBracketAsName().type === 'array')
      this.openArray(frame.lastTo);
    return true;
  }

  /** `"a": 1, 2]`: opens an array for the current token, a string in place of a name, and the items after it. */
  beforeStrings(): boolean {
    const { scanner, builder } = this;
    const c = this.nextNear(scanner.to);
    if ((c !== comma && c !== closeBracket) || !builder.endsWithValue() || builder.levelsLeft === 0)
      return false;
    const isOpened = this.repairs.isEndOfScalars();
    if (isOpened) this.openArray(scanner.from);
    return isOpened;
  }

  /** `"a": {…}]`: whether the current token, `]`, closes an array that the last value begins. After a scalar it is extra. */
  isClosed(): boolean {
    const { scanner, builder } = this;
    const { kind, lastTo } = builder.top();
    const isOfObject = scanner.token === T.closeArray && kind === Kind.object;
    const isIt = isOfObject && builder.endsWithValue() && scanner.peek(lastTo - 1) === closeBrace;
    if (isIt) this.report(lastTo);
    return isIt;
  }

  /** The next character that is not white space; a space if that is far away. */
  private nextNear(from: number): number {
    const { scanner } = this;
    let at = from;
    let c = scanner.peek(at);
    while (isBlank(c) && at < from + maxBlank) c = scanner.peek(++at);
    scanner.see(at + 1);
    return c;
  }

  private openArray(errorFrom: number): void {
    const { builder, scanner } = this;
    this.report(errorFrom);
    // A large value before it becomes a part.
    if (builder.top().waiting !== null) builder.cut(scanner.from, scanner.seen);
    builder.open(Kind.array, scanner.from, 0);
  }

  private report(from: number): void {
    const { builder, scanner } = this;
    if (builder.markedAt === scanner.from) return;
    builder.markedAt = scanner.from;
    const isAtToken = from === scanner.from;
    const [to, repairAt] = isAtToken ? [scanner.to, from] : [scanner.from, -1];
    builder.addError(SyntaxErrorKind.missingArray, from, to, repairAt);
  }
}

function isBlank(c: number): boolean {
  return c === space || c === tab || c === lineFeed || c === carriageReturn;
}
