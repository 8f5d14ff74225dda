import type { Document, Revision } from '../../core/document';
import type { Change } from '../../core/syntax/tree/reuse';
import { textOf, textOfChunks } from '../../core/text/text';
import type { Work } from '../../core/work';
import { analysisLane, type Lanes } from '../scheduling/lanes';
import { runInSlices, runSlice } from '../scheduling/slices';
import type { Analysis } from './analysis';
import { applyContentChange, type ContentChange, type ReceivedText } from './contentChanges';
import { type Entry, entryOf, type Recognize, replacementsSince, settle } from './entry';
import { type Replacement, replacementOf } from './laterChanges';

/** An exception in an edit or analysis of a document: a bug of ours. */
export interface Failure {
  readonly uri: string;
  readonly version: number;
  readonly error: unknown;
  /** After an exception in an edit the text is unknown, so the document counts as closed. */
  readonly of: 'analysis' | 'edit';
  /** Whether an analysis of a newer text follows. */
  readonly isOutdated: boolean;
}

/** A complete analysis of the newest text. */
export interface Analyzed {
  readonly uri: string;
  readonly version: number;
  readonly document: Document;
  /** Changes since the last report of this document, a list per analysis; null if it does not build on that. */
  readonly steps: readonly (readonly Change[])[] | null;
}

export interface DocumentsOptions {
  readonly analysis: Analysis;
  readonly lanes: Lanes;
  onAnalyzed(analyzed: Analyzed): void;
  /** What a document holds is no longer one of ours, and its name and language never were. */
  onForgotten(uri: string): void;
  onFailed(failure: Failure): void;
}

/**
 * The open documents. Edits are queued. When no other message is waiting, all edits are applied and the changes are
 * analyzed, both in slices. Newer edits replace an outdated analysis, except a document's first one: that is finished,
 * because all later ones build on it.
 *
 * An exception in an analysis affects only its document. The results are dropped, and the next edit analyzes the whole
 * text.
 */
export class Documents {
  private readonly entries = new Map<string, Entry>();
  private readonly options: DocumentsOptions;

  constructor(options: DocumentsOptions) {
    this.options = options;
  }

  open(uri: string, version: number, content: ReceivedText, recognize: Recognize): void {
    this.close(uri);
    const text = typeof content === 'string' ? textOf(content) : textOfChunks(content.chunks);
    const entry = entryOf(uri, { version, text, recognize });
    this.entries.set(uri, entry);
    this.begin(entry);
  }

  /** Queues changes. Returns false and does nothing if the document is not open or the version is not newer. */
  change(uri: string, version: number, changes: readonly ContentChange[]): boolean {
    const entry = this.entries.get(uri);
    if (entry === undefined || version <= entry.version) return false;
    entry.version = version;
    entry.changes.push(changes);
    if (entry.work === null) this.begin(entry);
    else entry.since.push(...changes.map(replacementOf));
    return true;
  }

  close(uri: string): void {
    const entry = this.entries.get(uri);
    if (entry === undefined) return;
    this.entries.delete(uri);
    entry.work = null;
    settle(entry, null);
  }

  /** Cancels all work and settles everything that waits for it. */
  closeAll(): void {
    for (const uri of [...this.entries.keys()]) this.close(uri);
  }

  /** The last version from the client; null if the document is not open. */
  versionOf(uri: string): number | null {
    return this.entries.get(uri)?.version ?? null;
  }

  isOpen(uri: string): boolean {
    return this.entries.has(uri);
  }

  /** Whether the document is open but has no analysis: the last one failed, or the document is not one of ours. */
  hasNoAnalysis(uri: string): boolean {
    const entry = this.entries.get(uri);
    return entry !== undefined && entry.work === null && entry.document === null;
  }

  /**
   * The document once its newest text is analyzed; null if it is closed or not one of ours, or if its analysis failed.
   * A request about an older text gets the newest too, because the client has that by now.
   */
  ready(uri: string): Promise<Document | null> {
    const entry = this.entries.get(uri);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.work === null) return Promise.resolve(entry.document);
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /**
   * Runs long work on the document in slices, once its newest text is analyzed. Null if the document is closed or
   * changes before the work is done, if its analysis failed, or if the result is no longer wanted. What takes only one
   * slice is done even if the document has changed while others came first: the client knows what it asked about.
   * `since` is what has changed from the text that the client had to that of the document; null if the whole text has.
   */
  async work<Result>(
    uri: string,
    start: (document: Document, version: number, since: readonly Replacement[] | null) => Work<Result>,
    isWanted: () => boolean = () => true,
  ): Promise<{ readonly result: Result } | null> {
    const entry = this.entries.get(uri);
    const known = entry?.since.length ?? 0;
    const document = await this.ready(uri);
    if (document === null || entry?.document !== document || this.entries.get(uri) !== entry) return null;
    const { version } = entry;
    const since = replacementsSince(entry, known);
    let hasBegun = false;
    const isSame = (): boolean => this.entries.get(uri) === entry && (entry.version === version || !hasBegun);
    const work = function* (): Work<Result> {
      hasBegun = true;
      return yield* start(document, version, since);
    };
    const lane = this.options.lanes(uri);
    return runInSlices(work(), { lane, isWanted: () => isSame() && isWanted() });
  }

