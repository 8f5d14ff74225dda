import type { FailureReason, Outcome } from '../../send/outcome';

/** The end of a command before anything was sent. */
export interface Stop {
  readonly stop: Outcome;
}

/** The user dismissed a question. */
export const cancelled: Stop = { stop: { status: 'cancelled' } };

/** Nothing can be sent, for a reason that the user is told. */
export function impossible(reason: FailureReason, message: string): Stop {
  return { stop: { status: 'failed', reason, message } };
}

/** Whether a step ended the command. */
export function isStop<T extends object | string>(step: T | Stop): step is Stop {
  return typeof step === 'object' && 'stop' in step;
}
