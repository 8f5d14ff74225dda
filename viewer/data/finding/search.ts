import type { FindQuery, Hit } from '../../../server/viewProtocol';
import type { Hits } from './hits';

/** A search of the messages, while its field is open and not empty. */
export interface Search {
  /** Another number for each search. */
  readonly id: number;
  readonly query: FindQuery;
  /** Null for all roles. */
  readonly role: string | null;
  readonly hits: Hits;
  /** The hit that was gone to. */
  readonly current: Hit | null;
  /** Why the search stopped, for the user. */
  readonly failure: string | null;
}
