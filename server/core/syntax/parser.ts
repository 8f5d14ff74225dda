import {
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lineFeed,
  space,
  tab,
} from '../text/characters';
import { lineEnd, noUnit, positionAt, type Text } from '../text/text';
import { Members } from './members/members';
import { Place } from './members/place';
import { isOfNotation } from './notation';
import { DeepValue } from './recovery/deepValue';
import { LineBreaks } from './recovery/lineBreaks';
import { RepairChooser } from './recovery/repairChooser';
import type { RunKernel } from './runKernel';
import { RunReader } from './runReader';
import { State } from './state';
import { SyntaxErrorKind } from './syntaxErrors';
import { Scanner } from './tokens/scanner';
import { Token as T } from './tokens/token';
import { Builder, type Unfinished } from './tree/builder';
import type { Contexts, Grammar } from './tree/context';
import type { Frame } from './tree/frame';
import { Kind } from './tree/nodeKind';
import type { Reuse } from './tree/reuse';
import type { RowTable } from './tree/rows';
import { Ending, maxSyntaxErrors, type Part, syntaxErrorStride, type Tree } from './tree/tree';

/** Code units of white space and comments skipped per step. */
const maxBlankPerStep = 10_000;
/** Code units of a token read per step. */
const maxTokenPerStep = 20_000;
/** Containers closed per step. */
const maxClosedPerStep = 500;
/** Cost of closing a container at the end, and of a syntax error, in code units read. */
const closingCost = 100;
const syntaxErrorCost = 10;
/** For less text, the kernel is no faster than token by token. */
const minRunLength = 200;
/** Members read token by token after many runs of none: the kernel may stop at each of a million members. */
const maxMembersWithoutRun = 32;

export interface ParseOptions {
  readonly grammar: Grammar;
  readonly contexts: Contexts;
  /** Whether each line is a document of its own (JSON Lines). */
  readonly lines: boolean;
  /** The tree of an earlier text, with what changed since. */
  readonly reuse?: Reuse;
  /** Size of a part in code units, if not the usual one. */
  readonly partSize?: number;
  /** The table of an earlier parse whose tree is used no more. */
  readonly table?: RowTable;
  /** Reads runs of members faster; absent where the host forbids WebAssembly. */
  readonly kernel?: RunKernel | null;
  /** Where parsing begins, if not at the start of the text. */
  readonly start?: Start;
  /** Called between two parts of a container, where `division` says how to continue from there. */
  readonly onDivision?: (parser: Parser) => void;
}

/** The beginning of a member that follows a finished part. */
export interface Start {
  readonly offset: number;
  readonly unfinished: Unfinished;
}

/**
 * Parses any text into a tree, which includes the syntax errors. Nothing recurses. `advance` does a limited amount of
 * work, so that the caller can interrupt it; at the end, `tree` is the result.
 */
export class Parser {
  private readonly text: Text;
  private readonly options: ParseOptions;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly repairs: RepairChooser;
  private readonly place: Place;
  private readonly members: Members;
  private readonly runs: RunReader | null;
  private readonly deep: DeepValue;
  private readonly lineBreaks: LineBreaks;
  /** Whether the containers of a line are being closed, in several steps. */
  private isClosing = false;
  private result: Tree | null = null;
  /** Members to read token by token before the kernel is tried again, and how many there were the last time. */
  private membersWithoutRun = 0;
  private lastWithoutRun = 0;
  /** Cost of long white space and tokens, and of closing containers at the end, in code units read. */
  private effort = 0;
  /** Where text after the one value begins, which is not parsed, and what `seen` was there; null if there is none. */
  rest: { readonly from: number; readonly seen: number } | null = null;

  constructor(text: Text, options: ParseOptions) {
    this.text = text;
    this.options = options;
    this.builder = new Builder(options);
    this.scanner = new Scanner(text, {
      lines: options.lines,
      report: (errorKind, from, to) => {
        if (isOfNotation(this.builder, errorKind, this.place.state)) return;
        this.builder.addError(errorKind, from, to, -1);
      },
    });
    const { scanner, builder } = this;
    this.deep = new DeepValue({ scanner, builder, lines: options.lines });
    this.repairs = new RepairChooser(text, { ...options, scanner, builder });
    const { repairs, deep } = this;
    this.lineBreaks = new LineBreaks({ scanner, builder, repairs });
    this.place = new Place({ scanner, builder, repairs, grammar: options.grammar });
    this.members = new Members(this.place, deep);
    const { kernel = null, lines } = options;
    this.runs = kernel === null ? null : new RunReader(text, { kernel, scanner, builder, lines });
    const { start } = options;
    if (start === undefined) builder.open(options.lines ? Kind.lines : Kind.document, 0, 0);
    else {
      builder.resume(start.unfinished);
      scanner.moveTo(start.offset);
      this.place.state = State.member;
    }
  }

  /** Parses for as long as reading `units` code units takes; false when the tree is complete. */
  advance(units: number): boolean {
    const stop = this.spent() + units;
    while (this.result === null) {
      this.step();
      if (this.spent() >= stop && this.result === null) return true;
    }
    return false;
  }

