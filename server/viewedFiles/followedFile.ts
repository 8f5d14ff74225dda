import type { FileContext } from '../lsp/viewedFiles/files';
import type { FileChange, FileState } from '../viewProtocol/files';
import { changeOf, type KnownFile, knownFile } from './fileIdentity';
import { watch } from './fileWatch';
import { FileContent, type Pass, startPass } from './reading';
import { whyUnread } from './whyUnread';

/** Milliseconds between two messages about progress: the first one comes at once. */
const tellEvery = 700;
/** Milliseconds from the end of a pass until what was added to the file is read. */
const passEvery = 1500;

interface Options {
  readonly path: string;
  readonly name: string;
  /** The program of the threads that read. */
  readonly program: string;
  readonly context: FileContext;
}

/** A file that is read, and read again when it changes. */
export class FollowedFile {
  content: FileContent;
  /** Incremented when other content than before has the same offsets. */
  version = 1;
  status: FileState['status'] = 'reading';
  private reason: string | null = null;
  private change: FileChange | null = null;
  /** The state of the file that is read. */
  private known: KnownFile | null = null;
  private pass: Pass | null = null;
  /** Settles when `known` is of the file that is read now. */
  private identified: Promise<unknown> = Promise.resolve();
  private lastLook: Promise<void> = Promise.resolve();
  private nextLook: Promise<void> | null = null;
  private telling: ReturnType<typeof setTimeout> | null = null;
  private lastTold = 0;
  /** When the last pass ended, or failed. */
  private lastEnd = Number.NEGATIVE_INFINITY;
  private later: ReturnType<typeof setTimeout> | null = null;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();
  private readonly options: Options;
  private readonly endWatch: () => void;

  constructor(options: Options) {
    this.options = options;
    this.content = new FileContent(options.name);
    this.endWatch = watch(options.path, () => void this.look());
    this.begin();
  }

  get state(): FileState {
    const { version, status, reason, change, content } = this;
    const size = this.known?.size ?? 0;
    const read = status === 'complete' ? size : Math.min(size, this.pass?.read ?? 0);
    const { checked } = content;
    const hints = checked?.hints.length ?? 0;
    const [errors, warnings, information, repeated] = checked?.counts ?? [0, 0, 0, 0];
    const counts = checked && ([errors, warnings, information + hints, repeated] as const);
    return { version, size, read, status, reason, change, counts };
  }

  get identity(): KnownFile | null {
    return this.known;
  }

  get isGone(): boolean {
    return this.change === 'gone';
  }

  /** Resolves when more is known. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  cancel(): void {
    if (this.status !== 'reading') return;
    this.endPass();
    this.status = 'cancelled';
    this.tell();
  }

  readAgain(): void {
    this.change = null;
    this.restart();
  }

  close(): void {
    this.isClosed = true;
    // Nothing more will be known: what waits for it ends.
    this.status = 'cancelled';
    this.endWatch();
    this.endPass();
    if (this.telling !== null) clearTimeout(this.telling);
    if (this.later !== null) clearTimeout(this.later);
    this.wake();
  }

  /** Finds out whether the file has changed. A look that has begun may be older than the change: another follows it. */
  look(): Promise<void> {
    this.nextLook ??= this.lastLook.then(() => {
      this.nextLook = null;
      this.lastLook = this.examine().catch((error: unknown) => this.fail(error));
      return this.lastLook;
    });
    return this.nextLook;
  }

  private async examine(): Promise<void> {
    await this.identified;
    const { known, options } = this;
    const change = known === null ? 'replaced' : await changeOf(options.path, known);
    if (this.isClosed || known !== this.known) return;
    if (change === null) {
      // It may have been gone for a moment, while it was read.
      if (this.status === 'failed') this.readAgain();
      else if (this.change === 'gone') this.note(null);
    } else if (change === 'gone') this.note('gone');
    else if (change !== 'appended') {
      // A file that could not be opened before was not replaced; and a new one may have the number of a deleted one.
      this.change = known === null ? null : this.isGone ? 'replaced' : change;
      this.restart();
    } else {
      this.change = 'appended';
      if (this.status === 'complete' || this.status === 'failed') this.readMore();
      else this.tellSoon();
    }
  }

  /** Reads what was added: at once, but from a file that is written all the time only from time to time. */
  private readMore(): void {
    const wait = this.lastEnd + passEvery - performance.now();
    if (wait > 0) this.lookLater(wait);
    else if (this.content.kept.length > 0) this.begin();
    // The end of a document can change what all of it is.
    else this.restart();
  }

  private note(change: FileChange | null): void {
    if (this.change === change) return;
    this.change = change;
    this.tell();
  }

  /** Forgets all, and reads the file from its start. */
  private restart(): void {
    this.endPass();
    this.version++;
    this.content = new FileContent(this.options.name);
    this.options.context.onReplaced();
    this.begin();
  }

  private begin(): void {
    this.status = 'reading';
    this.reason = null;
    void this.read(this.content, this.version);
    this.tell();
  }

  private async read(content: FileContent, version: number): Promise<void> {
    const { path, program, context } = this.options;
    const isCurrent = (): boolean =>
      this.status === 'reading' && this.version === version && this.content === content;
    const identifying = knownFile(path);
    this.identified = Promise.allSettled([identifying]);
    try {
      const known = await identifying;
      if (!isCurrent()) return;
      this.known = known;
      const { pass, done } = startPass({
        ...{ engine: context.engine, program, path, size: known.size, content },
        onProgress: () => this.progressed(),
      });
      this.pass = pass;
      await done;
      if (this.pass !== pass) return;
    } catch (error) {
      if (isCurrent()) this.fail(error);
      return;
    }
    this.pass = null;
    this.lastEnd = performance.now();
    this.status = 'complete';
    this.tell();
    void this.look();
  }

  private fail(error: unknown): void {
    if (this.isClosed) return;
    this.endPass();
    this.lastEnd = performance.now();
    this.status = 'failed';
    this.reason = whyUnread(error);
    this.options.context.onFailure(error);
    this.tell();
    // If it was gone only for a moment, the watch may not have seen that.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && this.known !== null) this.lookLater(passEvery);
  }

  private lookLater(wait: number): void {
    this.later ??= setTimeout(() => {
      this.later = null;
      void this.look();
    }, wait).unref();
  }

  private endPass(): void {
    this.pass?.end();
    this.pass = null;
  }

  private progressed(): void {
    this.wake();
    this.tellSoon();
  }

  private tellSoon(): void {
    if (this.telling !== null || this.isClosed) return;
    const wait = Math.max(0, this.lastTold + tellEvery - performance.now());
    this.telling = setTimeout(() => this.tell(), wait);
    this.telling.unref();
  }

  private tell(): void {
    if (this.telling !== null) clearTimeout(this.telling);
    this.telling = null;
    this.lastTold = performance.now();
    this.wake();
    if (!this.isClosed) this.options.context.onChange(this.state);
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
