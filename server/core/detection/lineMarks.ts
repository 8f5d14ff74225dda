import type { HeadLine } from './head';
import { beginsJson } from './lineForms';

/** What a program or a person put at the beginning or end of each line of a text. */
export interface LineMark {
  /** The message about it. */
  readonly message: string;
  /** Matches it on every line. */
  readonly pattern: RegExp;
}

interface Marks extends LineMark {
  /** Matches it at the beginning of a line without white space around it. */
  readonly start: RegExp;
}

const marks: readonly Marks[] = [
  {
    start: /^\d+\t/,
    pattern: /^[ \t]*\d+\t/gm,
    message: 'Each line begins with its number. Remove the numbers.',
  },
  {
    start: /^\d+[:|] ?/,
    pattern: /^[ \t]*\d+[:|] ?/gm,
    message: 'Each line begins with its number. Remove the numbers.',
  },
  {
    start: /^[^\s:"'{[]+:\d+:/,
    pattern: /^[^\s:"'{[]+:\d+:/gm,
    message: 'Each line begins with the name of a file, as "grep" prints it. Remove the names.',
  },
  { start: /^> ?/, pattern: /^> ?/gm, message: 'Each line begins with ">". Remove these signs.' },
  { start: /^\+/, pattern: /^\+/gm, message: 'Each line begins with "+", as in a diff. Remove these signs.' },
  {
    start: /^\u001e/,
    pattern: /^\u001e/gm,
    message: 'Each line begins with a record separator (U+001E). Remove these characters.',
  },
];

const commas: LineMark = {
  pattern: /,[ \t]*(?=\r?$)/gm,
  message: 'Each line ends with a comma. In JSON Lines a line break separates the values.',
};

/** What marks each line of a text of JSON; null if not all its first lines have the same. */
export function markOfLines(lines: readonly HeadLine[], isLines: boolean): LineMark | null {
  if (lines.length < 2) return null;
  const first = lines[0]!.text;
  const found = marks.find(({ start }) => start.test(first) && beginsJson(first.replace(start, '').trim()));
  if (found !== undefined) return lines.every(({ text }) => found.start.test(text)) ? found : null;
  // The last line may have none. One line alone with a comma is a slip.
  const before = lines.slice(0, -1);
  const areSeparated =
    isLines && before.length > 1 && before.every(({ text }) => beginsJson(text) && /[}\]],$/.test(text));
  return areSeparated ? commas : null;
}
