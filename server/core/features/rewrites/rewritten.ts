import type { Document } from '../../document';
import type { Edit } from '../../text/text';

/** The edits of a rewrite, or the reason why it is not done or not complete. */
export interface Rewritten {
  readonly edits: readonly Edit[];
  readonly notice: string | null;
  /** Names of the first members that the new form has no place for; the notice names them, too. */
  readonly left?: readonly string[];
}

export function whole({ text }: Document, insert: string): Rewritten {
  return done([{ from: 0, to: text.length, insert }]);
}

export function done(edits: readonly Edit[]): Rewritten {
  return { edits, notice: null };
}

export function failed(notice: string): Rewritten {
  return { edits: [], notice };
}
