import { groupContainerOf } from '../../collection/reading/groupContainer';
import { type PartSlice, slicesIn, type Value, valueOfNode } from '../../collection/reading/values';
import { hasCutMessages, keepCutMessages } from '../../collection/summaries/messageSums';
import { keepCutProblems } from '../../collection/summaries/trajectories';
import { type Document, type DocumentOptions, listingOf } from '../../document';
import type { Engine } from '../../engine';
import { findProblems, findProblemsIn, problemsOfPart } from '../../rules/checking/partProblems';
import type { DocumentKind, DocumentType } from '../../schema/documentKind';
import type { Frame } from '../../syntax/tree/frame';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyNumberOf, type Part } from '../../syntax/tree/tree';
import { runToEnd } from '../../work';
import { branchOfFrame, type Cut } from '../document/cuts';
import { type Holds, holdsOf } from '../document/holders';
import type { AboutOpen, InContext, OpenItems } from '../document/openItems';
import type { Parsed } from '../document/parseDocument';
import { offsetIn, type Window } from '../slidingText';
import { ItemList, type Items } from './itemList';

/** Trajectories after which they are passed on: soon for the first ones. */
const firstBatch = 10;
const usualBatch = 500;

/**
 * Collects the trajectories of a document of one value while it is parsed: the finished items of open arrays before they
 * are cut out of the text, and at the end the others.
 */
export class DocumentItems implements OpenItems {
  /** Set at the end: whether what was passed on are the trajectories of the document. */
  areOfDocument = false;
  private list: ItemList | null = null;
  private batchSize = firstBatch;
  private isBare = false;
  private isGroup = false;
  /** The kind of a document with the open array of trajectories; that with a bare one has none of ours. */
  private kind: DocumentKind = 'unrecognized';
  /** Where the container of the groups, or of the bare trajectories, begins. */
  private container: number | null = null;
  /** For arrays of items, by their offset in the whole text: how many of their parts are in the list. */
  private readonly done = new Map<number, number>();
  private readonly engine: Engine;
  private readonly onItems: (items: Items) => void;

  /** `onItems` is called with some trajectories at a time, in order. */
  constructor(engine: Engine, onItems: (items: Items) => void) {
    this.engine = engine;
    this.onItems = onItems;
  }

  addOpen(frames: readonly Frame[], index: number, { window, inContext }: AboutOpen): void {
    const holds = holdsOf(frames, index, window.text, this.engine.schemas);
    if (holds === null || holds === 'other items' || !this.isContainer(frames, { index, holds, window }))
      return;
    this.kind = kindFor(holds, index);
    this.addParts(frames, { index, holds, window, inContext });
    if (this.list!.count >= this.batchSize) {
      this.onItems(this.list!.take());
      this.batchSize = usualBatch;
    }
  }

  cutOut(frame: Frame, cut: Cut, { window, inContext }: AboutOpen): void {
    const at = offsetIn(window, frame.open);
    if (this.done.has(at)) this.done.set(at, 1);
    else this.keepFigures(frame, cut, { window, inContext });
  }

  /** Keeps the figures of a part of a trajectory that is too long to be in the text as a whole. */
  private keepFigures(frame: Frame, cut: Cut, { window, inContext }: AboutOpen): void {
    const { analyzer, schemas } = this.engine;
    const { text } = window;
    const removed = frame.removed!;
    const top = inContext(cut, this.kind);
    runToEnd(findProblemsIn(top, { text, ruleSet: analyzer().ruleSet }));
    const [errors, warnings] = problemsOfPart(top.branch).counts;
    keepCutProblems(removed, errors + warnings);
    const { grammar, names } = schemas;
    if (keyNumberOf(frame.keyInfo) !== grammar.vocabulary.numberOf(names.messages)) return;
    const source = { text, schemas };
    if (!hasCutMessages(removed))
      keepCutMessages(source, removed, slicesOf(frame, [cut.first], frame.interior));
    keepCutMessages(source, removed, slicesOf(frame, cut.parts, cut.from));
  }