  /** Work done so far: code units read, and other work in equivalent code units. */
  private spent(): number {
    const { scanner, repairs, lineBreaks, builder } = this;
    const decisions = repairs.effort + lineBreaks.effort;
    return scanner.to + scanner.effort + decisions + this.effort + builder.syntaxErrorCount * syntaxErrorCost;
  }

  get tree(): Tree {
    return this.result!;
  }

  private step(): void {
    if (this.builder.syntaxErrorCount >= maxSyntaxErrors) return this.giveUp();
    if (this.deep.isOpen) return this.passDeepValue();
    if (this.scanner.token !== T.unfinished && this.stepsOver()) return;
    if (!this.place.isHeld) {
      this.scanner.expected = this.place.expected();
      if (!this.readToken()) return;
    }
    this.place.isHeld = false;
    const { kind } = this.builder.top();
    if (kind === Kind.lines) this.inLines();
    else if (this.isOver()) this.endOrBreak();
    else if (kind === Kind.document) this.inDocument();
    else this.members.read();
  }

  /** Steps over old parts, white space, a log line or a run of members; false if a token is to be read. */
  private stepsOver(): boolean {
    if (this.place.state === State.first && this.isAtStart() && this.reuse(true)) return true;
    if (!this.place.isHeld && !this.passBlank()) return true;
    if (this.place.state === State.member && !this.place.isHeld && this.members.brackets.openArray())
      return false;
    if (this.place.state === State.member && !this.place.isHeld && this.boundary()) return true;
    if (this.isAtLineStart() && this.logLine()) return true;
    return !this.place.isHeld && this.run();
  }

  /** Reads the next token; false if it is a long one that the next step continues. */
  private readToken(): boolean {
    const isWhole = this.scanner.next(maxTokenPerStep) !== T.unfinished;
    if (!isWhole) this.effort += maxTokenPerStep;
    return isWhole;
  }

  /** Skips white space before a token is read; false if more is left for the next step. */
  private passBlank(): boolean {
    const isWhole = this.scanner.passBlank(maxBlankPerStep);
    if (!isWhole) this.effort += maxBlankPerStep;
    return isWhole;
  }

  /** Reads a run of members with the kernel; false if it read none. */
  private run(): boolean {
    const { state } = this.place;
    if (this.runs === null || (state !== State.first && state !== State.member)) return false;
    if (this.membersWithoutRun > 0) {
      this.membersWithoutRun--;
      return false;
    }
    const from = this.scanner.to;
    const stop = this.options.reuse?.nextReusable(from) ?? this.text.length;
    if (stop - from < minRunLength) return false;
    const behind = this.runs.read(state, stop);
    this.lastWithoutRun = behind === null ? Math.min(2 * this.lastWithoutRun + 1, maxMembersWithoutRun) : 0;
    this.membersWithoutRun = this.lastWithoutRun;
    if (behind !== null) this.place.state = behind;
    return behind !== null;
  }

  private passDeepValue(): void {
    this.deep.pass(maxTokenPerStep);
    if (!this.deep.isOpen) this.place.state = State.after;
  }

  private isOver(): boolean {
    return this.scanner.token === T.end || this.scanner.token === T.newline;
  }

  /** Right after the bracket that opened the innermost container. */
  private isAtStart(): boolean {
    const frame = this.builder.top();
    return frame.isFirst && frame.from === this.scanner.to;
  }

  // Parts: where one may end, and where an old one may be reused.

  /** After a comma, before the next member: cuts a part when it is due, or reuses old ones. */
  private boundary(): boolean {
    const at = this.scanner.afterBlank();
    const c = this.scanner.peek(at);
    // Unless this closes the container or is a syntax error, the comma was the last of its part.
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
    if (!this.builder.isDue(at)) return false;
    this.builder.cut(at, this.scanner.seen);
    this.options.onDivision?.(this);
    return false;
  }

  /** How to continue from the current division. */
  division(): Start {
    return { offset: this.scanner.to, unfinished: this.builder.unfinished() };
  }

  /** Where the current token ends, or the current division is. */
  get offset(): number {
    return this.scanner.to;
  }

  /** The innermost container. */
  get container(): Readonly<Frame> {
    return this.builder.top();
  }

  /** Number of syntax errors so far. */
  get syntaxErrorCount(): number {
    return this.builder.syntaxErrorCount;
  }

  /** One past the last code unit that influenced the result so far; the end of the text counts as one. */
  get seen(): number {
    return this.scanner.seen;
  }

