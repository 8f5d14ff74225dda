/** The JSON form of a Python or JavaScript string; null for bytes and f-strings. */
export function jsonOfString(token: string): string | null {
  const prefix = /^[A-Za-z]*/.exec(token)![0].toLowerCase();
  if (prefix.includes('b') || prefix.includes('f')) return null;
  const content = token.slice(prefix.length + 1, -1);
  return JSON.stringify(prefix.includes('r') ? content : decoded(content));
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
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

/** Decodes escapes; an unknown one stands for itself, as in Python. */
function decoded(content: string): string {
  if (!content.includes('\\')) return content;
  const form =
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(?:U([0-9a-fA-F]{8})|u\{([0-9a-fA-F]{1,6})\})|([0-7]{1,3})|(\r\n|[\s\S]))/g;
  return content.replace(form, (whole, hex, unit, point, braced, octal, one: string | undefined) => {
    if (one !== undefined) return escapes[one] ?? whole;
    const code =
      octal === undefined ? Number.parseInt(hex ?? unit ?? point ?? braced, 16) : Number.parseInt(octal, 8);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
