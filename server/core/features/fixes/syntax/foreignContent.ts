import type { ForeignString } from '../../../syntax/tokens/ends/stringParts';
import { escapeOf, foreignEscape } from './fixEscapes';

/** How the strings of a container are escaped besides their quotes. */
export interface Reading {
  /** Whether JSON was escaped as in a string, with its backslashes; else only its quotes were. */
  readonly isEscaped: boolean;
  /** Whether `&amp;` and the like stand for characters; else only the quotes do. */
  readonly hasEntities: boolean;
}

const backslashed = '\\"';

/** The reading under which all strings of a container are valid. */
export function readingOf(strings: readonly ForeignString[]): Reading {
  const escaped = strings.filter(({ opening }) => opening === backslashed);
  const html = strings.filter(isOfHtml);
  return {
    isEscaped: escaped.every(({ content }) => withoutEscapes(content) !== null && !hasPath(content)),
    hasEntities: html.every(({ content }) => !/[<>]|&(?!\w+;|#\w+;)/.test(content)),
  };
}

/** Whether a string means the same under each reading, and each program reads it alike. */
export function isUnambiguous(string: ForeignString): boolean {
  if (string.opening === backslashed) return !string.content.includes('\\');
  if (isOfHtml(string)) return !/\\|&(?!quot;|#34;|#x22;)/.test(string.content);
  return string.opening !== '`' || !string.content.includes('${');
}

/** The JSON form of a string in other quotes. */
export function jsonOfForeign(string: ForeignString, { isEscaped, hasEntities }: Reading): string {
  const { opening, isRaw, content } = string;
  if (opening === backslashed) {
    const inner = isEscaped ? withoutEscapes(content) : null;
    return `"${inner ?? content.replaceAll('\\"', '"')}"`;
  }
  const lines = content.replace(/\r\n?/g, '\n');
  if (isRaw) return `"${escapeOf(lines)}"`;
  const text = isOfHtml(string) ? withoutEntities(lines, hasEntities) : lines.replace(/\\\n/g, '');
  return `"${asJson(opening === '`' ? text.replace(/\\([`$])/g, '$1') : text)}"`;
}

function isOfHtml({ opening }: ForeignString): boolean {
  return opening.startsWith('&');
}

/** The content of a JSON string that was escaped once more; null if it was not. */
function withoutEscapes(content: string): string | null {
  try {
    const inner = JSON.parse(`"${content}"`) as string;
    JSON.parse(`"${inner}"`);
    return inner;
  } catch {
    return null;
  }
}

/** Whether a text has a path of Windows as in a JSON string. */
function hasPath(content: string): boolean {
  return /(?<![A-Za-z])[A-Za-z]:\\\\(?!\\)/.test(content);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' };

function withoutEntities(content: string, all: boolean): string {
  if (!all) return content.replace(/&(?:quot|#34|#x22);/g, '"');
  return content.replace(/&(?:(\w+)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** Converts the content of a string in other quotes to that of a JSON string. Keeps JSON escapes. */
function asJson(content: string): string {
  return content.replace(
    /\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\["\\/bfnrt]|\\x[0-9a-fA-F]{2}|\\.|["\\\u0000-\u001f]/gs,
    (found) => {
      if (found === '"' || /^\\[“”„«»]$/.test(found)) return '\\"';
      if (found === '\\') return '\\\\';
      if (found.length === 1) return escapeOf(found);
      const meant = foreignEscape(found);
      if (meant !== null) return meant.json;
      return /^\\(u[0-9a-fA-F]{4}|["\\/bfnrt])$/.test(found) ? found : `\\\\${found.slice(1)}`;
    },
  );
}
