import { better, type Held } from '../../detection/lineSums';
import { type Document, nounOf } from '../../document';
import { containerOf, type Engine } from '../../engine';
import { HintSearch } from '../../features/hints/hints';
import { isMixed } from '../../features/mixedLine';
import { countIn } from '../../features/summary';
import { visitOfRoot } from '../../rules/checking/partProblems';
import { maxProblemsBehindEmpty } from '../../rules/wholeDocument';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import { rootOf } from '../../syntax/nodes/node';
import type { Start } from '../../syntax/parser';
import { PlainLineReader } from '../../syntax/plainLines';
import { RowTable } from '../../syntax/tree/rows';
import type { Chunk } from '../../text/chunks';
import { UnitsPool } from '../../text/unitsPool';
import { runToEnd } from '../../work';
import { lineStartLength } from '../conflictLines';
import { type Piece, parsePiece, plainPiece, startBehind } from '../linePieces';
import { headLength, LineStructure } from '../lineStructure';
import { placed } from '../placed';
import { ProblemSum, problemsIn } from '../problemSum';
import { offsetIn, positionIn, SlidingText, type Window } from '../slidingText';
import { usualWindow } from '../streamOptions';
import type { TextSummary } from '../textSummary';
import { type Checked, verdictOnLines } from '../verdict';
import { containersOf } from './containers';
import type { LinesOptions } from './linesOptions';
import { HintRecord, type LinesPart } from './linesPart';
import { partOfStructure } from './partOfStructure';

/** A code unit takes up to three bytes. */
const maxHeadBytes = 3 * headLength;

/**
 * Checks JSON Lines of any length while they arrive, with the same result as `problemsOf` and `findHints` on the whole
 * text. Memory depends on the longest line and on the number of problems that are kept.
 */
export class LinesCheck {
  private readonly engine: Engine;
  private readonly options: LinesOptions;
  /** Takes back the arrays of chunks that it has given. */
  readonly pool = new UnitsPool();
  private readonly text = new SlidingText(this.pool);
  private readonly table = new RowTable();
  private readonly reader: PlainLineReader | null;
  private readonly structure: LineStructure;
  private problems: ProblemSum[];
  private hints: (HintSearch | HintRecord)[];
  private syntaxErrors = 0;
  /** Number of trajectories in lines that are groups. */
  private trajectories = 0;
  private mixedLine: number | null = null;
  /** Where the next piece begins in the window; null for the start of the text. */
  private start: Start | null = null;
  /** Offset of the first line start that has not been examined. */
  private from = 0;
  /** The line where reading stopped because of too many syntax errors; null if it has not. */
  private stoppedAt: number | null = null;
  /** Size of the window that the next attempt needs. */
  private needed: number;

  constructor(engine: Engine, options: LinesOptions) {
    this.engine = engine;
    this.options = options;
    const { runKernel } = engine.analyzer();
    this.reader = runKernel && new PlainLineReader(runKernel);
    this.needed = options.window ?? usualWindow;
    this.structure = new LineStructure(engine.schemas, this.pool);
    const kept = Math.max(options.limit, maxProblemsBehindEmpty);
    const full = options.before?.full;
    this.problems = containersOf(engine, options).map((container) => new ProblemSum(container, kept, full));
    this.hints = hintsOf(options);
  }

  /** Adds the next chunk; the caller uses it no more. */
  write(chunk: Chunk): void {
    if ((this.options.before?.bytes ?? 0) < maxHeadBytes) this.structure.addText(chunk);
    this.text.add(chunk);
    this.pool.release(chunk.units);
    while (this.text.length >= this.needed) {
      const isDone = this.advance(false);
      this.needed = isDone ? (this.options.window ?? usualWindow) : 2 * this.text.length;
    }
  }

  /** What the lines so far contain. */
  get held(): Held | null {
    return this.structure.sums.held;
  }

  /** Ends the text of a part of the lines, and returns what was found, to be joined with other parts. */
  endOfPart(): LinesPart {
    this.advance(true);
    const { structure, problems, hints, stoppedAt, syntaxErrors } = this;
    const containers = containersOf(this.engine, this.options);
    const found = containers.map(
      (container) => problems.find((sum) => sum.container === container)?.found ?? null,
    );
    const { window } = this.text;
    return {
      length: offsetIn(window, window.text.length),
      lineEnds: positionIn(window, window.text.length).line,
      stoppedAt,
      syntaxErrors,
      problems: found,
      hints: hints.flatMap((one) =>
        one instanceof HintRecord ? [{ isBare: one.isBare, nodes: one.nodes }] : [],
      ),
      ...partOfStructure(structure),
    };
  }

  /** Ends the text, and returns the result. */
  end(): Checked {
    this.advance(true);
    const { engine, options, structure, problems, stoppedAt } = this;
    const hints = this.hints.filter((one) => one instanceof HintSearch);
    return verdictOnLines({ engine, options, structure, problems, hints, stoppedAt });
  }

