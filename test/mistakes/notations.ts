/** How another program writes JSON values. */
export interface Notation {
  name(name: string): string;
  string(value: string): string;
  readonly none?: string;
  readonly true?: string;
  readonly false?: string;
  readonly colon?: string;
  /** After the last member of a container. */
  readonly end?: string;
}

/** The value in a notation. */
export function inNotation(value: unknown, notation: Notation): string {
  const { none = 'null', colon = ':', end = '' } = notation;
  if (value === null) return none;
  if (typeof value === 'boolean') return notation[`${value}`] ?? String(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return notation.string(value);
  const members = Array.isArray(value)
    ? value.map((item) => inNotation(item, notation))
    : Object.entries(value as object).map(
        ([name, inner]) => `${notation.name(name)}${colon} ${inNotation(inner, notation)}`,
      );
  const all = members.length === 0 ? '' : `${members.join(', ')}${end}`;
  return Array.isArray(value) ? `[${all}]` : `{${all}}`;
}

const content = (value: string): string => JSON.stringify(value).slice(1, -1);
const inDouble = (value: string): string => JSON.stringify(value);
const inSingle = (value: string): string =>
  `'${content(value).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const inBackticks = (value: string): string =>
  `\`${value.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('\n', '\\n')}\``;
const bare = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : inSingle(name));

/** The same quotes around names and strings. */
const quoted = (opening: string, closing = opening): Notation => {
  const string = (value: string): string => `${opening}${content(value)}${closing}`;
  return { name: string, string };
};

const withSingle = (value: string): string =>
  value.includes("'") && !value.includes('"') ? inDouble(value) : inSingle(value);

/** Python's `repr`. */
const python: Notation = {
  name: withSingle,
  string: withSingle,
  none: 'None',
  true: 'True',
  false: 'False',
};

export const notations: Readonly<Record<string, Notation>> = {
  repr: python,
  'repr with trailing commas': { ...python, end: ',' },
  'JavaScript without quotes around names': { name: bare, string: inDouble },
  'JavaScript in single quotes': { name: bare, string: inSingle, none: 'undefined', end: ',' },
  'JavaScript in backticks': { name: bare, string: inBackticks },
  'JSON with equals signs': { name: inDouble, string: inDouble, colon: ' =' },
  'a hash of Ruby': { name: inDouble, string: inDouble, colon: ' =>' },
  'JSON in backticks': { name: inBackticks, string: inBackticks },
  'JSON in typographic quotes': quoted('“', '”'),
  'JSON in German quotes': quoted('„', '“'),
  'JSON in guillemets': quoted('«', '»'),
};

/** JSON text that was escaped for another place. */
export const escapings: Readonly<Record<string, (json: string) => string>> = {
  'JSON escaped as in a string': (json) => JSON.stringify(json).slice(1, -1),
  'JSON with escaped quotes': (json) => json.replaceAll('"', '\\"'),
  'JSON escaped as in HTML': (json) =>
    json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'JSON with quotes as in HTML': (json) => json.replaceAll('"', '&quot;'),
};
