import { type Document, nounOf } from '../../document';
import { containerOf, type Engine } from '../../engine';
import { max } from '../../features/hints/readTrajectory';
import { type BranchInContext, visitOf, visitOfRoot } from '../../rules/checking/partProblems';
import { firstDeep, maxProblemsBehindEmpty } from '../../rules/wholeDocument';
import { type DocumentKind, schemaOfKind } from '../../schema/documentKind';
import type { Schema } from '../../schema/schema';
import type { Start } from '../../syntax/parser';
import type { Frame } from '../../syntax/tree/frame';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Chunk } from '../../text/chunks';
import { UnitsPool } from '../../text/unitsPool';
import { ConflictLines } from '../conflictLines';
import { ProblemSum, problemsIn } from '../problemSum';
import { type ExcerptAt, offsetIn, placeIn, SlidingText, type Window } from '../slidingText';
import { usualWindow } from '../streamOptions';
import type { TextSummary } from '../textSummary';
import type { Checked } from '../verdict';
import { branchOfFrame, type Cut, cutOf, startAfter } from './cuts';
import { addItems, type Holds, holdsOf } from './holders';
import type { AboutOpen, DocumentCheckOptions } from './openItems';
import { type Parsed, parseUntil } from './parseDocument';
import { summaryOfDocument } from './summaryOfDocument';
import { verdictOnDocument } from './verdictOnDocument';

/** Code units at the start that are kept to detect the type of a text. */
const headLength = 2 ** 16;

/** The kinds that are still possible for a document. */
const kinds: readonly DocumentKind[] = [
  'log-request',
  'training-job',
  'group',
  'training-config',
  'trajectory-lines',
  'unrecognized',
];

/**
 * Checks a document of one value, of any length, while it arrives, with the same result as `problemsOf` and `findHints`
 * on the whole text. Checked items of long arrays are dropped from the text, so memory depends on the longest
 * trajectory, the members of objects outside arrays, and the problems that are kept.
 */
export class DocumentCheck {
  private readonly engine: Engine;
  private readonly options: DocumentCheckOptions;
  /** Takes back the arrays of chunks that it has given. */
  readonly pool = new UnitsPool();
  private readonly text = new SlidingText(this.pool);
  private readonly head = new SlidingText(this.pool);
  private readonly conflicts = new ConflictLines(this.pool);
  private readonly sums: readonly ProblemSum[];
  private readonly size: number;
  private start: Start | null = null;
  /** The result, once the rest of the text cannot change it. */
  private parsed: Parsed | null = null;
  /** Size of the window that the next attempt needs. */
  private needed: number;
  private deep: { readonly from: number; readonly place: ExcerptAt } | null = null;
  /** Nesting depth of what was cut out, including the root. */
  private depth = 0;

  constructor(engine: Engine, options: DocumentCheckOptions) {
    this.engine = engine;
    this.options = options;
    this.size = options.window ?? usualWindow;
    this.needed = this.size;
    const kept = Math.max(options.limit, maxProblemsBehindEmpty);
    const { kind } = options;
    const containers = (kind === undefined ? kinds : [kind]).map((one) =>
      containerOf(engine, schemaOfKind(engine.schemas, one)),
    );
    this.sums = [...new Set(containers)].map((container) => new ProblemSum(container, kept));
  }

  /** Adds the next chunk; the caller uses it no more. */
  write(chunk: Chunk): void {
    if (this.head.length < headLength) this.head.add(chunk);
    this.conflicts.write(chunk);
    if (this.parsed === null) this.text.add(chunk);
    this.pool.release(chunk.units);
    while (this.parsed === null && this.text.length >= this.needed) this.advance(false);
  }

  /** Ends the text, and returns the result. */
  end(): Checked {
    this.conflicts.end();
    if (this.parsed === null) this.advance(true);
    const { engine, options, sums, conflicts, deep, depth } = this;
    const { window } = this.text;
    const parsed = this.parsed!;
    const head = this.head.window;
    const checked = verdictOnDocument({
      ...{ engine, options, sums, conflicts, deep, depth, window, parsed, head },
    });
    options.items?.finish({ window, parsed }, checked.type, options);
    return checked;
  }

  /** What a request needs of the text, which has ended. */
  summaryOf({ type, counts }: Checked): TextSummary {
    const { engine, options } = this;
    const { window } = this.text;
    const tree = this.parsed!;
    const document = { text: window.text, tree, type, options, schema: null, counts, engine, whole: [] };
    return { ...summaryOfDocument(document, window), hasSyntaxErrors: tree.syntaxErrors > 0 };
  }

