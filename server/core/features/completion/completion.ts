import type { Range } from '../../text/range';
import type { Edit } from '../../text/text';

/** Something that can be written where the cursor is. Offsets are UTF-16 code units. */
export interface Completion {
  readonly label: string;
  readonly kind: 'property' | 'value' | 'snippet';
  /** What it replaces: the token at the cursor, as a rule with its quotes; on one line, and around the cursor. */
  readonly replace: Range;
  /** What it replaces where people want that to stay which stands behind the cursor; see `insertable.ts`. */
  readonly insert?: Range;
  /** In LSP snippet syntax. */
  readonly text: string;
  /** Edits elsewhere that go with it: a comma behind the member before. */
  readonly also?: readonly Edit[];
  readonly sortText: string;
  /** What is compared with the text between the start of `replace` and the cursor. */
  readonly filterText: string;
  /** Plain text. */
  readonly detail?: string;
  readonly documentation?: Documentation;
}

/** Where a description stands: `documentationText` has it. */
export interface Documentation {
  readonly schema: number;
  readonly of: 'value' | 'companions';
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether there are more: then what has been typed decides which are listed, and typing on finds others. */
  readonly isCut: boolean;
}

export interface CompletionOptions {
  /** Newest first. */
  readonly recentModelIds: readonly string[];
  readonly now: Date;
}