  private reuse(isFirst: boolean): boolean {
    const { reuse } = this.options;
    if (reuse === undefined) return false;
    const at = this.scanner.to;
    const { builder, scanner } = this;
    const context = builder.contextOf(builder.frames.length - 1);
    const limits = { syntaxErrors: maxSyntaxErrors - builder.syntaxErrorCount, levels: builder.levelsLeft };
    const parts = reuse.run(at, context, isFirst, limits);
    if (parts.length === 0 || builder.wouldMerge(parts[0]!, at)) return false;
    builder.append(parts, at, scanner.seen);
    let to = at;
    for (const part of parts) {
      to += part.length;
      scanner.see(to + part.reach);
    }
    scanner.moveTo(to);
    const last = parts[parts.length - 1]!;
    this.place.state = last.ending === Ending.closed ? State.after : State.member;
    if (isMarkedBehind(last)) builder.markedAt = to;
    return true;
  }

  // The root: one value, or one per line.

  private inLines(): void {
    const { scanner } = this;
    if (scanner.token === T.end) return this.finish(this.text.length);
    if (scanner.token === T.newline) {
      this.place.state = State.member;
      return;
    }
    if (this.place.state === State.after) return this.skipRest(SyntaxErrorKind.secondInLine, true);
    // A property may be a line of a value that was printed over several lines.
    if (scanner.token === T.string && !this.endsLine(closeBrace)) this.members.values.item();
    else this.members.values.root();
  }

  /** Whether a bracket is the last character of the current line. */
  private endsLine(bracket: number): boolean {
    const { scanner, text } = this;
    let at = lineEnd(text, positionAt(text, scanner.from).line);
    scanner.see(at + 1);
    let last = scanner.peek(at - 1);
    while (last === space || last === tab) last = scanner.peek(--at - 1);
    return last === bracket;
  }

  private isAtLineStart(): boolean {
    const { state, isHeld } = this.place;
    return this.options.lines && !isHeld && state !== State.after && this.builder.top().kind === Kind.lines;
  }

  /** Reads a log line between the values as one invalid value. */
  private logLine(): boolean {
    const { scanner, members } = this;
    const isLog = scanner.nextLogLine();
    if (isLog) members.values.logLine();
    return isLog;
  }

  private inDocument(): void {
    if (this.place.state === State.after) this.skipRest(SyntaxErrorKind.secondRoot, false);
    else this.members.values.root();
  }

  /** Text after the one value: one syntax error for all of it; none if the value is invalid already. */
  private skipRest(errorKind: SyntaxErrorKind, isLine: boolean): void {
    const { scanner, builder } = this;
    const from = scanner.from;
    let to = scanner.to;
    if (isLine) to = lineEnd(this.text, positionAt(this.text, to).line);
    else {
      to = this.text.length;
      this.rest ??= { from, seen: scanner.seen };
    }
    if (!builder.lastIsInvalid() && !builder.top().isAfterText)
      builder.addError(errorKind, from, Math.min(to, Math.max(scanner.to, from + 1)), -1);
    scanner.moveTo(to);
    scanner.see(to + 1);
  }

  /** The text or the line ends inside containers, unless the value goes on after the line break. */
  private endOrBreak(): void {
    const mayGoOn = this.scanner.token === T.newline && !this.isClosing && this.builder.frames.length > 1;
    if (!mayGoOn || !this.lineBreaks.pass(this.place.state)) this.closeAll();
  }

  /** The text or the line ends, possibly inside containers. */
  private closeAll(): void {
    const open = this.builder.frames.length - 1;
    this.members.brackets.reportTruncated();
    this.members.brackets.closeUnclosed(Math.min(open, maxClosedPerStep));
    this.effort += Math.min(open, maxClosedPerStep) * closingCost;
    this.place.state = State.after;
    this.place.isHeld = true;
    this.isClosing = open > maxClosedPerStep;
    if (open <= maxClosedPerStep && !this.options.lines) this.finish(this.text.length);
  }

  /** Too many syntax errors: later text is in no node. */
  private giveUp(): void {
    const { builder, scanner, place } = this;
    const to = place.isHeld ? scanner.from : scanner.to;
    const behind = { seen: this.text.length + 1, ending: Ending.broken };
    for (let i = 0; i < maxClosedPerStep && builder.frames.length > 1; i++) builder.close(to, false, behind);
    this.effort += maxClosedPerStep * closingCost;
    if (builder.frames.length === 1) this.finish(to);
  }

  private finish(readTo: number): void {
    const { length } = this.text;
    const root = this.builder.finish(length, { seen: length + 1, mayBeEmpty: this.options.lines });
    this.result = { root, readTo };
  }
}

/** Errors between a value and the next token, which they are reported at. */
const isAtNext: ReadonlySet<number> = new Set([SyntaxErrorKind.missingComma, SyntaxErrorKind.missingArray]);

/** Whether a part has an error that was reported at the token after the part. */
function isMarkedBehind({ syntaxErrors, length }: Part): boolean {
  for (let i = 0; i < syntaxErrors.length; i += syntaxErrorStride) {
    if (isAtNext.has(syntaxErrors[i]!) && syntaxErrors[i + 2] === length) return true;
  }
  return false;
}

/** Parses a whole text at once. */
export function parse(text: Text, options: ParseOptions): Tree {
  const parser = new Parser(text, options);
  parser.advance(Number.POSITIVE_INFINITY);
  return parser.tree;
}
