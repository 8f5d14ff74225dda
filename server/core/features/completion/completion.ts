import type { Range } from '../../text/range';
import type { Edit } from '../../text/text';

/** A completion. Offsets are UTF-16 code units. */
export interface Completion {
  readonly label: string;
  readonly kind: 'property' | 'value' | 'snippet';
  /** The range to replace: the token at the cursor, usually with its quotes. On one line, and includes the cursor. */
  readonly replace: Range;
  /** The range to replace if the text after the cursor stays; see `insertable.ts`. */
  readonly insert?: Range;
  /** In LSP snippet syntax. */
  readonly text: string;
  /** Additional edits, such as a comma after the previous member. */
  readonly also?: readonly Edit[];
  readonly sortText: string;
  /** Matched against the text between the start of `replace` and the cursor. */
  readonly filterText: string;
  /** Plain text. */
  readonly detail?: string;
  readonly documentation?: Documentation;
}

/** Reference to a description: `documentationText` reads it. */
export interface Documentation {
  readonly schema: number;
  readonly of: 'value' | 'companions';
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether there are more: the list then depends on the typed text, and further typing finds others. */
  readonly isCut: boolean;
}

export interface CompletionOptions {
  /** UUIDs, newest first. */
  readonly recentModelIds: readonly string[];
  readonly now: Date;
}
