import { textBefore } from '../../syntax/recovery/textBefore';
import { beginsAsLog, maxLogStart } from '../../syntax/tokens/logLines';
import { Scanner } from '../../syntax/tokens/scanner';
import { textOf } from '../../text/text';
import { binaryFormat } from './binary';
import { inlineTable, isSection, isYamlLine, mail, settings, table, tables, yaml } from './dataFormats';
import type { Head, HeadLine } from './head';
import { areMost, beginsJson, beginsWithLabel, isMostlyJson, looksLikeOwn } from './lineForms';
import { markOfLines } from './lineMarks';
import { languageOfLiterals } from './literals';
import type { OtherFormat } from './otherFormat';
import { prose } from './prose';
import { beginsInHtml, quoteEncodingOf } from './quoteEncodings';
import { typographyOf } from './typography';

type Look = (head: Head, isLines: boolean) => OtherFormat | null;

/** The format of a text that is surely not JSON, by its head: the first match; else null. */
export function otherFormat(head: Head, isLines: boolean): OtherFormat | null {
  for (const look of looks) {
    const found = look(head, isLines);
    if (found !== null) return found;
  }
  return null;
}

const looks: readonly Look[] = [
  binary,
  pointer,
  httpError,
  diff,
  markup,
  tables,
  eventStream,
  markedLines,
  fence,
  afterOtherText,
  otherQuotes,
  typography,
  printedObjects,
  literals,
  program,
  log,
  mail,
  yaml,
  settings,
  inlineTable,
  table,
  prose,
];

function binary(head: Head): OtherFormat | null {
  const format = binaryFormat(head);
  return format === null ? null : { message: `This is ${format}, not JSON text.` };
}

