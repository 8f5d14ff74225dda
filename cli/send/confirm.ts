import { createInterface } from 'node:readline';
import { boundedText } from '../../send/format/plainText';
import { earlierSendLines } from '../../send/journal/earlierSendLines';
import type { HistoryEntry } from '../../send/journal/history';
import { operations } from '../../send/operations';
import { holdsOwnConfig } from '../../send/request/body';
import { problemCounts, requestLines } from '../../send/requestLines';
import type { Documents, Submission } from '../../send/submission';
import { tell } from '../terminal/tell';
import { stop } from './stop';

export interface Confirmation {
  readonly submission: Submission;
  readonly sources: Documents;
  /** Sends of the same request that arrived, or may have. */
  readonly earlier: readonly HistoryEntry[];
  /** Warnings about unreadable parts of the journal. */
  readonly unreadable: readonly string[];
  /** The name of a document for people. */
  nameOf(uri: string): string;
}

/** Answers given on the command line. */
export interface Answers {
  readonly yes?: boolean;
  /** Send even if the same request was sent before. */
  readonly again?: boolean;
  /** Send documents with errors. */
  readonly allowErrors?: boolean;
}

/** Shows what will be sent, and asks for confirmation unless an option gives it. Stops if the answer is no. */
export async function confirm(about: Confirmation, answers: Answers): Promise<void> {
  const { submission, sources, earlier, unreadable, nameOf } = about;
  const lines = requestLines(submission, { holdsConfig: holdsOwnConfig(sources.groups), nameOf });
  const problems = problemCounts(sources);
  tell([...lines, ...(problems === null ? [] : [`Problems: ${problems}`]), ...unreadable].join('\n'));
  const again = earlier.length > 0 ? ' again' : '';
  const question = `${operations[submission.operation].question}${again}?`;
  await agreeToErrors(sources, answers);
  if (earlier.length > 0) tell(earlierSendLines(earlier).join('\n'));
  if (earlier.length > 0 && answers.yes === true && answers.again !== true)
    stop('Nothing was sent. To send it again, add --again.');
  if (answers.yes !== true) await ask(question, '--yes');
}

/** The service will find the errors, too, unless they are around what is sent: a comment before a config, say. */
async function agreeToErrors({ groups, config }: Documents, answers: Answers): Promise<void> {
  const errors = groups.summary.errors + (config?.summary.errors ?? 0);
  if (errors === 0 || answers.allowErrors === true) return;
  tell(
    'The service will most likely reject the request, unless the errors are outside of what is sent. `trajectory check` lists them.',
  );
  if (answers.yes === true) stop('Nothing was sent. To send it with errors, add --allow-errors.');
  await ask('Send it anyway?', '--allow-errors');
}

/** Asks a question on the terminal. Without a terminal, stops and names the option that confirms. */
async function ask(question: string, option: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    stop(`Nothing was sent: there is no terminal to confirm on. Use ${option}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode, an interrupt arrives here. Not `process.kill`: on Windows that ends the process at once, with code 1.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  terminal.setPrompt(`${boundedText(question, 200)} [y/N] `);
  terminal.prompt();
  const answer = await new Promise<string | null>((resolve) => {
    terminal.once('line', resolve);
    // The end of input, Ctrl+D, is no answer.
    terminal.once('close', () => resolve(null));
  });
  terminal.close();
  if (answer === null) process.stderr.write('\n');
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) stop('Nothing was sent.');
}
