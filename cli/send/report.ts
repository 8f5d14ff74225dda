import { boundedText } from '../../send/format/plainText';
import { messageOf } from '../../send/journal/wording';
import type { Outcome } from '../../send/outcome';
import type { Submission } from '../../send/submission';
import type { SubmitResult } from '../../send/submit';
import { ExitCode } from '../exitCode';
import { standardOutput } from '../files/openOutput';
import { onLostOutput } from '../onExit';
import { status } from '../status';
import { tell } from '../terminal/tell';
import { withoutCommands } from '../terminal/workflowCommands';
import type { Described } from './describe';
import { validationErrorLines } from './validationErrorLines';

/** Reports the outcome of a request. The id of a training job goes to standard output, for programs. */
export async function report(
  submission: Submission,
  { outcome, errors, journalError }: SubmitResult,
  documents: readonly Described[],
): Promise<void> {
  if (errors.length > 0) {
    const lines = await validationErrorLines({ body: submission.body, errors }, documents);
    process.stderr.write(withoutCommands(lines.map((line) => `${line}\n`).join('')));
  }
  tell(boundedText(messageOf(outcome), 2000));
  if ('answer' in outcome && outcome.answer !== undefined && errors.length === 0)
    tell(`Response: ${boundedText(outcome.answer, 2000)}`);
  if (outcome.status === 'rejected' && outcome.httpStatus === 401)
    tell('Set TRAJECTORY_TOKEN, or pipe the token in with --token-stdin.');
  if (journalError !== undefined) tell(`The outcome could not be written to the history: ${journalError}`);
  status.add(exitCodeOf(outcome));
  if (outcome.status !== 'accepted') return;
  // The job exists: 2 would mean that nothing was sent.
  onLostOutput(ExitCode.problems);
  await standardOutput.write(`${outcome.jobId}\n`);
}

/** 0 or 1: the request has arrived, or may have. 2 or 130: nothing was sent. */
function exitCodeOf({ status: ended }: Outcome): ExitCode {
  if (ended === 'accepted' || ended === 'logged') return ExitCode.clean;
  if (ended === 'rejected' || ended === 'unknown') return ExitCode.problems;
  return ended === 'cancelled' ? ExitCode.interrupted : ExitCode.failed;
}
