import { openBrace, quote } from '../../text/characters';
import type { ChunkReader } from './chunkReader';

/** Detects lines that programs print between the lines of JSON Lines. None of them can be JSON. */

/** Code units of a line that are examined. */
export const maxLogStart = 120;

/** Maximum length of a log message inside a value, in code units. */
const maxLogLine = 1000;

const colors = String.raw`(?:\u001b\[[\d;]*m)*`;
const level = String.raw`[[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b`;
const time = String.raw`[[(<]?(?:\d{4}[-/]\d\d[-/]\d\d[ T]|\d\d/\d\d/\d{2,4} |[A-Z][a-z]{2} +\d{1,2} |[IWEF]\d{4} )?\d\d:\d\d(?::\d\d|\b)`;
/** A tqdm progress bar. */
const progress = String.raw`[^"{}]{0,60}?(?:\d%\||\d+(?:it|/\d+) \[\d\d:\d\d)`;
const python = String.raw`[^\s"{}]+\.py:\d+: |warnings\.warn\(|Traceback \(most recent|File "[^"]*", line \d|[A-Za-z.]+(?:Warning|Error|Exception): `;
const others = String.raw`wandb: |\([\w ]*pid=\d+|\[(?!(?:true|false|null)\])[A-Za-z][\w.-]*\]:? \S`;

const start = new RegExp(`^${colors}(?:${[level, time, progress, python, others].join('|')})`);

/** Code units that tell most other text from the start of a log message. */
const maxHint = 6;
const hint =
  /^(?:[[(<]?(?:\d\d[:/]|\d{4}[-/])|\d{1,3}%|[[(<](?!true|false|null)[A-Za-z]|\u001b|[IWEF]\d{4}|(?:TRACE|DEBUG|INFO|NOTICE|WARN|ERROR|CRITIC|FATAL|Trace|File )|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) )/;

/** Whether a log message may begin with these code units: a text may have a hundred thousand words. */
function mayBeginLog(text: string): boolean {
  return hint.test(text);
}

/** Whether a line begins like a log message. */
export function beginsAsLog(text: string): boolean {
  return start.test(text);
}

/**
 * Whether the rest of a line that begins as a log message may contain JSON, after which a value goes on. An object
 * inside a message has all of its brackets; a name without quotes may have an object, too.
 */
function mayHoldJson(line: string): boolean {
  if (!/["{}]|,\s*$/.test(line)) return false;
  const count = (mark: string): number => line.split(mark).length - 1;
  const isWhole = count('{') > 0 && count('{') === count('}') && count('[') === count(']');
  return !isWhole || count('"') % 2 !== 0 || /,\s*$|^\w+\s*:\s*["{]/.test(line);
}

/** Whether the text at an offset begins like a log message. */
export function isLogLine(text: ChunkReader, at: number): boolean {
  const c = text.peek(at);
  if (c === openBrace || c === quote || text.endsLine(at)) return false;
  // No log message is shorter than `5%|`; a text may have a million lines with one number each.
  text.see(at + 3);
  if (text.endsLine(at + 1) || text.endsLine(at + 2)) return false;
  text.see(at + maxLogStart);
  return beginsAsLog(text.read(at, text.endOfLine(at, at + maxLogStart)));
}

/** Whether the text at an offset is a log message up to the end of its line: nothing in it may be JSON. */
export function isLogMessage(text: ChunkReader, at: number): boolean {
  text.see(at + maxHint);
  if (!mayBeginLog(text.read(at, at + maxHint))) return false;
  const end = text.endOfLine(at, at + maxLogLine);
  return end < at + maxLogLine && isLogLine(text, at) && !mayHoldJson(text.read(at, end));
}
