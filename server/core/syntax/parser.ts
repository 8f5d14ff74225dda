import { carriageReturn, closeBrace, closeBracket, colon, comma, lineFeed } from '../text/characters';
import { noUnit, type Text } from '../text/text';
import { Builder } from './builder';
import type { Contexts, Grammar } from './context';
import { Members } from './members';
import { Mistake } from './mistakes';
import { Kind } from './nodeKind';
import { Repairs } from './repairs';
import type { Reuse } from './reuse';
import type { RunKernel } from './runKernel';
import { Runs } from './runs';
import { Scanner } from './scanner';
import { State } from './state';
import { Token as T } from './token';
import { Ending, mistakeStride, type Part, type Tree } from './tree';

/** In less text than this, token by token is just as fast. */
const shortestRun = 200;

export interface ParseOptions {
  readonly grammar: Grammar;
  readonly contexts: Contexts;
  /** Whether each line is a document of its own (JSON Lines). */
  readonly lines: boolean;
  /** The tree of an earlier text, with what changed since. */
  readonly reuse?: Reuse;
  /** Reads runs of members faster; left out where the host forbids WebAssembly. */
  readonly kernel?: RunKernel | null;
}

/**
 * Parses any text into a tree; mistakes are in the tree. Nothing recurses. `advance` does a piece of the
 * work, so that the caller can do something else in between; then `tree` has the result.
 */
export class Parser {
  private readonly text: Text;
  private readonly options: ParseOptions;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly repairs: Repairs;
  private readonly members: Members;
  private readonly runs: Runs | null;
  private result: Tree | null = null;

  constructor(text: Text, options: ParseOptions) {
    this.text = text;
    this.options = options;
    this.builder = new Builder(options.grammar, options.contexts);
    this.scanner = new Scanner(text, {
      lines: options.lines,
      report: (mistake, from, to) => this.builder.mistake(mistake, from, to, -1),
    });
    const { scanner, builder } = this;
    this.repairs = new Repairs(text, { ...options, scanner, builder });
    this.members = new Members({ scanner, builder, repairs: this.repairs, grammar: options.grammar });
    const { kernel = null, lines } = options;
    this.runs = kernel === null ? null : new Runs(text, { kernel, scanner, builder, lines });
    this.builder.open(options.lines ? Kind.lines : Kind.document, 0, 0);
  }

  /** Reads on for as long as that many code units take; false when the tree is complete. */
  advance(units: number): boolean {
    const { scanner, repairs } = this;
    const stop = scanner.to + repairs.effort + units;
    while (this.result === null) {
      this.step();
      if (scanner.to + repairs.effort >= stop && this.result === null) return true;
    }
    return false;
  }

  get tree(): Tree {
    return this.result!;
  }

  private step(): void {
    if (this.members.state === State.first && this.isAtStart() && this.reuse(true)) return;
    if (this.members.state === State.member && !this.members.isHeld && this.boundary()) return;
    if (!this.members.isHeld && this.run()) return;
    if (!this.members.isHeld) this.scanner.next();
    this.members.isHeld = false;
    const { kind } = this.builder.top();
    if (kind === Kind.lines) this.inLines();
    else if (this.isOver()) this.closeAll();
    else if (kind === Kind.document) this.inDocument();
    else this.members.read();
  }

  /** Reads as many members at once as there are without anything to decide. */
  private run(): boolean {
    const { state } = this.members;
    if (this.runs === null || (state !== State.first && state !== State.member)) return false;
    const from = this.scanner.to;
    const stop = this.options.reuse?.barrenTo(from) ?? this.text.length;
    if (stop - from < shortestRun) return false;
    const behind = this.runs.read(state, stop);
    if (behind !== null) this.members.state = behind;
    return behind !== null;
  }

  private isOver(): boolean {
    return this.scanner.token === T.end || this.scanner.token === T.newline;
  }

  /** Right behind the bracket that opened the innermost container. */
  private isAtStart(): boolean {
    const frame = this.builder.top();
    return frame.isFirst && frame.from === this.scanner.to;
  }

  // Parts: where one may end, and where an old one may be taken over.

  /** Behind a comma, before the next member: cuts off a part when it is due, or takes over old ones. */
  private boundary(): boolean {
    const at = this.scanner.afterBlank();
    const c = this.scanner.peek(at);
    // Nothing that could close the container or is a mistake here: then the comma was the last of its part.
    if (
      c === noUnit ||
      c === closeBrace ||
      c === closeBracket ||
      c === comma ||
      c === colon ||
      c === lineFeed ||
      c === carriageReturn
    )
      return false;
    this.scanner.moveTo(at);
    if (this.reuse(false)) return true;
    if (this.builder.isDue(at)) this.builder.cut(at, this.scanner.seen);
    return false;
  }

  private reuse(isFirst: boolean): boolean {
    const { reuse } = this.options;
    if (reuse === undefined) return false;
    const at = this.scanner.to;
    const { builder, scanner } = this;
    const context = builder.contextOf(builder.frames.length - 1);
    const parts = reuse.run(at, context, isFirst);
    if (parts.length === 0 || builder.wouldMerge(parts[0]!, at)) return false;
    builder.append(parts, at, scanner.seen);
    let to = at;
    for (const part of parts) {
      to += part.length;
      scanner.see(to + part.reach);
    }
    scanner.moveTo(to);
    const last = parts[parts.length - 1]!;
    this.members.state = last.ending === Ending.closed ? State.after : State.member;
    if (lacksComma(last)) builder.markedAt = to;
    return true;
  }

  // The root: one value, or one a line.

  private inLines(): void {
    const { scanner } = this;
    if (scanner.token === T.end) return this.finish();
    if (scanner.token === T.newline) {
      this.members.state = State.member;
      return;
    }
    if (this.members.state === State.after) return this.rest(Mistake.secondRoot, true);
    this.members.item();
  }

  private inDocument(): void {
    if (this.members.state === State.after) this.rest(Mistake.secondRoot, false);
    else this.members.item();
  }

  /** Text behind the one value: one mistake, whatever it is. */
  private rest(mistake: Mistake, isLine: boolean): void {
    const { scanner, builder } = this;
    const from = scanner.from;
    let to = scanner.to;
    if (isLine) {
      while (
        scanner.peek(to) !== noUnit &&
        scanner.peek(to) !== lineFeed &&
        scanner.peek(to) !== carriageReturn
      )
        to++;
    } else to = this.text.length;
    builder.mistake(mistake, from, Math.min(to, Math.max(scanner.to, from + 1)), -1);
    scanner.moveTo(to);
    scanner.see(to + 1);
  }

  /** The text or the line ends, maybe inside containers. */
  private closeAll(): void {
    this.members.closeUnclosed(this.builder.frames.length - 1);
    this.members.state = State.after;
    this.members.isHeld = true;
    if (!this.options.lines) this.finish();
  }

  private finish(): void {
    const { length } = this.text;
    this.result = { root: this.builder.finish(length, { seen: length + 1, mayBeEmpty: this.options.lines }) };
  }
}

/** Whether a part has a mistake that was reported at the token behind it: the comma that is missing before that. */
function lacksComma({ mistakes, length }: Part): boolean {
  for (let i = 0; i < mistakes.length; i += mistakeStride) {
    if (mistakes[i] === Mistake.missingComma && mistakes[i + 2] === length) return true;
  }
  return false;
}

/** Parses a whole text at once. */
export function parse(text: Text, options: ParseOptions): Tree {
  const parser = new Parser(text, options);
  parser.advance(Number.POSITIVE_INFINITY);
  return parser.tree;
}