  /** Parses the window, and cuts out what is certain. */
  private advance(isEnd: boolean): void {
    const { window } = this.text;
    const result = parseUntil(this.engine, window.text, {
      start: this.start,
      isEnd,
      step: this.size >> 3,
    });
    if (result.parsed !== null) {
      this.parsed = result.parsed;
      return;
    }
    const isProgress = result.next !== null && this.cut(result.next, window);
    this.needed = isProgress ? this.text.length + this.size : 2 * this.text.length;
  }

  /** Cuts finished items out of the open arrays; false if there are none. */
  private cut(start: Start, window: Window): boolean {
    const { frames } = start.unfinished;
    const cuts: Cut[] = [];
    for (let index = 1; index < frames.length; index++) {
      const holds = this.holdsAt(frames, index, start.offset, window);
      const cut = holds === null ? null : cutOf(frames, index);
      const isCut = cut !== null && window.text.length > 0;
      if (isCut) this.check(frames, cut, window);
      this.addItems(frames, index, window);
      if (!isCut) continue;
      cuts.push(cut);
      this.addDepth(frames, cut, window);
      const document = this.documentOf(window, frames);
      const { hints: isHinted, counts: isCounted = false } = this.options;
      const adding = { document, holds: holds!, window, isHinted, isCounted };
      frames[index]!.removed = addItems(frames[index]!, cut, adding);
      this.options.items?.cutOut(frames[index]!, cut, this.aboutOpen(frames, window));
    }
    this.start = startAfter(start, cuts);
    for (const range of [...cuts].reverse()) this.text.cut(range);
    return cuts.length > 0;
  }

  private addItems(frames: readonly Frame[], index: number, window: Window): void {
    this.options.items?.addOpen(frames, index, this.aboutOpen(frames, window));
  }

  private aboutOpen(frames: readonly Frame[], window: Window): AboutOpen {
    return {
      window,
      inContext: (open, kind) => {
        const schema = schemaOfKind(this.engine.schemas, this.options.kind ?? kind);
        return this.contextOf(frames, open, { window, container: containerOf(this.engine, schema) });
      },
    };
  }

  /** What an array contains if its items may be cut out. Other arrays are needed as a whole, unless very long. */
  private holdsAt(frames: readonly Frame[], index: number, at: number, window: Window): Holds | null {
    const holds = holdsOf(frames, index, window.text, this.engine.schemas);
    if (holds !== null) return holds;
    const frame = frames[index]!;
    if (frame.kind !== Kind.array) return null;
    const isLong = offsetIn(window, at) - offsetIn(window, frame.open) > max.length;
    return isLong ? 'other items' : null;
  }

  /** Checks the items of a cut against every schema that is still possible. */
  private check(frames: readonly Frame[], cut: Cut, window: Window): void {
    const { ruleSet } = this.engine.analyzer();
    const known = new Map<Schema, ReturnType<typeof problemsIn>>();
    // Log requests come last: their problems are those that `items` needs, and are then not looked for again.
    for (const sum of [...this.sums].reverse()) {
      const top = this.contextOf(frames, cut, { window, container: sum.container });
      const found =
        known.get(top.inner) ?? problemsIn(top, { ruleSet, window, from: cut.from, sums: this.sums });
      known.set(top.inner, found);
      sum.add(found);
    }
  }

  private contextOf(
    frames: readonly Frame[],
    cut: Pick<Cut, 'index' | 'parts' | 'from'>,
    { window, container }: { readonly window: Window; readonly container: Schema },
  ): BranchInContext {
    const { schemas } = this.engine;
    const { text } = window;
    const noun = nounOf(this.options);
    let around = visitOfRoot(branchOfFrame(frames[0]!, [], 0), schemas, { container, noun });
    for (let index = 1; index <= cut.index; index++) {
      const isLast = index === cut.index;
      const branch = branchOfFrame(frames[index]!, isLast ? cut.parts : [], isLast ? cut.from : 0);
      around = visitOf(branch, 0, around, { text, schemas });
    }
    return around;
  }

  private addDepth(frames: readonly Frame[], { index, parts, from }: Cut, window: Window): void {
    const branch = branchOfFrame(frames[index]!, parts, from);
    this.depth = Math.max(this.depth, index + branch.depth);
    const deep = firstDeep(branch, index);
    if (deep === null) return;
    const offset = offsetIn(window, deep.from);
    if (this.deep === null || offset < this.deep.from)
      this.deep = { from: offset, place: placeIn(window, deep.from) };
  }

  private documentOf({ text }: Window, frames: readonly Frame[]): Document {
    const { engine, options } = this;
    const root = branchOfFrame(frames[0]!, [], 0);
    const type = { kind: 'log-request', shape: null, wrongFile: null, linesHold: null } as const;
    return {
      text,
      tree: { root, readTo: text.length },
      type,
      options,
      schema: null,
      counts: [0, 0, 0, 0],
      engine,
      whole: [],
    };
  }
}
