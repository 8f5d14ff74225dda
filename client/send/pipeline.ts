import { traceOf } from '../../send/format/errorTrace';
import type { HistoryEntry } from '../../send/journal/history';
import type { Outcome } from '../../send/outcome';
import { restrictedModeMessage } from '../access/restrictedMode';
import { askForServiceUrl } from '../access/serviceUrl';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import type { FollowedEdits } from '../locations/serviceErrors/serviceDiagnostics';
import { manageTrust, showError } from '../notifications';
import { type Confirmed, confirm, type Plan } from './confirm';
import { gather } from './gather';
import type { Gathered, SendOperation } from './operations/operation';
import { refresh } from './refresh';
import { report } from './report';
import { type SendArguments, triggerOf } from './sendArguments';
import type { SendServices } from './sendServices';
import { submitWithProgress } from './submitWithProgress';

/** Sends a request and reports the outcome: gather → refresh → confirm → submit → report. */
export async function send(
  services: SendServices,
  operation: SendOperation,
  args: SendArguments,
): Promise<Outcome> {
  const restricted = restrictedModeMessage('Nothing can be sent');
  if (restricted !== null) return tellStop(impossible('restricted-mode', restricted, manageTrust));
  return outcomeOf(services, run(services, operation, args));
}

async function run(
  services: SendServices,
  operation: SendOperation,
  args: SendArguments,
): Promise<Outcome | Stop> {
  // Before any question: while the user answers, another document may become active.
  const trigger = triggerOf(args);
  const gathered = await gather(services, operation, args);
  if (isStop(gathered)) return gathered;
  return sendGathered(services, { operation, gathered, trigger, reader: services.journal.follow() });
}

/** The outcome of a send. If it stopped early, tells the user why. */
async function outcomeOf(services: SendServices, sending: Promise<Outcome | Stop>): Promise<Outcome> {
  const result = await sending.catch((error: unknown) => failure(services, error));
  return isStop(result) ? tellStop(result) : result;
}

function tellStop({ stop, actions = [] }: Stop): Outcome {
  if (stop.status === 'failed') showError(stop.message, ...actions);
  return stop;
}

/** Does not show the error's message, which may contain secrets. The log has the stack. */
function failure({ log }: SendServices, error: unknown): Stop {
  log.error(`Internal error while sending a request: ${traceOf(error)}`);
  return impossible(
    'interrupted',
    'The command failed because of an internal error. See the output for details.',
    { label: 'Show Output', run: () => log.show() },
  );
}

async function sendGathered(services: SendServices, plan: Plan): Promise<Outcome | Stop> {
  const gathered = await refresh(services, plan);
  if (isStop(gathered)) return gathered;
  const sources = gathered.config === null ? [gathered.groups] : [gathered.groups, gathered.config];
  const followed = services.serviceDiagnostics.follow(sources);
  try {
    const confirmed = await confirm(services, { ...plan, gathered });
    if (isStop(confirmed) || 'url' in confirmed) {
      followed.dispose();
      if (isStop(confirmed)) return confirmed;
      return sendGathered(services, { ...plan, gathered: { ...gathered, url: confirmed.url } });
    }
    const latest = await refresh(services, { operation: plan.operation, gathered });
    if (isStop(latest) || !isSame(latest, gathered)) {
      // A document changed during the confirmation, for instance on disk: ask again.
      followed.dispose();
      return isStop(latest) ? latest : sendGathered(services, changed(plan, latest));
    }
    // Only now: if nothing is sent, the earlier validation errors still apply.
    services.serviceDiagnostics.clear(sources);
    return await submitAndReport(services, { ...plan, gathered, confirmed, followed });
  } catch (error) {
    followed.dispose();
    throw error;
  }
}

/** A confirmed plan. */
interface Agreed extends Plan {
  readonly confirmed: Confirmed;
  readonly followed: FollowedEdits;
}

async function submitAndReport(services: SendServices, agreed: Agreed): Promise<Outcome> {
  const { operation, confirmed, followed } = agreed;
  const result = await submitWithProgress(services, agreed);
  const { offer } = await report(services, {
    operation,
    submission: confirmed.submission,
    result,
    followed,
  });
  // Not awaited: the notification stays until the user closes it.
  offer
    .then((next) => {
      if (next === 'retry') return retry(services, agreed);
      followed.dispose();
      if (next === undefined) return undefined;
      return sendAgain(services, next === 'confirm' ? agreed : withModel(agreed, next.modelId), result.entry);
    })
    .catch((error: unknown) => {
      followed.dispose();
      services.log.error(`Internal error after sending a request: ${traceOf(error)}`);
    });
  return result.outcome;
}

/** Nothing left this machine, so the confirmation is still valid unless a document has changed. */
async function retry(services: SendServices, agreed: Agreed): Promise<Outcome> {
  const latest = await refresh(services, agreed);
  if (!isStop(latest) && isSame(latest, agreed.gathered)) return submitAndReport(services, agreed);
  agreed.followed.dispose();
  if (isStop(latest)) return tellStop(latest);
  return outcomeOf(services, sendGathered(services, changed(agreed, latest)));
}

/** The service may have received the request, or the user has changed where it goes: ask for confirmation. */
function sendAgain(
  services: SendServices,
  { operation, gathered, trigger }: Plan,
  last: HistoryEntry,
): Promise<Outcome> {
  // After a failure nothing was sent, so this is not a repetition.
  const again = last.outcome.status === 'failed' ? trigger.again : last;
  const sending = async () => {
    // The user may have changed the URL.
    const url = await askForServiceUrl();
    if (url === null) return cancelled;
    const reader = services.journal.follow();
    return sendGathered(services, {
      operation,
      gathered: { ...gathered, url },
      trigger: { again, isIndirect: true },
      reader,
    });
  };
  return outcomeOf(services, sending());
}

function withModel(plan: Plan, modelId: string): Plan {
  const { gathered } = plan;
  return { ...plan, gathered: { ...gathered, modelId, own: { ...gathered.own, modelId: false } } };
}

/** The plan with documents that changed since the confirmation. */
function changed({ operation, trigger, reader }: Plan, gathered: Gathered): Plan {
  return { operation, gathered, trigger: { ...trigger, hasChanged: true }, reader };
}

/** Whether the documents have the same text. */
function isSame(one: Gathered, other: Gathered): boolean {
  return one.groups === other.groups && one.config === other.config;
}
