/** Detects lines that programs print between the lines of JSON Lines. None of them can be JSON. */

/** Code units of a line that are examined. */
export const maxLogStart = 120;

/** Maximum length of a log message inside a value, in code units. */
export const maxLogLine = 1000;

const colors = String.raw`(?:\u001b\[[\d;]*m)*`;
const level = String.raw`[[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\b`;
const time = String.raw`[[(<]?(?:\d{4}[-/]\d\d[-/]\d\d[ T]|\d\d/\d\d/\d{2,4} |[A-Z][a-z]{2} +\d{1,2} |[IWEF]\d{4} )?\d\d:\d\d(?::\d\d|\b)`;
/** A tqdm progress bar. */
const progress = String.raw`[^"{}]{0,60}?(?:\d%\||\d+(?:it|/\d+) \[\d\d:\d\d)`;
const python = String.raw`[^\s"{}]+\.py:\d+: |warnings\.warn\(|Traceback \(most recent|File "[^"]*", line \d|[A-Za-z.]+(?:Warning|Error|Exception): `;
const others = String.raw`wandb: |\([\w ]*pid=\d+`;

const start = new RegExp(`^${colors}(?:${[level, time, progress, python, others].join('|')})`);

/** Whether a line begins like a log message. */
export function beginsAsLog(text: string): boolean {
  return start.test(text);
}

/** Whether the rest of a line may contain JSON, after which a value goes on. */
export function mayHoldJson(line: string): boolean {
  return /["{}]|,\s*$/.test(line);
}
