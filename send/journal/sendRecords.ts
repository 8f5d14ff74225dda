import type { Journal } from './journal';
import type { EndRecord, PreparedRecord, SentRecord } from './records';
import { type TimeoutOptions, WaitAbandoned, withTimeout } from './withTimeout';

/** The longest a working disk takes, in milliseconds. Lets a cancelled send still write its end record. */
const maxWriteMs = 1000;

/** The longest that an outcome waits for its record, in milliseconds: until then nobody sees it. */
const maxEndMs = 30_000;

/** Writes the records of one send: `prepared`, `sent`, end. */
export class SendRecords {
  private readonly journal: Journal;
  private readonly timeout: Required<TimeoutOptions>;
  private readonly written: Promise<void>[] = [];
  /** Unfinished steps, including abandoned ones. */
  private pending = 0;
  private isLate = false;

  constructor(journal: Journal, timeout: Required<TimeoutOptions>) {
    this.journal = journal;
    this.timeout = timeout;
  }

  /** Bytes may have left this machine. */
  get hasSentRecord(): boolean {
    return this.written.length > 1;
  }

  /** Appends a record, then reads. Fails on a timeout, or when the user cancels. */
  async add<Result>(record: PreparedRecord | SentRecord, read: () => Promise<Result>): Promise<Result> {
    const written = this.journal.append(record);
    this.written.push(written);
    this.pending++;
    const step = written.then(read).finally(() => this.pending--);
    try {
      return await withTimeout(step, this.timeout);
    } catch (error) {
      this.isLate ||= error instanceof WaitAbandoned;
      throw error;
    }
  }

  /** Appends the end record after pending writes. Does not wait through a second full timeout. */
  async end(record: EndRecord): Promise<void> {
    const ended = this.appendEnd(record);
    const { limit, signal } = this.timeout;
    if (this.pending === 0) return withTimeout(ended, { limit: Math.min(limit, maxEndMs) });
    // The write may still succeed. The outcome already reports the disk problem, or the user cancelled.
    ended.catch(() => undefined);
    if (!this.isLate || signal.aborted)
      await withTimeout(ended, { limit: maxWriteMs }).catch(() => undefined);
  }

  private async appendEnd(record: EndRecord): Promise<void> {
    const [prepared] = await Promise.allSettled(this.written);
    // Without a `prepared` record, no end is needed.
    if (prepared?.status === 'fulfilled') await this.journal.append(record);
  }
}