  private begin(entry: Entry): void {
    entry.since.length = 0;
    const work = this.analyzed(entry);
    entry.work = work;
    this.options.lanes(analysisLane)(() => this.run(entry, work));
  }

  /** Runs one slice, and schedules the next if work remains. */
  private run(entry: Entry, work: Work<void>): void {
    if (entry.work !== work) return;
    try {
      if (runSlice(work) !== null) return;
    } catch (error) {
      const { uri, version } = entry;
      entry.work = null;
      entry.document = null;
      settle(entry, null);
      return this.options.onFailed({ uri, version, error, of: 'analysis', isOutdated: false });
    }
    this.options.lanes(analysisLane)(() => this.run(entry, work));
  }

  /** Applies pending edits and analyzes the text, until the newest text is analyzed. */
  private *analyzed(entry: Entry): Work<void> {
    let target = entry.revision;
    let work: Work<Document> | null = null;
    while (entry.work !== null) {
      if (entry.changes.length > 0) {
        if (entry.document !== null) work = null;
        if (!(yield* this.apply(entry))) return;
      }
      if (work === null) {
        if (entry.document === null) entry.revision = { text: entry.revision.text, changes: [] };
        target = entry.revision;
        work = this.analysisOf(entry);
        if (work === null) return this.finish(entry);
      }
      const done = this.step(entry, { work, target });
      if (done === null) yield;
      else {
        work = null;
        if (done === 'failed' || entry.document === null) entry.steps = null;
        else if (entry.steps !== null) entry.steps = [...entry.steps, target.changes];
        entry.document = done === 'failed' ? null : done.result;
        const isNewest = entry.revision === target;
        if (isNewest && entry.document !== null) entry.revision = { text: entry.document.text, changes: [] };
        // Otherwise the text changed during the analysis; reanalyzing it is quick.
        if (isNewest && entry.changes.length === 0) return this.finish(entry);
      }
    }
  }

  /**
   * Without an analysis to build on, analyzes the whole text as if it had just been opened. Null if the document is not
   * one of ours; the next edit may change that.
   */
  private analysisOf(entry: Entry): Work<Document> | null {
    const { analysis } = this.options;
    const { document, revision } = entry;
    if (document !== null) return analysis.reanalyze(document, revision);
    entry.options ??= entry.recognize(revision.text);
    return entry.options && analysis.analyze(revision.text, entry.options);
  }

  /** Runs one step of an analysis. */
  private step(
    entry: Entry,
    { work, target }: { readonly work: Work<Document>; readonly target: Revision },
  ): { readonly result: Document } | null | 'failed' {
    try {
      const step = work.next();
      return step.done === true ? { result: step.value } : null;
    } catch (error) {
      const { uri, version, revision, changes } = entry;
      const isOutdated = revision !== target || changes.length > 0;
      this.options.onFailed({ uri, version, error, of: 'analysis', isOutdated });
      return 'failed';
    }
  }

  /** Applies pending edits. Returns false on failure: the document then counts as closed. */
  private *apply(entry: Entry): Work<boolean> {
    while (entry.changes.length > 0) {
      const changes = entry.changes;
      entry.changes = [];
      for (const change of changes.flat()) {
        try {
          entry.revision = yield* applyContentChange(this.options.analysis, entry.revision, change);
        } catch (error) {
          const { uri, version } = entry;
          this.close(uri);
          this.options.onFailed({ uri, version, error, of: 'edit', isOutdated: false });
          return false;
        }
      }
    }
    return true;
  }

  private finish(entry: Entry): void {
    const { uri, version, steps } = entry;
    const isForgotten =
      entry.document?.type.kind === 'unrecognized' && entry.recognize(entry.revision.text) === null;
    if (isForgotten) entry.document = entry.options = null;
    const { document } = entry;
    entry.work = null;
    entry.steps = document === null ? null : [];
    settle(entry, document);
    if (document !== null) this.options.onAnalyzed({ uri, version, document, steps });
    else if (isForgotten) this.options.onForgotten(uri);
  }
}