  finish(
    { window, parsed }: { readonly window: Window; readonly parsed: Parsed },
    type: DocumentType,
    options: DocumentOptions,
  ): void {
    const { engine } = this;
    const { text } = window;
    const document: Document = {
      ...{ text, tree: parsed, type, options, engine, schema: null, counts: [0, 0, 0, 0], whole: [] },
    };
    const found = groupContainerOf(document);
    if (found === null) return;
    const { node, isBare } = found;
    const at = node.kind === Kind.array ? offsetIn(window, node.from) : null;
    // The only group of a document has no container of its own.
    const isSame = this.isGroup ? at === null && !isBare : this.container === at && this.isBare === isBare;
    if (this.container !== null && !isSame) return;
    runToEnd(findProblems(parsed.root, listingOf(engine, text, document)));
    this.list ??= new ItemList(isBare);
    const source = { window, schemas: engine.schemas };
    const slices = [...slicesIn(valueOfNode(node))];
    for (const slice of slices.slice(at === null ? 0 : (this.done.get(at) ?? 0)))
      this.list.add(source, slice, this.begun(window));
    this.onItems(this.list.take());
    this.areOfDocument = true;
  }

  /** Whether an array is the container, or in it. The first container that is found is the only one. */
  private isContainer(
    frames: readonly Frame[],
    { index, holds, window }: { readonly index: number; readonly holds: Holds; readonly window: Window },
  ): boolean {
    const isInGroup = holds === 'trajectories' && index > 2;
    const at = offsetIn(window, frames[isInGroup ? index - 2 : index]!.open);
    if (this.container === null) {
      this.container = at;
      this.isBare = holds === 'bare trajectories';
      this.isGroup = holds === 'trajectories';
      this.list = new ItemList(this.isBare);
    }
    return this.container === at;
  }

  private addParts(
    frames: readonly Frame[],
    {
      index,
      holds,
      window,
      inContext,
    }: {
      readonly index: number;
      readonly holds: Holds;
      readonly window: Window;
      readonly inContext: InContext;
    },
  ): void {
    const frame = frames[index]!;
    const at = offsetIn(window, frame.open);
    const all = frame.parts ?? [];
    const first = this.done.get(at) ?? 0;
    const parts = all.slice(first);
    if (parts.length === 0) return;
    const from = frame.interior + all.slice(0, first).reduce((sum, { length }) => sum + length, 0);
    const { schemas, analyzer } = this.engine;
    const { text } = window;
    const top = inContext({ index, parts, from }, this.kind);
    runToEnd(findProblemsIn(top, { text, ruleSet: analyzer().ruleSet }));
    const list = this.list!;
    const source = { window, schemas };
    if (holds === 'trajectories' && !this.done.has(at))
      list.beginGroup(offsetIn(window, frames[index - 1]!.open));
    for (const slice of slicesOf(frame, parts, from))
      if (holds === 'trajectories') list.addTrajectories(source, slice);
      else list.add(source, slice, this.begun(window));
    this.done.set(at, all.length);
  }

  /** How many parts of an array of trajectories are in the list already; null if its group is not. */
  private begun(window: Window): (array: Value) => number | null {
    return (array) => this.done.get(offsetIn(window, array.from)) ?? null;
  }
}

function slicesOf(frame: Frame, parts: readonly Part[], from: number): Iterable<PartSlice> {
  const part = branchOfFrame(frame, parts, from);
  return slicesIn({ kind: frame.kind, flags: 0, from, to: from, part, offset: 0, row: -1 });
}

/** The kind of a document with such an array. */
function kindFor(holds: Holds, index: number): DocumentKind {
  if (index === 1 || index === 3) return 'unrecognized';
  return holds === 'trajectories' && index === 2 ? 'group' : 'log-request';
}
