import type { Document, DocumentOptions, Revision } from '../../core/document';
import { type Text, textOf, textOfChunks } from '../../core/text/text';
import type { Work } from '../../core/work';
import { runInSlices, runSlice, type Schedule } from '../scheduling/slices';
import type { Analysis } from './analysis';
import { applyContentChange, type ContentChange, type ReceivedText } from './contentChanges';

/** What a text is to be read as; null where it is none of ours. */
export type Recognize = (text: Text) => DocumentOptions | null;

/** A document of the client's, and its analysis as far as it has come. */
interface Entry {
  readonly uri: string;
  readonly recognize: Recognize;
  /** Null as long as it is none of ours. */
  options: DocumentOptions | null;
  /** Of the last notification. */
  version: number;
  /** The last complete analysis; null while the first one runs, and after one has failed. */
  document: Document | null;
  /** What came of that document's text (or of the text that is being analyzed first) by later edits. */
  revision: Revision;
  /** Notifications whose edits are still to be applied. */
  changes: (readonly ContentChange[])[];
  /** Null when there is nothing to do. */
  work: Work<void> | null;
  readonly waiting: ((document: Document | null) => void)[];
}

/** An exception while a document was edited or analyzed: a bug of ours. */
export interface Failure {
  readonly uri: string;
  readonly version: number;
  readonly error: unknown;
  /** After an exception in an edit the text is unknown, so the document counts as closed. */
  readonly of: 'analysis' | 'edit';
  /** Whether a newer text is analyzed already. */
  readonly isOutdated: boolean;
}

export interface DocumentsOptions {
  readonly analysis: Analysis;
  readonly schedule: Schedule;
  onAnalyzed(uri: string, version: number, document: Document): void;
  onFailed(failure: Failure): void;
}

/**
 * The open documents. Edits are queued; when no other message is waiting, all of them are applied, in slices, and
 * then what they changed is analyzed, in slices too. Newer edits replace an analysis that they outdate, except the
 * first one of a document: that is finished, because all later ones build on it.
 *
 * An exception in an analysis affects only its document. Nothing of that analysis is kept; the next edit is
 * analyzed with the whole text.
 */
export class Documents {
  private readonly entries = new Map<string, Entry>();
  private readonly options: DocumentsOptions;

  constructor(options: DocumentsOptions) {
    this.options = options;
  }

  open(uri: string, version: number, content: ReceivedText, recognize: Recognize): void {
    this.close(uri);
    const text = typeof content === 'string' ? textOf(content) : textOfChunks(content);
    const revision: Revision = { text, changes: [] };
    const entry: Entry = {
      uri,
      recognize,
      options: null,
      version,
      document: null,
      revision,
      changes: [],
      work: null,
      waiting: [],
    };
    this.entries.set(uri, entry);
    this.begin(entry);
  }

  /** Takes changes, to be applied in order. False when the version is not newer: then nothing is changed. */
  change(uri: string, version: number, changes: readonly ContentChange[]): boolean {
    const entry = this.entries.get(uri);
    if (entry === undefined || version <= entry.version) return false;
    entry.version = version;
    entry.changes.push(changes);
    if (entry.work === null) this.begin(entry);
    return true;
  }

  close(uri: string): void {
    const entry = this.entries.get(uri);
    if (entry === undefined) return;
    this.entries.delete(uri);
    entry.work = null;
    settle(entry, null);
  }

  /** Ends all work, and answers those who wait for it. */
  closeAll(): void {
    for (const uri of [...this.entries.keys()]) this.close(uri);
  }

  /** The version that the client has sent last; null for a document that is not open. */
  versionOf(uri: string): number | null {
    return this.entries.get(uri)?.version ?? null;
  }

  /** Whether the document is open, and nothing is known of it: its last analysis has failed, or it is none of ours. */
  hasNoAnalysis(uri: string): boolean {
    const entry = this.entries.get(uri);
    return entry !== undefined && entry.work === null && entry.document === null;
  }

  /**
   * The document when its newest text is analyzed; null when it is closed, not one of ours, or its analysis has
   * failed. Who asked about an older text gets the newest too, because that is what the client has by now.
   */
  ready(uri: string): Promise<Document | null> {
    const entry = this.entries.get(uri);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.work === null) return Promise.resolve(entry.document);
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /**
   * Long work on the document when its newest text is analyzed, in slices. Null when the document is closed or
   * changes before it is done, when its analysis has failed, and when what comes of it is not wanted any longer.
   */
  async work<Result>(
    uri: string,
    start: (document: Document, version: number) => Work<Result>,
    isWanted: () => boolean = () => true,
  ): Promise<{ readonly result: Result } | null> {
    const document = await this.ready(uri);
    const entry = this.entries.get(uri);
    if (document === null || entry?.document !== document) return null;
    const { version } = entry;
    const isSame = (): boolean => this.entries.get(uri) === entry && entry.version === version;
    const { schedule } = this.options;
    return runInSlices(start(document, version), { schedule, isWanted: () => isSame() && isWanted() });
  }

  private begin(entry: Entry): void {
    const work = this.analyzed(entry);
    entry.work = work;
    this.options.schedule(() => this.run(entry, work));
  }

  /** Works for a while, and comes back to it later when it is not done. */
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
    this.options.schedule(() => this.run(entry, work));
  }

  /** Applies the edits that are waiting and analyzes the text, until that is the newest. */
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
        if (done === 'failed') entry.document = null;
        else entry.document = done.result;
        const isNewest = entry.revision === target;
        if (isNewest && entry.document !== null) entry.revision = { text: entry.document.text, changes: [] };
        // The text went on while the analysis ran: what follows is short.
        if (isNewest && entry.changes.length === 0) return this.finish(entry);
      }
    }
  }

  /**
   * The whole text is analyzed as if it had just been opened where there is no analysis to build on. Null where it
   * is none of ours, which the next edit may change.
   */
  private analysisOf(entry: Entry): Work<Document> | null {
    const { analysis } = this.options;
    const { document, revision } = entry;
    if (document !== null) return analysis.reanalyze(document, revision);
    entry.options ??= entry.recognize(revision.text);
    return entry.options && analysis.analyze(revision.text, entry.options);
  }

  /** A step of an analysis. */
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

  /** Applies what is waiting. False when that fails: then the document counts as closed. */
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
    const { uri, version, document } = entry;
    entry.work = null;
    settle(entry, document);
    if (document !== null) this.options.onAnalyzed(uri, version, document);
  }
}

/** Answers those who wait: with the document, or with null where there is none. */
function settle({ waiting }: Entry, document: Document | null): void {
  for (const resolve of waiting.splice(0)) resolve(document);
}
