import type { Document, DocumentOptions, Revision } from '../core/document';
import type { Chunk } from '../core/text/chunks';
import { offsetAt, textOf, textOfChunks } from '../core/text/text';
import type { Work } from '../core/work';
import type { Analysis } from './analysis';
import { type Later, workForAWhile, workInSlices } from './slices';

/** The text of a document as a transport hands it over: a string, or the chunks for `textOfChunks`. */
export type ReceivedText = string | readonly Chunk[];

/** A document of the client's, and its analysis as far as it has come. */
interface Entry {
  readonly uri: string;
  readonly options: DocumentOptions;
  version: number;
  /** The last complete analysis; null while the first one runs, and after one has failed. */
  document: Document | null;
  /** What came of that document's text (or of the text that is being analyzed first) by later edits. */
  revision: Revision;
  /** Null when there is nothing to do. */
  work: Work<Document> | null;
  /** The revision that the work is about. */
  target: Revision;
  readonly waiting: ((document: Document | null) => void)[];
}

/** A change as LSP sends it; without a range the text is the whole document. */
export interface ContentChange {
  readonly range?: { readonly start: LspPosition; readonly end: LspPosition };
  readonly text: string;
}

interface LspPosition {
  readonly line: number;
  readonly character: number;
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
  readonly later: Later;
  onAnalyzed(uri: string, version: number, document: Document): void;
  onFailed(failure: Failure): void;
}

/**
 * The open documents. Text is always that of the last notification; analysis follows at once where it is
 * short, and in slices where it is long. An edit replaces analysis that it outdates, except the first one of
 * a document: that is finished, because all later ones build on it.
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

  open(uri: string, version: number, content: ReceivedText, options: DocumentOptions): void {
    this.close(uri);
    const text = typeof content === 'string' ? textOf(content) : textOfChunks(content);
    const revision: Revision = { text, changes: [] };
    const entry: Entry = {
      uri,
      options,
      version,
      document: null,
      revision,
      work: null,
      target: revision,
      waiting: [],
    };
    this.entries.set(uri, entry);
    this.begin(entry);
    this.run(entry);
  }

  /** Applies changes in order. False when the version is not newer: then nothing is changed. */
  change(uri: string, version: number, changes: readonly ContentChange[]): boolean {
    const entry = this.entries.get(uri);
    if (entry === undefined || version <= entry.version) return false;
    entry.version = version;
    try {
      for (const change of changes) entry.revision = this.revised(entry.revision, change);
    } catch (error) {
      this.close(uri);
      this.options.onFailed({ uri, version, error, of: 'edit', isOutdated: false });
      return true;
    }
    this.settle(entry);
    const isIdle = entry.work === null;
    if (entry.document !== null) this.follow(entry, entry.document);
    else if (isIdle) this.begin(entry);
    if (isIdle) this.run(entry);
    return true;
  }

  close(uri: string): void {
    const entry = this.entries.get(uri);
    if (entry === undefined) return;
    this.entries.delete(uri);
    entry.work = null;
    this.settle(entry);
  }

  /** Ends all work, and answers those who wait for it. */
  closeAll(): void {
    for (const uri of [...this.entries.keys()]) this.close(uri);
  }

  /** The version that the client has sent last; null for a document that is not open. */
  versionOf(uri: string): number | null {
    return this.entries.get(uri)?.version ?? null;
  }

  /** Whether the document is open, and its last analysis has failed. */
  hasFailed(uri: string): boolean {
    const entry = this.entries.get(uri);
    return entry !== undefined && entry.work === null && entry.document === null;
  }

  /** The document as it is now, when it is analyzed; null when it is closed, has changed, or has failed. */
  ready(uri: string): Promise<Document | null> {
    const entry = this.entries.get(uri);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.work === null) return Promise.resolve(entry.document);
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /**
   * Long work on the document as it is now, in slices. Null when the document is closed or changes before it is
   * done, when its analysis has failed, and when what comes of it is not wanted any longer.
   */
  async work<Result>(
    uri: string,
    start: (document: Document) => Work<Result>,
    isWanted: () => boolean = () => true,
  ): Promise<{ readonly result: Result } | null> {
    const document = await this.ready(uri);
    const entry = this.entries.get(uri);
    if (document === null || entry === undefined) return null;
    const { version } = entry;
    const isSame = (): boolean => this.entries.get(uri) === entry && entry.version === version;
    const { later } = this.options;
    return workInSlices(start(document), { later, isWanted: () => isSame() && isWanted() });
  }

  private revised(revision: Revision, { range, text }: ContentChange): Revision {
    const current = revision.text;
    const from = range === undefined ? 0 : offsetAt(current, range.start);
    const to = range === undefined ? current.length : offsetAt(current, range.end);
    return this.options.analysis.revise(revision, { from, to, insert: text });
  }

  /** Answers those who wait: with the document, or with null when it has changed meanwhile. */
  private settle(entry: Entry, document: Document | null = null): void {
    for (const resolve of entry.waiting.splice(0)) resolve(document);
  }

  /** Analyzes the whole text, as if it had just been opened. */
  private begin(entry: Entry): void {
    entry.revision = { text: entry.revision.text, changes: [] };
    entry.target = entry.revision;
    entry.work = this.options.analysis.analyze(entry.revision.text, entry.options);
  }

  /** Analyzes what edits have changed of a document. */
  private follow(entry: Entry, document: Document): void {
    entry.target = entry.revision;
    entry.work = this.options.analysis.reanalyze(document, entry.revision);
  }

  /** Works on an analysis for a while, and comes back to it later when it is not done. */
  private run(entry: Entry): void {
    while (entry.work !== null) {
      const done = this.step(entry, entry.work);
      if (done === null) return this.options.later(() => this.run(entry));
      if (done !== 'failed') this.complete(entry, done.result);
    }
  }

  private step(entry: Entry, work: Work<Document>): { readonly result: Document } | null | 'failed' {
    try {
      return workForAWhile(work);
    } catch (error) {
      this.fail(entry, error);
      return 'failed';
    }
  }

  private complete(entry: Entry, document: Document): void {
    const { target, revision } = entry;
    entry.document = document;
    entry.work = null;
    if (revision === target) {
      entry.revision = { text: document.text, changes: [] };
      this.settle(entry, document);
      this.options.onAnalyzed(entry.uri, entry.version, document);
      return;
    }
    // The text went on while the first analysis ran: what follows is short.
    this.follow(entry, document);
  }

  private fail(entry: Entry, error: unknown): void {
    const { uri, version } = entry;
    const isOutdated = entry.revision !== entry.target;
    entry.document = null;
    entry.work = null;
    this.options.onFailed({ uri, version, error, of: 'analysis', isOutdated });
    // With an edit that came meanwhile it may go well.
    if (isOutdated) this.begin(entry);
    else this.settle(entry);
  }
}