  /** What a request needs of the text, which has ended. Nothing of one with unrecognized lines can be sent. */
  summaryOf({ type: { kind }, counts }: Checked): TextSummary {
    const { count, hasSyntaxErrors } = this.structure;
    const { window } = this.text;
    const slice = { from: 0, to: offsetIn(window, window.text.length) };
    const isBare = kind === 'trajectory-lines';
    const [groupCount, trajectoryCount] = isBare ? [0, count] : [count, this.trajectories];
    const whole = { split: null, modelId: null, config: null, hasSyntaxErrors };
    const about = { kind, errors: counts[0], warnings: counts[1], ...whole };
    if (kind === 'unrecognized')
      return { ...about, groups: null, groupCount: 0, trajectoryCount: 0, mixedLine: null };
    return {
      ...about,
      groups: count === 0 ? null : { kind: isBare ? 'trajectories' : 'items', slice },
      groupCount,
      trajectoryCount,
      mixedLine: this.mixedLine,
    };
  }

  /** Checks what is certain; false if more text is needed. */
  private advance(isEnd: boolean): boolean {
    if (this.addPlain() && !isEnd) return true;
    const { window } = this.text;
    if (this.stoppedAt !== null) this.pass(window, isEnd);
    else {
      const { table } = this;
      const piece = parsePiece(this.engine, window.text, { start: this.start, isEnd, table });
      if (piece === null) return false;
      this.add(piece, window, isEnd);
    }
    return true;
  }

  /** Checks plain lines, and drops them; false if the next line is not plain. */
  private addPlain(): boolean {
    const { reader, start, stoppedAt } = this;
    const { window } = this.text;
    const piece = reader === null || stoppedAt !== null ? null : plainPiece(window.text, { start, reader });
    if (piece !== null) this.add(piece, window, false);
    return piece !== null;
  }

  /** Checks the lines of a piece, and drops them. */
  private add(piece: Piece, window: Window, isEnd: boolean): void {
    const { engine, structure } = this;
    const { root } = piece;
    structure.add(piece, window);
    this.syntaxErrors += root.syntaxErrorCount;
    this.decide();
    const { ruleSet } = engine.analyzer();
    const from = root.starts[0]!;
    for (const sum of this.problems) {
      const top = visitOfRoot(root, engine.schemas, { container: sum.container, noun: nounOf(this.options) });
      sum.add(problemsIn(top, { ruleSet, window, from, sums: [sum] }));
    }
    if (this.hints.length > 0) this.addHints(piece, window);
    if (this.options.counts === true) this.addCounts(piece, window);
    this.options.onLines?.(root, window);
    if (piece.hasGivenUp) this.stoppedAt = positionIn(window, piece.readTo).line;
    if (this.stoppedAt !== null) this.pass(window, isEnd);
    else if (piece.next !== null) {
      this.passLines(window, piece.next.offset);
      this.start = startBehind(piece.next, piece.next.offset - 1);
    } else this.passLines(window, window.text.length);
  }

  /** Examines only the starts of lines, after too many syntax errors. */
  private pass(window: Window, isEnd: boolean): void {
    const { length } = window.text;
    this.passLines(window, isEnd ? length : Math.max(this.from, length - lineStartLength));
  }

  private passLines(window: Window, to: number): void {
    if (this.structure.hasSyntaxErrors) this.structure.addConflicts(window, this.from, to);
    if (to === 0) return;
    // The last code unit shows that a line begins after it.
    this.text.cut({ from: 0, to: to - 1 });
    this.from = 1;
  }

  /** Drops the results for other kinds of lines, once it is known what the lines contain. */
  private decide(): void {
    const held = better(this.options.before?.held ?? null, this.structure.sums.held);
    if (this.options.kind !== undefined || (held !== 'group' && held !== 'trajectory')) return;
    const container = containerOf(this.engine, this.engine.schemas.lines[held]);
    if (this.problems.length > 1) this.problems = this.problems.filter((sum) => sum.container === container);
    if (this.hints.length > 1)
      this.hints = this.hints.filter(({ isBare }) => isBare === (held === 'trajectory'));
  }

  private addCounts(piece: Piece, window: Window): void {
    const document = this.documentOf(piece, window);
    const { kind } = this.options;
    const isBare = kind === undefined ? this.held === 'trajectory' : kind === 'trajectory-lines';
    for (const line of childrenOf(rootOf(piece))) {
      this.trajectories += countIn(document, line, childCount);
      if (this.mixedLine === null && isMixed(document, line, isBare))
        this.mixedLine = positionIn(window, line.from).line;
    }
  }

  private addHints(piece: Piece, window: Window): void {
    const { hints } = this;
    const document = this.documentOf(piece, window);
    for (const line of childrenOf(rootOf(piece))) {
      if (hints.every(({ isOver }) => isOver)) return;
      for (const one of hints)
        if (one instanceof HintRecord) one.add(document, line, window);
        else runToEnd(one.add(document, line, (hint) => placed(hint, window)));
    }
  }

  private documentOf({ root, readTo }: Piece, { text }: Window): Document {
    const { engine, options } = this;
    const type = { kind: 'group-lines', shape: null, wrongFile: null, linesHold: null } as const;
    return {
      text,
      tree: { root, readTo },
      type,
      options,
      schema: null,
      counts: [0, 0, 0, 0],
      engine,
      whole: [],
    };
  }
}

function hintsOf({ hints, kind, before }: LinesOptions): (HintSearch | HintRecord)[] {
  if (!hints) return [];
  const searchFor = (isBare: boolean): HintSearch | HintRecord =>
    before === undefined ? new HintSearch(isBare) : new HintRecord(isBare);
  const ofGroups = kind === 'trajectory-lines' ? [] : [searchFor(false)];
  return kind === 'group-lines' ? ofGroups : [...ofGroups, searchFor(true)];
}
