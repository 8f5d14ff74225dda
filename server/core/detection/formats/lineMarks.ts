import type { HeadLine } from './head';
import { beginsJson } from './lineForms';

/** What a program or a person put at the beginning or end of each line of a text. */
export interface LineMark {
  /** The message about it. */
  readonly message: string;
  /** Matches it on every line. Without `^` and `$`: to these, U+2028 in a string would end a line, too. */
  readonly pattern: RegExp;
}

interface Marks extends LineMark {
  /** Matches it at the beginning of a line without white space around it. */
  readonly start: RegExp;
}

const marks: readonly Marks[] = [
  {
    start: /^\d+\t/,
    pattern: /(?<![^\r\n])[ \t]*\d+\t/g,
    message: 'Each line begins with its number. Remove the numbers.',
  },
  {
    start: /^\d+(?: ?[:|│→] ?| |$)/,
    pattern: /(?<![^\r\n])[ \t]*\d+(?: ?[:|│→] ?| |(?![^\r\n]))/g,
    message: 'Each line begins with its number. Remove the numbers.',
  },
  {
    start: /^[^\s:"'{[]+:\d+:/,
    pattern: /(?<![^\r\n])[^\s:"'{[]+:\d+:/g,
    message: 'Each line begins with the name of a file, as "grep" prints it. Remove the names.',
  },
  {
    start: /^> ?/,
    pattern: /(?<![^\r\n])> ?/g,
    message: 'Each line begins with ">". Remove these signs.',
  },
  {
    start: /^\+/,
    pattern: /(?<![^\r\n])\+/g,
    message: 'Each line begins with "+", as in a diff. Remove these signs.',
  },
  {
    start: /^\u001e/,
    pattern: /(?<![^\r\n])\u001e/g,
    message: 'Each line begins with a record separator (U+001E). Remove these characters.',
  },
];

const backslash: Marks = {
  start: /\\$/,
  pattern: /[ \t]*\\[ \t]*(?![^\r\n])/g,
  message: 'Each line ends with "\\". Remove these signs.',
};

const separators: readonly Marks[] = [
  { start: /[}\]],$/, pattern: /,[ \t]*(?![^\r\n])/g, message: endsWith('a comma') },
  { start: /[}\]];$/, pattern: /;[ \t]*(?![^\r\n])/g, message: endsWith('a semicolon') },
];

function endsWith(what: string): string {
  return `Each line ends with ${what}. In JSON Lines a line break separates the values.`;
}

const colours: LineMark = {
  pattern: /\u001b\[[\d;]*m/g,
  message: 'The lines have the colour codes of a terminal. Remove these codes.',
};

/** Whether a line of JSON has a colour code where it has no string. */
function isJsonInColour(line: string): boolean {
  return /^([{,[] *)*\u001b\[[\d;]*m/.test(line) && /^["{}[\],]/.test(line.replace(colours.pattern, ''));
}

/** Longest beginning that all lines may share, in code units. */
const maxShared = 80;

/** What marks each line of a text of JSON; null if not all its first lines have the same. */
export function markOfLines(lines: readonly HeadLine[], isLines: boolean): LineMark | null {
  const first = lines[0]!.text;
  if (lines.some(({ text }) => isJsonInColour(text)) && beginsJson(first.replace(colours.pattern, '')))
    return colours;
  if (lines.length < 2) return null;
  const found = marks.find(({ start }) => start.test(first) && beginsJson(first.replace(start, '').trim()));
  if (found !== undefined) return lines.every(({ text }) => found.start.test(text)) ? found : null;
  // The last line may have none. One line alone with a comma is a slip.
  const before = lines.slice(0, -1);
  const shared = before.every(({ text }) => endsJson.test(text)) ? sharedMark(first) : null;
  if (shared !== null && lines.every(({ text }) => shared.start.test(text))) return shared;
  if (
    before.length > 2 &&
    beginsJson(first.replace(backslash.pattern, '')) &&
    before.every(({ text }) => backslash.start.test(text))
  )
    return backslash;
  if (!isLines || before.length < 2 || !before.every(({ text }) => beginsJson(text))) return null;
  // An array that begins on the first line.
  if (before.some(({ text }) => text[0] !== first[0])) return null;
  return separators.find(({ start }) => before.every(({ text }) => start.test(text))) ?? null;
}

const endsJson = /(?:[{}[\],":\d]|true|false|null)$/;

/** What stands before the JSON of the first line, if it may be before that of every line: `worker-1  | `, `- `. */
function sharedMark(first: string): Marks | null {
  const head = first.slice(0, maxShared);
  const at = [...head.matchAll(/[{[]/g)].find(({ index }) => beginsJson(first.slice(index)))?.index ?? 0;
  const mark = head.slice(0, at);
  // Without a separator, digits of the JSON may be taken for those of the mark.
  if (at === 0 || /["'\\{}]|\d$/.test(mark)) return null;
  const digits = /\d+/g;
  const source = mark
    .trimEnd()
    .split(digits)
    .map((text) => text.replace(/[^\w\s]/g, '\\$&'))
    .join('\\d+');
  return {
    start: new RegExp(`^${source}`),
    pattern: new RegExp(`(?<![^\\r\\n])[ \\t]*${source} ?`, 'g'),
    message: `Each line begins with "${mark.trimEnd()}". Remove that from each line.`,
  };
}
