/**
 * The outcome of one attempt to send. The status bar, the journal, the history and the commands' return values all use
 * this union, so none can claim more than another.
 * Property names and reasons are stored in the journal.
 */
export type Outcome =
  /** The service created a training job and responded as documented, with the job's UUID. */
  | { readonly status: 'accepted'; readonly httpStatus: number; readonly jobId: string }
  /** The service recorded the trajectories. */
  | { readonly status: 'logged'; readonly httpStatus: number }
  /** The service did not accept the request. */
  | {
      readonly status: 'rejected';
      readonly httpStatus: number;
      readonly message: string;
      /** Entries in the documented validation error body; 0 for every other response. */
      readonly problemCount: number;
      /** The first validation errors, each with its place; for the history. */
      readonly errors?: readonly string[];
      /** The response text, bounded, if it has no validation errors. */
      readonly answer?: string;
      /** ISO time until which the service asked to wait. */
      readonly retryAt?: string;
    }
  /** No byte of the request left this machine. */
  | {
      readonly status: 'failed';
      readonly reason: FailureReason;
      readonly message: string;
    }
  /** Bytes may have left, and no documented response says whether they took effect. */
  | {
      readonly status: 'unknown';
      readonly reason: UnknownReason;
      readonly message: string;
      readonly httpStatus?: number;
      /** The response text, bounded. */
      readonly answer?: string;
      readonly retryAt?: string;
    }
  /** The user cancelled before anything left this machine. */
  | { readonly status: 'cancelled' };

/** Reasons why no connection was made. They may be temporary. */
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

/** Why it is unknown whether the request took effect. */
export type UnknownReason =
  | 'connection-lost'
  | 'idle-timeout'
  | 'whole-timeout'
  | 'cancelled'
  | 'interrupted'
  | 'server-error'
  | 'redirect'
  | 'unexpected-answer'
  | 'incomplete-answer'
  /** The file could no longer be read as it was confirmed. */
  | 'document';

/** The documented operations. */
export type Operation = 'log' | 'train';

/** Whether the request can be repeated at once: nothing left this machine, and the reason may be temporary. */
export function canRetry(outcome: Outcome): boolean {
  return outcome.status === 'failed' && transientReasons.some((reason) => reason === outcome.reason);
}

/** Whether sending the same body again could take effect twice. */
export function mayHaveArrived({ status }: { readonly status: Outcome['status'] | 'sending' }): boolean {
  return status === 'accepted' || status === 'logged' || status === 'unknown';
}
