import type { WriteStream } from 'node:tty';

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'cyan' | 'green';

const codes: Record<Style, readonly [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
  green: [32, 39],
};

/** Styles a text, or returns it as it is. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`;

/** Colours for a terminal, unless the environment says otherwise (https://no-color.org, https://force-color.org). */
export function paintFor(stream: NodeJS.WriteStream | WriteStream | null): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return plain;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR === '0' ? plain : coloured;
  return stream?.isTTY === true && TERM !== 'dumb' ? coloured : plain;
}
