import type { FailureReason, Outcome } from '../../send/outcome';
import type { MessageAction } from '../notifications';

/** The end of a command before anything was sent. */
export interface Stop {
  readonly stop: Outcome;
  /** Buttons of the message. */
  readonly actions?: readonly MessageAction[];
}

/** The user dismissed a question. */
export const cancelled: Stop = { stop: { status: 'cancelled' } };

/** Nothing can be sent; the message tells the user why. */
export function impossible(
  reason: FailureReason,
  message: string,
  ...actions: readonly MessageAction[]
): Stop {
  return { stop: { status: 'failed', reason, message }, actions };
}

/** Whether a step ended the command. */
export function isStop<T extends object | string>(step: T | Stop): step is Stop {
  return typeof step === 'object' && 'stop' in step;
}
