import type { Summary } from '../features/summary';
import type { Range } from '../text/range';

/**
 * What a request needs of a text that was checked while it arrived. Offsets are UTF-16 code units of the whole text, or
 * bytes of its file.
 */
export interface TextSummary extends Omit<Summary, 'groups'> {
  readonly groups: TextGroups | null;
  /** Whether the text has syntax errors: then its lines may not be its values. */
  readonly hasSyntaxErrors: boolean;
}

/** The array of groups; or the text that contains one group, a group on each line, or a bare trajectory on each line. */
export interface TextGroups {
  readonly kind: 'array' | 'items' | 'trajectories';
  readonly slice: Range;
}
