/**
 * A process that sends one request, as an extension host does: `node sendingProcess.js '{"baseUrl": …}'`.
 * Prints each step, and stops at `stopAt` until it reads a line, so that a test can kill it there.
 */
import { once } from 'node:events';
import { type Journal, openJournal } from '../../send/journal/journal';
import type { JournalRecord } from '../../send/journal/records';
import { submit } from '../../send/submit';
import { fileSubmission, portsWith, submissionTo } from '../send/submissions';

export interface SendingOptions {
  readonly baseUrl: string;
  readonly journal: string;
  readonly uri?: string;
  readonly text?: string;
  /** The path of a file of JSON Lines to send from disk. */
  readonly file?: string;
  /** `before STATE` or `after STATE` of a record, such as `after sent`. */
  readonly stopAt?: Step;
  /** The user cancels before anything is sent. */
  readonly cancel?: boolean;
  /** The system that the process takes its machine for. */
  readonly platform?: NodeJS.Platform;
  /** How far its clock moves while it is stopped, in milliseconds. */
  readonly clockStep?: number;
}

type Step = `${'before' | 'after'} ${JournalRecord['state']}`;

const options = JSON.parse(process.argv[2] ?? '{}') as SendingOptions;
if (options.platform !== undefined) Object.defineProperty(process, 'platform', { value: options.platform });
const journal = openJournal(options.journal);

const stopping: Journal = {
  ...journal,
  append: async (record) => {
    await step(`before ${record.state}`);
    await journal.append(record);
    await step(`after ${record.state}`);
  },
};

void send();

async function send(): Promise<void> {
  const { baseUrl, file, text, uri } = options;
  const submission =
    file === undefined
      ? await submissionTo(baseUrl, { ...(text ? { text } : {}), ...(uri ? { uri } : {}) })
      : await fileSubmission(baseUrl, file, 'lines');
  const signal = options.cancel ? AbortSignal.abort() : new AbortController().signal;
  const { outcome } = await submit(submission, portsWith(stopping, { signal }));
  console.log(`outcome ${JSON.stringify(outcome)}`);
}

async function step(name: Step): Promise<void> {
  console.log(name);
  if (name !== options.stopAt) return;
  console.log('stopped');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  moveClock(options.clockStep ?? 0);
}

function moveClock(step: number): void {
  const { now } = Date;
  globalThis.Date = class extends Date {
    static override now = () => now() + step;
    constructor(...given: [] | [value: number | string]) {
      super(given[0] ?? now() + step);
    }
  } as DateConstructor;
}
