import {
  analyze,
  type Document,
  type DocumentOptions,
  type Engine,
  type Revision,
  reanalyze,
  revise,
} from '../core/document';
import type { Chunk } from '../core/text/chunks';
import { offsetAt, textOf, textOfChunks } from '../core/text/text';
import type { Work } from '../core/work';
import { type Later, workForAWhile, workInSlices } from './slices';

/** The text of a document as a transport hands it over: a string, or the chunks for `textOfChunks`. */
export type ReceivedText = string | readonly Chunk[];

/** A document of the client's, and its analysis as far as it has come. */
interface Entry {
  readonly uri: string;
  readonly options: DocumentOptions;
  version: number;
  /** The last complete analysis; null while the first one runs. */
  document: Document | null;
  /** What came of that document's text (or of the text that is being analyzed first) by later edits. */
  revision: Revision;
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

/**
 * The open documents. Text is always that of the last notification; analysis follows at once where it is
 * short, and in slices where it is long. An edit replaces analysis that it outdates, except the first one of
 * a document: that is finished, because all later ones build on it.
 */
export class Documents {
  private readonly entries = new Map<string, Entry>();
  private readonly engine: Engine;
  private readonly later: Later;
  private readonly onAnalyzed: (uri: string, version: number, document: Document) => void;

  constructor(options: {
    readonly engine: Engine;
    readonly later: Later;
    readonly onAnalyzed: (uri: string, version: number, document: Document) => void;
  }) {
    this.engine = options.engine;
    this.later = options.later;
    this.onAnalyzed = options.onAnalyzed;
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
      work: analyze(this.engine, revision.text, options),
      target: revision,
      waiting: [],
    };
    this.entries.set(uri, entry);
    this.run(entry);
  }

  /** Applies changes in order. False when the version is not newer: then nothing is changed. */
  change(uri: string, version: number, changes: readonly ContentChange[]): boolean {
    const entry = this.entries.get(uri);
    if (entry === undefined || version <= entry.version) return false;
    entry.version = version;
    for (const { range, text } of changes) {
      const current = entry.revision.text;
      const from = range === undefined ? 0 : offsetAt(current, range.start);
      const to = range === undefined ? current.length : offsetAt(current, range.end);
      entry.revision = revise(entry.revision, { from, to, insert: text });
    }
    this.settle(entry);
    if (entry.document === null) return true;
    entry.target = entry.revision;
    const isIdle = entry.work === null;
    entry.work = reanalyze(entry.document, entry.revision);
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

  /** The version that the client has sent last; null for a document that is not open. */
  versionOf(uri: string): number | null {
    return this.entries.get(uri)?.version ?? null;
  }

  /** The document as it is now, when it is analyzed; null when it is closed or has changed before that. */
  ready(uri: string): Promise<Document | null> {
    const entry = this.entries.get(uri);
    if (entry === undefined) return Promise.resolve(null);
    if (entry.work === null) return Promise.resolve(entry.document);
    return new Promise((resolve) => entry.waiting.push(resolve));
  }

  /**
   * Long work on the document as it is now, in slices. Null when the document is closed or changes before it is
   * done, and when what comes of it is not wanted any longer.
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
    return workInSlices(start(document), { later: this.later, isWanted: () => isSame() && isWanted() });
  }

  /** Answers those who wait: with the document, or with null when it has changed meanwhile. */
  private settle(entry: Entry, document: Document | null = null): void {
    for (const resolve of entry.waiting.splice(0)) resolve(document);
  }

  /** Works on an analysis for a while, and comes back to it later when it is not done. */
  private run(entry: Entry): void {
    while (entry.work !== null) {
      const done = workForAWhile(entry.work);
      if (done === null) return this.later(() => this.run(entry));
      this.complete(entry, done.result);
    }
  }

  private complete(entry: Entry, document: Document): void {
    const { target, revision } = entry;
    entry.document = document;
    entry.work = null;
    if (revision === target) {
      entry.revision = { text: document.text, changes: [] };
      this.onAnalyzed(entry.uri, entry.version, document);
      this.settle(entry, document);
      return;
    }
    // The text went on while the first analysis ran: what follows is short.
    entry.target = revision;
    entry.work = reanalyze(document, revision);
  }
}
