import type { Held } from '../../detection/lineSums';
import type { Branch } from '../../syntax/tree/tree';
import type { Window } from '../slidingText';
import type { StreamOptions } from '../streamOptions';

export interface LinesOptions extends StreamOptions {
  /** For a part of lines: what the lines before it contain, and their length in bytes; and see `ProblemSum`. */
  readonly before?: {
    readonly held: Held | null;
    readonly bytes: number;
    readonly full?: readonly boolean[];
  };
  /** Called with checked lines before they are dropped. */
  readonly onLines?: (root: Branch, window: Window) => void;
}
