import * as vscode from 'vscode';
import type { Outcome } from '../../send/outcome';
import { inertText } from '../../send/words/plainText';
import { restriction } from '../access/restrictedMode';
import { impossible, isStop, type Stop } from '../documents/stop';
import type { FollowedEdits } from '../locations/rejections';
import { type Confirmed, confirm } from './confirm';
import { gather } from './gather';
import type { SendOperation } from './operation';
import { refresh } from './refresh';
import { report } from './report';
import type { SendArguments } from './sendArguments';
import type { Sender } from './sender';
import { submitWithProgress, traceOf } from './submitting';

/** Sends what a command is about, and tells what came of it: gather → refresh → confirm → submit → report. */
export async function send(sender: Sender, operation: SendOperation, args: SendArguments): Promise<Outcome> {
  const restricted = restriction('Nothing is sent');
  const result =
    restricted === null
      ? await run(sender, operation, args).catch((error: unknown) => failure(sender, error))
      : impossible('restricted-mode', restricted);
  if (!isStop(result)) return result;
  if (result.stop.status === 'failed')
    void vscode.window.showErrorMessage(inertText(result.stop.message, 600));
  return result.stop;
}

/** What an error of ours says is not told: it may hold what is secret. The log has where it happened. */
function failure({ log }: Sender, error: unknown): Stop {
  log.error(`An error in a send: ${traceOf(error)}`);
  return impossible(
    'interrupted',
    'An error in this extension ended the command. The output has the details.',
  );
}

async function run(sender: Sender, operation: SendOperation, args: SendArguments): Promise<Outcome | Stop> {
  const gathered = await gather(sender, operation, args);
  if (isStop(gathered)) return gathered;
  const latest = await refresh(sender, gathered);
  if (isStop(latest)) return latest;
  const sources = latest.config === null ? [latest.groups] : [latest.groups, latest.config];
  const followed = sender.rejections.follow(sources);
  try {
    const confirmed = await confirm(sender, operation, { ...latest, again: args.again });
    if (isStop(confirmed)) {
      followed.dispose();
      return confirmed;
    }
    // Not before: when nothing is sent, what the service found the last time is still all that is known.
    sender.rejections.clear(sources);
    return await submitAndReport(sender, confirmed, followed);
  } catch (error) {
    followed.dispose();
    throw error;
  }
}

/** What is sent again after a failure was confirmed already: nothing of it has left this machine. */
async function submitAndReport(
  sender: Sender,
  confirmed: Confirmed,
  followed: FollowedEdits,
): Promise<Outcome> {
  const result = await submitWithProgress(sender, confirmed);
  const { offer } = await report(sender, { submission: confirmed.submission, result, followed });
  // Not awaited: the notification stays for as long as the user likes.
  offer
    .then((choice) =>
      choice === 'again' ? submitAndReport(sender, confirmed, followed) : followed.dispose(),
    )
    .catch((error: unknown) => {
      followed.dispose();
      sender.log.error(`An error after a send: ${traceOf(error)}`);
    });
  return result.outcome;
}
