/**
 * What became of one attempt to send. The status bar, the journal, the history and the return value of the
 * commands all read this one union, so that none of them can claim more than another.
 */
export type Outcome =
  /** The service created a training job, and answered as documented: with the job's id, a UUID. */
  | { readonly status: 'accepted'; readonly httpStatus: number; readonly jobId: string }
  /** The service recorded the trajectories. */
  | { readonly status: 'logged'; readonly httpStatus: number }
  /** The service answered that it did not take the request. */
  | {
      readonly status: 'rejected';
      readonly httpStatus: number;
      readonly message: string;
      /** How many entries the documented validation error body held; 0 for every other answer. */
      readonly problemCount: number;
      readonly answer?: string;
      /** ISO time before which the service asked not to be called again. */
      readonly retryAt?: string;
    }
  /** Nothing of the request left this machine. */
  | {
      readonly status: 'failed';
      readonly reason: FailureReason;
      readonly message: string;
    }
  /** Bytes may have left and no answer tells, as documented, what became of them. */
  | {
      readonly status: 'unknown';
      readonly reason: UnknownReason;
      readonly message: string;
      readonly httpStatus?: number;
      /** The answer as it came, bounded. */
      readonly answer?: string;
      readonly retryAt?: string;
    }
  /** The user stopped it before anything left this machine. */
  | { readonly status: 'cancelled' };

/** Why no connection could be made. The reason may have gone away a moment later. */
const transientReasons = ['lookup', 'refused', 'unreachable', 'tls', 'proxy', 'connect-timeout'] as const;

/** Why nothing was sent. */
export type FailureReason =
  | (typeof transientReasons)[number]
  | 'restricted-mode'
  | 'unsupported'
  | 'no-document'
  | 'document'
  | 'address'
  | 'token'
  | 'journal'
  | 'busy'
  | 'interrupted';

/** Why it is not known whether the request took effect. */
export type UnknownReason =
  | 'connection-lost'
  | 'idle-timeout'
  | 'whole-timeout'
  | 'cancelled'
  | 'interrupted'
  | 'server-error'
  | 'redirect'
  | 'unexpected-answer'
  | 'incomplete-answer';

/** Which of the two documented operations a request calls. */
export type Operation = 'log' | 'train';

/** Whether the same request can be repeated at once: nothing left, and the reason may have gone away. */
export function canRetry(outcome: Outcome): boolean {
  return outcome.status === 'failed' && transientReasons.some((reason) => reason === outcome.reason);
}

/** Whether a second send of the same body could make the service do the same thing twice. */
export function mayHaveArrived({ status }: { readonly status: Outcome['status'] | 'sending' }): boolean {
  return status === 'accepted' || status === 'logged' || status === 'unknown';
}
