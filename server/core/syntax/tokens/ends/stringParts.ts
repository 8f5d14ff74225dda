import { foreignMarkOf } from './foreignMarks';

/** The parts of a string that is not in double quotes. */
export interface ForeignString {
  /** Its first quote, without a prefix; `'` for any of Python. */
  readonly opening: string;
  readonly isRaw: boolean;
  readonly content: string;
}

/** The parts of a string of Python, or in foreign marks; null for any other text. */
export function foreignString(token: string): ForeignString | null {
  const mark = foreignMarkOf(token);
  if (mark === null) return pythonString(token);
  const { opening, closings } = mark;
  const closing = closings.find((one) => token.endsWith(one) && token.length >= opening.length + one.length);
  if (closing === undefined) return null;
  return { opening, isRaw: false, content: token.slice(opening.length, -closing.length) };
}

/** The parts of a Python string that is not a plain one in double quotes. */
function pythonString(token: string): ForeignString | null {
  const [, prefix = '', mark = ''] = /^([bfru]{0,2})("""|'''|'|")/i.exec(token) ?? [];
  const isPlain = prefix === '' && mark === '"';
  if (mark === '' || isPlain || token.length < prefix.length + 2 * mark.length || !token.endsWith(mark))
    return null;
  const inMarks = token.slice(prefix.length + mark.length, -mark.length);
  // Each quote is there twice: `''a''`.
  const content = mark === "'" && /^'[^']+'$/.test(inMarks) ? inMarks.slice(1, -1) : inMarks;
  return { opening: "'", isRaw: /r/i.test(prefix), content };
}
