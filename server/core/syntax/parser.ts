import type { Text } from '../text/text';
import { Members } from './members/members';
import { Place } from './members/place';
import { isOfNotation } from './notation';
import { PartBorders } from './partBorders';
import { DeepValue } from './recovery/deepValue';
import { LineBreaks } from './recovery/lineBreaks';
import { RepairChooser } from './recovery/repairChooser';
import type { RunKernel } from './runKernel';
import { RunReader } from './runReader';
import { State } from './state';
import { Scanner } from './tokens/scanner';
import { Token as T } from './tokens/token';
import { Builder, type Unfinished } from './tree/builder';
import type { Contexts, Grammar } from './tree/context';
import type { Frame } from './tree/frame';
import { Kind } from './tree/nodeKind';
import type { Reuse } from './tree/reuse';
import type { RowTable } from './tree/rows';
import { Ending, maxSyntaxErrors, type Tree } from './tree/tree';

/** Code units of white space and comments skipped per step. */
const maxBlankPerStep = 10_000;
/** Code units of a token read per step. */
const maxTokenPerStep = 20_000;
/** Containers closed per step. */
const maxClosedPerStep = 500;
/** Cost of closing a container at the end, and of a syntax error, in code units read. */
const closingCost = 100;
const syntaxErrorCost = 10;

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
  private readonly borders: PartBorders;
  private readonly deep: DeepValue;
  private readonly lineBreaks: LineBreaks;
  /** Whether the containers of a line are being closed, in several steps. */
  private isClosing = false;
  private result: Tree | null = null;
  /** Cost of long white space and tokens, and of closing containers at the end, in code units read. */
  private effort = 0;

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
    const { kernel = null, lines, reuse, grammar } = options;
    this.deep = new DeepValue({ scanner, builder, lines });
    this.repairs = new RepairChooser(text, { ...options, scanner, builder });
    const { repairs } = this;
    this.lineBreaks = new LineBreaks({ scanner, builder, repairs });
    this.place = new Place({ scanner, builder, repairs, grammar });
    this.members = new Members(text, this.place, this.deep);
    this.runs = kernel === null ? null : new RunReader(text, { kernel, scanner, builder, lines, reuse });
    this.borders = new PartBorders(this.place, { reuse, onCut: () => options.onDivision?.(this) });
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
    const { token } = this.scanner;
    if (kind === Kind.lines && token === T.end) this.finish(this.text.length);
    else if (kind === Kind.lines) this.members.root.inLines();
    else if (token === T.end || token === T.newline) this.endOrBreak();
    else if (kind === Kind.document) this.members.root.inDocument();
    else this.members.read();
  }

  /** Steps over old parts, white space, a log line or a run of members; false if a token is to be read. */
  private stepsOver(): boolean {
    if (this.borders.reuseFirst()) return true;
    if (!this.place.isHeld && !this.passBlank()) return true;
    if (this.place.state === State.member && !this.place.isHeld && this.members.brackets.openArray())
      return false;
    if (this.place.state === State.member && !this.place.isHeld && this.borders.pass()) return true;
    if (!this.place.isHeld && this.members.root.passLogLine()) return true;
    return !this.place.isHeld && this.runs !== null && this.runs.pass(this.place);
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

  private passDeepValue(): void {
    this.deep.pass(maxTokenPerStep);
    if (!this.deep.isOpen) this.place.state = State.after;
  }

  /** Text after the one value, which is not parsed: where it begins, and what `seen` was there; null if there is none. */
  get rest(): { readonly from: number; readonly seen: number } | null {
    return this.members.root.rest;
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
