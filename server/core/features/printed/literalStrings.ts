import type { LiteralLanguage } from '../../detection/formats/literals';

/** The JSON form of a string; null for bytes, f-strings, and characters by their names (`\N{DASH}`). */
export function jsonOfString(token: string, language: LiteralLanguage): string | null {
  const prefix = /^[A-Za-z]*/.exec(token)![0].toLowerCase();
  if (prefix.includes('b') || prefix.includes('f')) return null;
  const content = token.slice(prefix.length + 1, -1);
  if (prefix.includes('r')) return JSON.stringify(content);
  const text = decoded(content, language);
  return text === null ? null : JSON.stringify(text);
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\u000b',
  '\n': '',
  '\r\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};

const escapeForm =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3})|(\r\n|[\s\S]))/g;

/**
 * Decodes escapes. One that the language does not know stands for itself in Python, without its backslash in JavaScript.
 * Null for a string with characters by their names.
 */
function decoded(content: string, language: LiteralLanguage): string | null {
  const isPython = language === 'Python';
  let hasNames = false;
  const text = content.replace(
    escapeForm,
    (whole, hex, unit, point, braced, octal, one: string | undefined) => {
      const unknown = isPython ? whole : whole.slice(1);
      if (one !== undefined) {
        if (isPython && one === 'N') hasNames = true;
        if (isPython && one === 'a') return '\u0007';
        return escapes[one] ?? unknown;
      }
      if (point !== undefined && !isPython) return unknown;
      const code =
        octal === undefined ? Number.parseInt(hex ?? unit ?? point ?? braced, 16) : Number.parseInt(octal, 8);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
  return hasNames ? null : text;
}
