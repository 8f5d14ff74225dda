import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  dollar,
  equals,
  firstNonAscii,
  greater,
  openBrace,
  quote,
  space,
  tab,
} from '../../text/characters';
import { noUnit } from '../../text/text';
import { type CharacterSource, standsAt } from './characterSource';

/** Text that is typed or pasted between tokens. */

/** Code units to look at for stray characters between a name and its colon. */
const maxStray = 20;

/** Code units of a run of numbers and full-width marks. In a longer one, each number would be searched for in the rest. */
const maxNumberAndMark = 40;

/** Code units to look at for the end of a placeholder. */
const maxPlaceholder = 80;

/** The end of an address, whose name of a protocol ends at an offset: `https://…`; or that offset. */
export function endOfUrl(source: CharacterSource, at: number): number {
  if (source.peek(at) !== colon || !standsAt(source, at, '://')) return at;
  let end = at;
  for (let c = source.peek(end); c !== noUnit && isInUrl(c); c = source.peek(end)) end++;
  source.see(end + 1);
  return end;
}

function isInUrl(c: number): boolean {
  return c > space && c !== quote && c !== comma && c !== closeBrace && c !== closeBracket;
}

/** The end of a placeholder of a template, which a brace begins: `{{ reward }}`; else -1. */
export function endOfPlaceholder(source: CharacterSource, start: number): number {
  if (source.peek(start + 1) !== openBrace) return -1;
  // Most braces in a row begin objects, and are not examined further.
  source.see(start + 3);
  if (!mayBeginPlaceholder(source.peek(start + 2))) return -1;
  source.see(start + maxPlaceholder);
  const text = source.read(start, start + maxPlaceholder);
  const placeholder = /^\{\{[ \t]*[\p{L}_$][^\s{}":,]*[ \t]*\}\}/u.exec(text);
  return placeholder === null ? -1 : start + placeholder[0].length;
}

function mayBeginPlaceholder(c: number): boolean {
  return c === space || c === tab || c >= firstNonAscii || /[A-Za-z_$]/.test(String.fromCharCode(c));
}

/** The end of a variable of a shell, a config or a workflow, which a dollar sign begins: `${LR:-0.1}`; or its offset. */
export function endOfVariable(source: CharacterSource, start: number): number {
  if (source.peek(start) !== dollar || source.peek(start + 1) !== openBrace) return start;
  source.see(start + maxPlaceholder);
  const variable = /^\$\{(?:\{[^{}"\r\n]+\}\}|[^{}"\r\n]+\})/.exec(
    source.read(start, start + maxPlaceholder),
  );
  return variable === null ? start : start + variable[0].length;
}

/** Whether a code unit is a comma, a colon or a semicolon of Chinese or Japanese text. */
export function isFullWidthMark(c: number): boolean {
  return c >= firstNonAscii && '，：；、'.includes(String.fromCharCode(c));
}

/** The end of a number or a literal that a full-width mark follows, in a word: `0.5，`; or the end of the word. */
export function endBeforeFullWidth(source: CharacterSource, start: number, end: number): number {
  if (end - start > maxNumberAndMark) return end;
  const head = /^(?:-?\d[\d.eE+-]*|true|false|null)(?=[，：；、])/.exec(source.read(start, end));
  return head === null ? end : start + head[0].length;
}

/** The end of `=`, `=>` or a line of them. */
export function endOfEquals(source: CharacterSource, start: number): number {
  let at = start + 1;
  while (source.peek(at) === equals) at++;
  source.see(at + 1);
  return at === start + 1 && source.peek(at) === greater ? at + 1 : at;
}

const beginsContainer = /^[{[]:?\s*["{[\]}]/;
/** Code units to look at for the first member of a container, which may be on the next line. */
const maxBeforeMember = 60;

/** Whether a bracket is at an offset, and then its first member or closing bracket; in JSON Lines, on the same line. */
export function beginsContainerAt(source: CharacterSource, at: number, lines: boolean): boolean {
  source.see(at + maxBeforeMember);
  const text = source.read(at, at + maxBeforeMember);
  return beginsContainer.test(lines ? text.split(/[\r\n]/, 1)[0]! : text);
}

const isScalar = /^(?:-?\d[\d.eE+-]*|true|false|null)\s*[,}\]]/;

/** Whether a name that ends at an offset is followed by stray characters and a colon, or by its value without one. */
export function isBeforeStray(source: CharacterSource, name: string, end: number): boolean {
  source.see(end + maxStray);
  const behind = source.read(end, end + maxStray);
  const isValue = (beginsContainer.test(behind) || isScalar.test(behind)) && /^[\w.-]+:?$/.test(name);
  return isValue || /^[^\s":,[\]{}]{1,3}\s*:/.test(behind);
}
