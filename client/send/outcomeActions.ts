import * as vscode from 'vscode';
import { canRetry, type Outcome } from '../../send/outcome';
import { isLoopback } from '../../send/request/endpoint';
import type { Submission } from '../../send/submission';
import type { SubmitResult } from '../../send/submit';
import { askForToken } from '../access/askForToken';
import { changeServiceUrl, useLocalService } from '../access/serviceUrl';
import { showHistory, showProblems } from '../notifications';
import { jobIdOf } from './jobId';
import type { SendOperation } from './operations/operation';
import type { SendServices } from './sendServices';

/**
 * The user's next step: `retry` resends something that never left this machine; `confirm` sends after a new
 * confirmation, as does another model id.
 */
export type Next = 'retry' | 'confirm' | { readonly modelId: string };

export function isNext(value: unknown): value is Next {
  return value === 'retry' || value === 'confirm' || (typeof value === 'object' && value !== null);
}

/** A button of an outcome's message. */
export interface Action {
  readonly label: string;
  /** Returns a `Next` to send. */
  readonly run: () => unknown;
}

interface FinishedSend {
  readonly operation: SendOperation;
  readonly submission: Submission;
  readonly result: SubmitResult;
}

/** The actions for a finished send, the one that its message suggests first. */
export function actionsFor(
  services: SendServices,
  { operation, submission, result }: FinishedSend,
): readonly Action[] {
  const { outcome, entry } = result;
  const details: Action = { label: 'Show Details', run: () => services.details.show(entry) };
  const setToken = (next: Next): Action => ({
    label: 'Set Access Token',
    run: async (): Promise<Next | undefined> => {
      const answer = await askForToken(services.tokens, submission.endpoint.origin);
      if (answer === null) return undefined;
      return answer === 'stored' ? next : 'confirm';
    },
  });
  const id = jobIdOf(entry);
  if (id !== null) return [{ label: 'Copy Job Id', run: () => vscode.env.clipboard.writeText(id) }, details];
  switch (outcome.status) {
    case 'cancelled':
      return [];
    case 'failed':
      // Nothing was sent, so the confirmation is still valid.
      if (outcome.reason === 'token') return [setToken('retry')];
      if (outcome.reason === 'busy') return [showHistory];
      if (outcome.reason === 'document') return [sendAgain, details];
      return canRetry(outcome)
        ? [...localAction(submission, outcome), retry, ...urlAction(outcome)]
        : [details];
    case 'rejected':
      // The service has received the request. Whatever it responded, sending again needs a new confirmation.
      if (outcome.httpStatus === 401)
        return [
          setToken('confirm'),
          ...ifLoopback(submission, startLocal),
          ...(outcome.problemCount > 0 ? [showProblems] : []),
          details,
        ];
      if (outcome.problemCount > 0) return [showProblems, details];
      return [
        ...modelAction(services, operation, outcome.httpStatus),
        ...urlAction(outcome),
        ...(isWorthAgain(outcome) ? [sendAgain] : []),
        details,
      ];
    default:
      return [...urlAction(outcome), ...(isWorthAgain(outcome) ? [sendAgain] : []), details];
  }
}

const retry: Action = { label: 'Retry', run: () => 'retry' satisfies Next };
const sendAgain: Action = { label: 'Send Again', run: () => 'confirm' satisfies Next };
const changeUrl: Action = {
  label: 'Change Service URL',
  run: async () => ((await changeServiceUrl()) === null ? undefined : ('confirm' satisfies Next)),
};

/** Also gives the local service that is running its token back. */
const startLocal: Action = {
  label: 'Start Local Service',
  run: async () => ((await useLocalService()) === null ? undefined : ('confirm' satisfies Next)),
};

/** For a URL that the service does not know: the model id is part of it. */
function modelAction(services: SendServices, operation: SendOperation, httpStatus: number): Action[] {
  const ask = operation.askForOtherModel;
  if (ask === undefined || httpStatus !== 404) return [];
  const run = async (): Promise<Next | undefined> => {
    const modelId = await ask(services);
    return modelId === null ? undefined : { modelId };
  };
  return [{ label: 'Change Model Id', run }];
}

/** For a refused connection to this machine. */
function localAction(submission: Submission, outcome: Outcome): readonly Action[] {
  const isDown = outcome.status === 'failed' && outcome.reason === 'refused';
  return isDown ? ifLoopback(submission, startLocal) : [];
}

function ifLoopback({ endpoint }: Submission, action: Action): readonly Action[] {
  return isLoopback(endpoint.url.hostname) ? [action] : [];
}

/** For outcomes that a wrong URL may have caused. */
function urlAction(outcome: Outcome): readonly Action[] {
  const isWrong =
    outcome.status === 'failed'
      ? ['lookup', 'refused', 'unreachable', 'tls'].includes(outcome.reason)
      : 'httpStatus' in outcome && [301, 302, 303, 307, 308, 404, 405, 415].includes(outcome.httpStatus ?? 0);
  return isWrong ? [changeUrl] : [];
}

/** Whether the same request may succeed later. */
function isWorthAgain(outcome: Outcome): boolean {
  if (outcome.status === 'rejected') return ![307, 308, 405, 413, 415].includes(outcome.httpStatus);
  const passing = [
    ...['server-error', 'connection-lost', 'idle-timeout', 'whole-timeout', 'incomplete-answer'],
    'document',
  ];
  return outcome.status === 'unknown' && passing.includes(outcome.reason);
}
