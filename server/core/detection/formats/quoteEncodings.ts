import type { Work } from '../../work';
import type { Head } from './head';

/** How all quotes of a text are written when JSON was put into something else. */
export interface QuoteEncoding {
  readonly message: string;
  /** A quote as in JSON: where one is, only a part of the text is encoded, and decoding would ruin the rest. */
  readonly plain: RegExp;
  /** What is not as in JSON. */
  readonly pattern: RegExp;
  /** What a match is in JSON. */
  readonly decode: (found: string) => string;
}

/** A table writes a quote twice, and puts a cell that has any into quotes. */
const doubled: QuoteEncoding = {
  message: 'Here each quote is written twice, as in a cell of a CSV file.',
  plain: /(?<!^|")"(?:"")*(?!"|$)/,
  pattern: /""|^[ \t]*"(?=[[{])|(?<=[}\]])"(?=[ \t]*\r?$)/gm,
  decode: (found) => (found === '""' ? '"' : ''),
};

const html: QuoteEncoding = {
  message: 'Here the quotes are written as in HTML.',
  plain: /"/,
  pattern: /&(?:quot|#0*34|#x0*22|amp|lt|gt|apos|#0*39|#x0*27|nbsp);/g,
  // Some programs write numbers with zeros before them: `&#039;`.
  decode: (found) => characterOf[found.replace(/#(x?)0+/, '#$1')]!,
};

const characterOf: Readonly<Record<string, string>> = {
  ...{ '&quot;': '"', '&#34;': '"', '&#x22;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>' },
  ...{ '&apos;': "'", '&#39;': "'", '&#x27;': "'", '&nbsp;': '\u00a0' },
};

const escaped: QuoteEncoding = {
  message: 'This is JSON as it stands in a string: its quotes and line breaks are escaped.',
  plain: /(?<!\\)"/,
  pattern: /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g,
  decode: (found) => JSON.parse(`"${found}"`) as string,
};

/** The encoding of the quotes of a text, by its head; null for others. */
export function quoteEncodingOf(head: Head, isLines: boolean): QuoteEncoding | null {
  const encoding = encodingAtStart(head, isLines);
  return encoding !== null && head.lines.some(({ text }) => encoding.plain.test(text)) ? null : encoding;
}

/** What is not as in JSON in a text whose quotes are encoded. */
export function* patternIn(content: string, encoding: QuoteEncoding): Work<RegExp> {
  if (encoding !== html) return encoding.pattern;
  let [hasAngle, hasEscaped] = [false, false];
  for (const [found] of content.matchAll(/[<>]|&(?:#?\w+;)?/g)) {
    yield;
    hasAngle ||= found === '<' || found === '>';
    hasEscaped ||= found === '&lt;' || found === '&gt;';
    // Where such a character stands as it is, only the quotes were replaced. In attributes, brackets stay.
    if (found === '&' || (hasAngle && hasEscaped)) return /&(?:quot|#0*34|#x0*22);/g;
  }
  return encoding.pattern;
}

function encodingAtStart({ lines, text }: Head, isLines: boolean): QuoteEncoding | null {
  const [first, second] = [lines[0]!.text, lines[1]?.text ?? ''];
  if (/^"?[[{]+\s*""[^"]+""\s*:/.test(first)) return doubled;
  if (/^"?[[{]+$/.test(first) && /^([[{]\s*)?""[^"]+""\s*:/.test(second)) return doubled;
  if (isLines ? lines.slice(0, 2).every((line) => isInHtml.test(line.text)) : beginsInHtml(text)) return html;
  const isBroken =
    /^[[{](\s*\\[nrt])+\s*(\\"|[[{])/.test(first) || /^[[{]\s*\\".*[\]}]\\n[[{]\\"/.test(first);
  return isBroken ? escaped : null;
}

const isInHtml = /^[[{][[{\s]*(&quot;|&#34;|&#x22;)/;

/** Whether the first name or string of a text has quotes as in HTML: the words with colons in it are text. */
export function beginsInHtml(text: string): boolean {
  return isInHtml.test(text.trimStart());
}
