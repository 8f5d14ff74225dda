import type { Range } from '../../text/range';
import type { ReportHint } from './trajectory';

/** The trajectory calls tools but defines none. One hint, at the first call. */
export function missingTools({ calls: [first], tools }: CallsAndTools, report: ReportHint): void {
  if (first === undefined || tools?.length !== 0) return;
  report('missing-tools', first.range, 'A tool is called here, but this trajectory defines no tools.');
}

/** What this rule needs of a trajectory. */
export interface CallsAndTools {
  readonly calls: readonly { readonly range: Range }[];
  /** Null if they are not an array, which is a separate problem. */
  readonly tools: readonly unknown[] | null;
}
