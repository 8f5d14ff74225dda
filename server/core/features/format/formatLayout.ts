import { lineEndOf } from '../../text/lineEnds';
import type { Text } from '../../text/text';

/** The editor's settings. */
export interface FormatOptions {
  /** Columns per level of indentation. */
  readonly tabSize: number;
  /** Whether to indent with spaces, not tabs. */
  readonly insertSpaces: boolean;
  /** Whether the text should end with a line end. If unset, an existing one stays. */
  readonly insertFinalNewline?: boolean | undefined;
  /** Whether to remove further line ends at the end. If unset, JSON Lines keep them. */
  readonly trimFinalNewlines?: boolean | undefined;
}

/** The white space between tokens. Depths are those of the container around the gap, from 1. */
export interface Layout {
  open(depth: number): string;
  comma(depth: number): string;
  close(depth: number): string;
  /** Map white space before the first value, between values of a root, and after the last one. */
  beforeRoot(blank: string): string;
  betweenRoots(blank: string): string;
  afterRoot(blank: string): string;
}

/** Indentation stops growing at this depth: deeper text would be mostly spaces. */
const maxIndent = 40;

/** Each member on its own line. */
export function treeLayout(text: Text, options: FormatOptions): Layout {
  const { tabSize, insertSpaces, insertFinalNewline } = options;
  const unit = insertSpaces ? ' '.repeat(Math.min(Math.max(tabSize, 0), 16)) : '\t';
  const eol = lineEndOf(text);
  const breaks: string[] = [];
  const lineBreak = (depth: number): string => {
    const shown = Math.min(depth, maxIndent);
    return (breaks[shown] ??= eol + unit.repeat(shown));
  };
  return {
    open: lineBreak,
    comma: lineBreak,
    close: (depth) => lineBreak(depth - 1),
    beforeRoot: () => '',
    betweenRoots: (blank) => blank,
    afterRoot: (blank) => (insertFinalNewline === true || /[\r\n]/.test(blank) ? eol : ''),
  };
}

/** Each value on one line, as Python's `json.dumps` writes it: most such lines come from there. */
export function linesLayout(text: Text, options: FormatOptions): Layout {
  const { insertFinalNewline, trimFinalNewlines } = options;
  // Without spaces between `\r` and `\n`, two line ends would become one.
  const withoutSpaces = (blank: string): string =>
    blank.replace(/[ \t]+/g, (spaces, at: number) =>
      blank[at - 1] === '\r' && blank[at + spaces.length] === '\n' ? ' ' : '',
    );
  const trimmed = (ends: string): string =>
    trimFinalNewlines === true ? (/^(?:\r\n|\r|\n)/.exec(ends)?.[0] ?? '') : ends;
  return {
    open: () => '',
    comma: () => ' ',
    close: () => '',
    beforeRoot: withoutSpaces,
    betweenRoots: withoutSpaces,
    afterRoot: (blank) =>
      trimmed(withoutSpaces(blank)) || (insertFinalNewline === true ? lineEndOf(text) : ''),
  };
}
