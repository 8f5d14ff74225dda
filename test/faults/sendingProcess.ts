/**
 * A process that sends one request, as an extension host does: `node sendingProcess.js '{"baseUrl": …}'`.
 * Prints each step, and hangs at `stopAt`, so that a test can kill it there.
 */
import { type Journal, openJournal } from '../../send/journal/journal';
import type { JournalRecord } from '../../send/journal/records';
import { submit } from '../../send/submit';
import { portsWith, submissionTo } from '../send/submissions';

export interface SendingOptions {
  readonly baseUrl: string;
  readonly journal: string;
  readonly uri?: string;
  readonly text?: string;
  /** `before STATE` or `after STATE` of a record, such as `after sent`. */
  readonly stopAt?: Step;
  /** The user cancels before anything is sent. */
  readonly cancel?: boolean;
}

type Step = `${'before' | 'after'} ${JournalRecord['state']}`;

const options = JSON.parse(process.argv[2] ?? '{}') as SendingOptions;
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
  const { text, uri } = options;
  const submission = await submissionTo(options.baseUrl, {
    ...(text ? { text } : {}),
    ...(uri ? { uri } : {}),
  });
  const signal = options.cancel ? AbortSignal.abort() : new AbortController().signal;
  const { outcome } = await submit(submission, portsWith(stopping, { signal }));
  console.log(`outcome ${JSON.stringify(outcome)}`);
}

async function step(name: Step): Promise<void> {
  console.log(name);
  if (name !== options.stopAt) return;
  console.log('stopped');
  // A timer keeps the process alive; a promise alone does not.
  setInterval(() => {}, 1000);
  await new Promise<never>(() => {});
}
