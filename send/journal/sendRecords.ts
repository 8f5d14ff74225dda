import type { Journal } from './journal';
import type { EndRecord, PreparedRecord, SentRecord } from './records';
import { type TimeoutOptions, WaitAbandoned, withTimeout } from './withTimeout';

/** What a disk that works takes at most, in milliseconds, so that a send that was cancelled has its end. */
const maxWriteMs = 1000;

/** The records of one send: the beginning, the announcement, the end. */
export class SendRecords {
  private readonly journal: Journal;
  private readonly timeout: Required<TimeoutOptions>;
  private readonly written: Promise<void>[] = [];
  /** Steps that are not done, also where nobody waits for them any longer. */
  private pending = 0;
  private isLate = false;

  constructor(journal: Journal, timeout: Required<TimeoutOptions>) {
    this.journal = journal;
    this.timeout = timeout;
  }

  /** The next byte may have left. */
  get isAnnounced(): boolean {
    return this.written.length > 1;
  }

  /** Adds a record, then reads. Fails when both have not happened in time, or the user cancels. */
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

  /** Adds the end, behind whatever is still being written. It is not waited for as long as that twice. */
  async end(record: EndRecord): Promise<void> {
    const ended = this.appendEnd(record);
    const { limit, signal } = this.timeout;
    if (this.pending === 0) return withTimeout(ended, { limit });
    // It may still be written. That the disk does not work is told as the outcome, or the user has cancelled.
    ended.catch(() => undefined);
    if (!this.isLate || signal.aborted)
      await withTimeout(ended, { limit: maxWriteMs }).catch(() => undefined);
  }

  private async appendEnd(record: EndRecord): Promise<void> {
    const [beginning] = await Promise.allSettled(this.written);
    // What has no beginning needs no end.
    if (beginning?.status === 'fulfilled') await this.journal.append(record);
  }
}
