import { colon, comma, openBrace, openBracket, space, tab } from '../../text/characters';
import { isLineEnd } from '../../text/lineEnds';
import { noUnit } from '../../text/text';
import type { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { isLogLine } from '../tokens/logLines';
import type { Scanner } from '../tokens/scanner';
import type { Builder } from '../tree/builder';
import type { RepairChooser } from './repairChooser';

/** Maximum white space to the next line that is not blank. */
const maxBlank = 262_144;
/** Cost of a decision, in code units read. */
const decisionCost = 200;

/**
 * Line breaks inside the values of JSON Lines: a value that was printed over several lines, or a line that was broken.
 * The first line break of a value is a syntax error, and the others are white space.
 */
export class LineBreaks {
  /** Cost of all decisions so far, in code units read. */
  effort = 0;
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

  /** Passes the line break that has just been read, and blank lines after it, if the value goes on; else false. */
  pass(state: State): boolean {
    const { scanner, builder } = this;
    this.effort += decisionCost;
    const next = this.nextLine();
    if (next < 0 || !this.goesOn(next, state)) return false;
    if (!builder.top().isBroken) {
      builder.addError(SyntaxErrorKind.brokenLine, scanner.from, scanner.to, -1);
      builder.breakLine();
    }
    scanner.moveTo(next);
    return true;
  }

  /** The offset of the next character that is not white space; -1 if it is far away, or the text ends. */
  private nextLine(): number {
    const { scanner } = this;
    let at = scanner.to;
    let c = scanner.peek(at);
    while (isBlank(c) && at < scanner.to + maxBlank) c = scanner.peek(++at);
    scanner.see(at + 1);
    return c === noUnit || isBlank(c) ? -1 : at;
  }

  /**
   * Whether the value goes on with the line at an offset. A line that begins with a bracket is a value of its own, unless
   * the line before it shows that a member follows.
   */
  private goesOn(at: number, state: State): boolean {
    const { scanner } = this;
    if (isLogLine(scanner, at)) return false;
    const c = scanner.peek(at);
    const isIndented = !isLineEnd(scanner.peek(at - 1));
    if (isIndented || (c !== openBrace && c !== openBracket)) return true;
    return isBeforeMember(this.before()) && this.repairs.goesOn(at, state);
  }

  /** The last character before the line break that is not white space. */
  private before(): number {
    const { scanner } = this;
    let at = scanner.from - 1;
    while (isBlank(scanner.peek(at)) && at > scanner.from - maxBlank) at--;
    return scanner.peek(at);
  }
}

/** Whether a member follows a character, whatever is between them. */
export function isBeforeMember(c: number): boolean {
  return c === comma || c === colon || c === openBrace || c === openBracket;
}

function isBlank(c: number): boolean {
  return c === space || c === tab || isLineEnd(c);
}