function pointer({ lines }: Head): OtherFormat | null {
  const first = lines[0]!.text;
  if (/^version https:\/\/git-lfs\.github\.com\/spec\//.test(first))
    return { message: 'This is a Git LFS pointer, not the file itself. Run "git lfs pull" to get the file.' };
  if (/^(\.\.\/)*\/?\.?(git\/)?annex\/objects\//.test(first))
    return { message: 'This is a git-annex pointer, not the file itself. Run "git annex get" to get it.' };
  if (/^outs:$/.test(first) && lines.some(({ text }) => /^(- )?md5: [0-9a-f]{32}(\.dir)?$/.test(text)))
    return { message: 'This is a DVC pointer, not the file itself. Run "dvc pull" to get the file.' };
  return null;
}

/** What a server answers in place of a file that it does not have. */
function httpError({ lines }: Head): OtherFormat | null {
  const isError = lines.length === 1 && /^[45]\d\d:? [A-Z][A-Za-z' -]+$/.test(lines[0]!.text);
  return isError
    ? { message: 'This is the error of a web server, not the file that was to be downloaded.' }
    : null;
}

/** What `diff` and `git diff` print. */
function diff({ lines }: Head): OtherFormat | null {
  const isDiff =
    lines.some(({ text }) => /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/.test(text)) &&
    lines.some(({ text }) => /^\+\+\+ \S/.test(text));
  return isDiff
    ? { message: 'This is a diff, not the file that it changes. Apply it with "git apply" or "patch".' }
    : null;
}

function markup({ text, lines }: Head): OtherFormat | null {
  if (/^\s*(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype\s+html|html|head|body)\b/i.test(text))
    return {
      message: 'This is an HTML page, not JSON. It may be an error page that was saved instead of the file.',
    };
  // What a model thinks before its JSON is in a tag, too.
  const isXml = /^\s*<(\?xml\b|[A-Za-z][\w:.-]*(\s+[\w:.-]+\s*=[^<>]*)?\/?>)/.test(text);
  return isXml && !lines.some((line) => beginsJson(line.text))
    ? { message: 'This is XML, not JSON. Convert it to JSON first.' }
    : null;
}

function markedLines({ lines }: Head, isLines: boolean): OtherFormat | null {
  const mark = markOfLines(lines, isLines);
  return mark === null ? null : { message: mark.message, rewrites: ['strip-marks'] };
}

/** A line that opens a Markdown code fence. */
export const fenceLine = /^(`{3,}|~{3,})\s*([\w.+-]*)\s*$/;

function fence({ lines }: Head, isLines: boolean): OtherFormat | null {
  const at = lines.findIndex(({ text }) => fenceLine.test(text));
  const inside = lines[at + 1];
  if (at < 0 || inside === undefined || !beginsJson(inside.text)) return null;
  // Only text may precede the fence.
  if (lines.slice(0, at).some(({ text }) => beginsJson(text))) return null;
  // A fence around some of the values: the fix would drop the others.
  if (isLines && hasJsonOutside(lines.slice(at))) return null;
  const message = 'This is JSON in a Markdown code fence. Keep only the text in the fence.';
  return { message, rewrites: ['unfence'] };
}

/** Whether a line after a code fence, which the first line opens, may begin JSON. */
function hasJsonOutside(lines: readonly HeadLine[]): boolean {
  let isInside = false;
  return lines.some(({ text }) => {
    if (fenceLine.test(text)) isInside = !isInside;
    return !isInside && beginsJson(text);
  });
}

/** Log lines, a prompt, or an anti-hijacking prefix before JSON that begins on a line of its own. */
function afterOtherText({ lines, text }: Head, isLines: boolean): OtherFormat | null {
  // In JSON Lines each such line is a syntax error of its own, as is a comment.
  if (isLines || /^\/[/*]/.test(lines[0]!.text)) return null;
  const at = lines.findIndex((line) => beginsJson(line.text) && !isSection(line));
  if (at <= 0 || lines.slice(0, at).some(({ text }) => looksLikeOwn(text))) return null;
  const [lead, rest] = [lines.slice(0, at), lines.slice(at)];
  if (lead.every(({ text }) => isYamlLine(text)) && lead.length > 1) return null;
  if (!isMostlyJson(rest)) return null;
  if (isReadBehindText(text)) return null;
  const count = at === 1 ? 'a line' : `${at} lines`;
  const message = `The JSON starts after ${count} of other text. Remove that text.`;
  return { message, rewrites: ['strip-prefix'] };
}

/** Whether the parser reads the value behind the text: a few words are one syntax error. */
function isReadBehindText(head: string): boolean {
  const scanner = new Scanner(textOf(head), { lines: false, report: () => {} });
  scanner.next();
  return textBefore(scanner, false) !== null;
}

/** What a program printed. In JSON Lines with values, each such line is a syntax error of its own. */
function log({ lines, isWhole }: Head, isLines: boolean): OtherFormat | null {
  if (isLines && !isWhole) return null;
  const count = lines.filter(({ text }) => beginsAsLog(text.slice(0, maxLogStart))).length;
  if (count < 2 || count < 0.9 * lines.length || lines.some(({ text }) => beginsJson(text))) return null;
  return { message: 'This is the log of a program, not JSON. Open the file that the program wrote.' };
}

function otherQuotes(head: Head, isLines: boolean): OtherFormat | null {
  const encoding = quoteEncodingOf(head, isLines);
  return encoding === null ? null : { message: encoding.message, rewrites: ['unquoted'] };
}

function typography(head: Head): OtherFormat | null {
  const message = typographyOf(head);
  return message === null ? null : { message, rewrites: ['typography'] };
}

/** What Python prints for dataclasses and models, `Name(field=…)`, and for its collections, `Name([('field', …`. */
function printedObjects({ text, lines }: Head): OtherFormat | null {
  const isPrinted = /^\s*\[?\s*[A-Za-z_][\w.]*\(\s*(\w+=|<class |[[({]+')/.test(text);
  // A program may print a line before its JSON.
  return isPrinted && !lines.slice(1).some((line) => beginsJson(line.text))
    ? {
        message:
          'This is what Python prints for objects, not JSON: write it with json.dumps, after dataclasses.asdict or model_dump.',
      }
    : null;
}

function literals({ text, lines }: Head): OtherFormat | null {
  const language = languageOfLiterals(text);
  if (language === null || beginsWithLabel(lines[0]!.text) || beginsInHtml(text)) return null;
  const message =
    language === 'Python'
      ? 'This is Python repr output, not JSON: write it with json.dumps.'
      : 'This is a JavaScript object, not JSON: names and strings must be in double quotes.';
  return { message, rewrites: ['literals'] };
}

function eventStream({ lines }: Head): OtherFormat | null {
  const isStream =
    /^(data|event|id|retry):/.test(lines[0]!.text) && areMost(lines, /^(data|event|id|retry):|^:/);
  const hasData = lines.some(({ text }) => /^data: ?[{[]/.test(text));
  return isStream && hasData
    ? { message: 'This is a stream of server-sent events, not JSON. Keep only the text after "data:".' }
    : null;
}

function program({ lines }: Head): OtherFormat | null {
  const first = lines[0]!.text;
  if (/^Traceback \(most recent call last\):/.test(first))
    return {
      message:
        'This is the traceback of a Python program, not its output. Fix the error on its last line, and run the program again.',
    };
  const isProgram =
    /^#!\//.test(first) ||
    lines.some(({ text }) => /^(import \w+|from [\w.]+ import |def \w+\(.*\):|class \w+.*:$)/.test(text)) ||
    /^(const|let|var|export|module\.exports|window\.\w+|\w+)\s.*=\s*[[{]?$|^export default\b/.test(first);
  const isAssigned = beginsBehindText(lines);
  return isProgram && !isAssigned && !beginsJson(first)
    ? {
        message:
          'This is source code, not JSON. If it is a program that writes JSON, run it and open its output.',
      }
    : null;
}

/** Whether JSON begins behind other text on the first line, as in `const data = {`. */
function beginsBehindText([first, ...rest]: readonly HeadLine[]): boolean {
  const value = /[{[].*/.exec(first!.text)?.[0] ?? '';
  return value.length === 1
    ? beginsJson(`${value}${rest[0]?.text ?? ''}`) && isMostlyJson(rest)
    : /^[{[]\s*["{[]/.test(value) && beginsJson(value);
}
