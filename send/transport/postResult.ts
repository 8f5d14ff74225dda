import type { FailureReason, UnknownReason } from '../outcome';
import type { RawResponse } from '../response/rawResponse';

/** The result of one POST. */
export type PostResult = { readonly kind: 'response'; readonly response: RawResponse } | NotSent | Lost;

/** Bytes may have left; whether they took effect is unknown. */
export interface Lost {
  readonly kind: 'lost';
  readonly reason: UnknownReason;
  readonly message: string;
  /** A response that came before the whole request was sent. */
  readonly response?: RawResponse;
}

/** No byte of the request left this machine. */
export interface NotSent {
  readonly kind: 'not-sent';
  readonly reason: FailureReason | 'cancelled';
  readonly message: string;
}

export function lost(reason: UnknownReason, message: string): Lost {
  return { kind: 'lost', reason, message };
}

export function notSent(reason: NotSent['reason'], message: string): NotSent {
  return { kind: 'not-sent', reason, message };
}
