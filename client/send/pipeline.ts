import type { HistoryEntry } from '../../send/journal/history';
import type { Outcome } from '../../send/outcome';
import { restrictedModeMessage } from '../access/restrictedMode';
import { askForServiceUrl } from '../access/serviceUrl';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import type { FollowedEdits } from '../locations/serviceDiagnostics';
import { traceOf } from '../log';
import { manageTrust, showError } from '../notifications';
import { type Confirmed, confirm } from './confirm';
import { gather } from './gather';
import type { Gathered, SendOperation } from './operations/operation';
import { refresh } from './refresh';
import { report } from './report';
import { type SendArguments, type SendTrigger, triggerOf } from './sendArguments';
import type { SendServices } from './sendServices';
import { submitWithProgress } from './submitWithProgress';

/** Sends what a command is about, and tells what came of it: gather → refresh → confirm → submit → report. */
export async function send(
  services: SendServices,
  operation: SendOperation,
  args: SendArguments,
): Promise<Outcome> {
  const restricted = restrictedModeMessage('Nothing is sent');
  if (restricted !== null) return tellStop(impossible('restricted-mode', restricted, manageTrust));
  return outcomeOf(services, run(services, operation, args));
}

async function run(
  services: SendServices,
  operation: SendOperation,
  args: SendArguments,
): Promise<Outcome | Stop> {
  // Now, because another document may come before the user while questions are asked.
  const trigger = triggerOf(args);
  const gathered = await gather(services, operation, args);
  return isStop(gathered) ? gathered : sendGathered(services, { operation, gathered, trigger });
}

/** The outcome of a send. When there is none, the user is told why. */
async function outcomeOf(services: SendServices, sending: Promise<Outcome | Stop>): Promise<Outcome> {
  const result = await sending.catch((error: unknown) => failure(services, error));
  return isStop(result) ? tellStop(result) : result;
}

function tellStop({ stop, actions = [] }: Stop): Outcome {
  if (stop.status === 'failed') showError(stop.message, ...actions);
  return stop;
}

/** What an error of ours says is not told: it may hold what is secret. The log has where it happened. */
function failure({ log }: SendServices, error: unknown): Stop {
  log.error(`An error in a send: ${traceOf(error)}`);
  return impossible(
    'interrupted',
    'The command failed because of an error in this extension. See the output for details.',
    { label: 'Show Output', run: () => log.show() },
  );
}

/** What is to be sent. */
interface Plan {
  readonly operation: SendOperation;
  readonly gathered: Gathered;
  readonly trigger: SendTrigger;
}

async function sendGathered(services: SendServices, plan: Plan): Promise<Outcome | Stop> {
  const gathered = await refresh(services, plan.gathered);
  if (isStop(gathered)) return gathered;
  const sources = gathered.config === null ? [gathered.groups] : [gathered.groups, gathered.config];
  const followed = services.serviceDiagnostics.follow(sources);
  try {
    const confirmed = await confirm(services, plan.operation, { ...gathered, trigger: plan.trigger });
    if (isStop(confirmed)) {
      followed.dispose();
      return confirmed;
    }
    const latest = await refresh(services, gathered);
    if (isStop(latest) || !isSame(latest, gathered)) {
      // What was agreed to is not what the user sees by now: a file can change on disk behind the question.
      followed.dispose();
      return isStop(latest) ? latest : sendGathered(services, changed(plan, latest));
    }
    // Not before: when nothing is sent, what the service found the last time is still all that is known.
    services.serviceDiagnostics.clear(sources);
    return await submitAndReport(services, { ...plan, gathered, confirmed, followed });
  } catch (error) {
    followed.dispose();
    throw error;
  }
}

/** A plan that the user agreed to. */
interface Agreed extends Plan {
  readonly confirmed: Confirmed;
  readonly followed: FollowedEdits;
}

async function submitAndReport(services: SendServices, agreed: Agreed): Promise<Outcome> {
  const { confirmed, followed } = agreed;
  const result = await submitWithProgress(services, confirmed);
  const { offer } = await report(services, { submission: confirmed.submission, result, followed });
  // Not awaited: the notification stays for as long as the user likes.
  offer
    .then((next) => {
      if (next === 'again') return retry(services, agreed);
      followed.dispose();
      return next === 'ask' ? sendAgain(services, agreed, result.entry) : undefined;
    })
    .catch((error: unknown) => {
      followed.dispose();
      services.log.error(`An error after a send: ${traceOf(error)}`);
    });
  return result.outcome;
}

/** Nothing of what failed has left this machine. It stays agreed to, unless a document has changed since. */
async function retry(services: SendServices, agreed: Agreed): Promise<Outcome> {
  const latest = await refresh(services, agreed.gathered);
  if (!isStop(latest) && isSame(latest, agreed.gathered)) return submitAndReport(services, agreed);
  agreed.followed.dispose();
  if (isStop(latest)) return tellStop(latest);
  return outcomeOf(services, sendGathered(services, changed(agreed, latest)));
}

/** The service has had the request, or may have: the user is asked anew, as for one that the history repeats. */
function sendAgain(
  services: SendServices,
  { operation, gathered, trigger }: Plan,
  last: HistoryEntry,
): Promise<Outcome> {
  // Of what failed nothing has left: it is no second time.
  const from = last.outcome.status === 'failed' ? trigger : { ...trigger, again: last };
  const sending = async () => {
    // The address may have been changed since.
    const url = await askForServiceUrl();
    if (url === null) return cancelled;
    return sendGathered(services, { operation, gathered: { ...gathered, url }, trigger: from });
  };
  return outcomeOf(services, sending());
}

/** The plan for documents that have changed since the user was asked. */
function changed({ operation, trigger }: Plan, gathered: Gathered): Plan {
  return { operation, gathered, trigger: { ...trigger, hasChanged: true } };
}

/** Whether the documents are the same texts. */
function isSame(one: Gathered, other: Gathered): boolean {
  return one.groups === other.groups && one.config === other.config;
}
