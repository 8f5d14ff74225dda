import type { Head, HeadLine } from './head';
import { areMost } from './lineForms';
import type { OtherFormat } from './otherFormat';

/** Formats of data and settings that are not JSON. */

/**
 * TOML that begins with a table. Its strings may hold anything, also JSON and code fences over several lines, so this
 * comes before those.
 */
export function tables({ lines }: Head): OtherFormat | null {
  const [first, second] = lines.filter(({ text }) => !text.startsWith('#'));
  return first !== undefined && second !== undefined && isSection(first) && isSetting(second)
    ? settingsFormat
    : null;
}

/** The headers of an e-mail look like YAML. */
export function mail({ lines }: Head): OtherFormat | null {
  const names = lines.flatMap(
    ({ text }) => /^(From|To|Subject|Date|Message-ID|MIME-Version|Received): /.exec(text)?.[1] ?? [],
  );
  const isMail = mailHeader.test(lines[0]!.text) && names.includes('From') && new Set(names).size > 2;
  return isMail ? { message: 'This is an e-mail, not JSON. Save its attachment in place of it.' } : null;
}

/** Any header of an e-mail, or the first line of a mailbox. */
const mailHeader = /^([A-Z][A-Za-z-]+: |From \S)/;

export function yaml(head: Head): OtherFormat | null {
  const { lines } = head;
  const body = lines.filter(({ text }) => !/^(#|---|\.\.\.|%YAML)/.test(text));
  const isMarked = /^(---|%YAML)/.test(lines[0]!.text);
  const starts = body.filter(({ text }) => isYamlLine(text)).length;
  const isYaml =
    !repeatsName(head) &&
    starts > 0 &&
    isYamlLine(body[0]!.text) &&
    starts * 2 >= body.length &&
    (isMarked || starts > 1);
  return isYaml
    ? { message: 'This is YAML, not JSON. Convert it, for instance with yq 4: "yq -o json".' }
    : null;
}

/** Whether unindented lines of one YAML document begin with the same name: they are the turns of a chat. */
function repeatsName({ text, lines }: Head): boolean {
  if (lines.some((line) => line.text.startsWith('---'))) return false;
  const names = lines
    .filter(({ from }) => from === 0 || /[\r\n]/.test(text[from - 1]!))
    .flatMap((line) => /^[A-Za-z_][\w .-]*(?=:)/.exec(line.text) ?? []);
  return new Set(names).size < names.length;
}

export function isYamlLine(text: string): boolean {
  return /^(- )*([A-Za-z_][\w .-]*|'[^']*'):( |$)|^- [^{[]/.test(text);
}

const settingsFormat: OtherFormat = {
  message:
    'This is a configuration file (TOML or INI), not JSON. Convert it, for instance with yq 4: "yq -p toml -o json".',
};

export function settings({ lines }: Head): OtherFormat | null {
  const some = lines.filter(({ text }) => !/^[#;]/.test(text));
  const count = some.filter((line) => isSection(line) || isSetting(line)).length;
  return count > 1 && count === some.length ? settingsFormat : null;
}

/** An inline table of TOML: `{ppo = true}`. No name in it is as in JSON. */
export function inlineTable({ text, lines }: Head, isLines: boolean): OtherFormat | null {
  const isTable = isLines ? areMost(lines, inlineStart) : inlineStart.test(text.trimStart());
  return isTable && !/"\s*:/.test(text)
    ? {
        message:
          'This is written like an inline table of TOML, not JSON: each name must be in double quotes, with a colon behind it.',
      }
    : null;
}

const inlineStart = /^\{\s*[A-Za-z_][\w.-]*\s*=\s*(?:["'[{\d+.-]|true\b|false\b)/;

export function isSection({ text }: HeadLine): boolean {
  return /^\[\[?[A-Za-z_][\w. -]*\]\]?$/.test(text);
}

function isSetting({ text }: HeadLine): boolean {
  return /^(export )?[\w.-]+\s*=\s*\S/.test(text);
}

export function table({ lines }: Head): OtherFormat | null {
  const first = lines[0]!.text;
  for (const [separator, name] of [
    [',', 'comma'],
    ['\t', 'tab'],
    [';', 'semicolon'],
  ] as const) {
    // A quoted name may contain the separator. A first column of row numbers may have no name.
    const columns = first.replace(/"[\w .:,;/()-]*"/g, 'name').split(separator);
    const isName = (one: string): boolean => /^"?[\w .:/()-]+"?$/.test(one.trim());
    const areNames =
      columns.length > 1 && columns.every((one, at) => isName(one) || (at === 0 && one === ''));
    const isFollowed = lines[1] !== undefined && lines[1].text.split(separator).length >= columns.length;
    if (areNames && isFollowed && /[A-Za-z]/.test(first) && !/^\d|^"[^"]*"\s*:/.test(first))
      return {
        message: `This is a table of ${name}-separated values, not JSON. Write each row as an object of JSON Lines.`,
      };
  }
  return null;
}
