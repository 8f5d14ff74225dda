import type { FailureReason, UnknownReason } from './outcome';
import type { RawAnswer } from './readAnswer';

/** What one POST came to. */
export type PostResult =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | NotSent
  /** Bytes may have left; there is no answer. */
  | { readonly kind: 'lost'; readonly reason: UnknownReason; readonly message: string };

/** No byte of the request left this machine. */
export interface NotSent {
  readonly kind: 'not-sent';
  readonly reason: FailureReason | 'cancelled';
  readonly message: string;
}
