import type { LiteralLanguage } from '../../detection/formats/literals';
import { isNumber } from '../../syntax/tokens/words';
import { isoOfPrinted } from './dates';
import { endOfCall } from './literalEnds';
import { jsonOfString } from './literalStrings';
import { numberMeant } from './numbers';
import { isDictionary, type OpenBracket } from './openBracket';
import { becameMember, becameObject, roleOf } from './pairs';
import { constants, emptyWrappers, wrappers } from './printedNames';

/** Code units to search for the first keyword of a call. */
const maxKeywordLength = 100;

/** Code units to search for the first argument of a `defaultdict`. */
const maxFactoryLength = 200;

/** The first argument of a `defaultdict`, which makes values that are missing. */
const factory = /^\(\s*(?:None|<[^<>\n]*>|<.{1,100}? at 0x[\da-fA-F]+>)\s*,\s*/;

/** Converts the tokens of literals to JSON, in order; white space stays. */
export class LiteralConverter {
  readonly pieces: string[] = [];
  left = 0;
  private readonly open: OpenBracket[] = [];
  /** Index of the last piece that is not white space, and whether that is a string or the end of one. */
  private last = -1;
  private isString = false;
  /** For wrappers that have ended: whether their first argument begins as a list. Thousands may be inside one another. */
  private readonly lists = new Map<number, boolean>();
  /** False once a comment has no end: no later one has. */
  private areCommentsClosed = true;
  private readonly content: string;
  private readonly language: LiteralLanguage;

  constructor(content: string, language: LiteralLanguage) {
    this.content = content;
    this.language = language;
  }

  /** Converts a token that is not a string and ends at an offset; returns the offset to continue from. */
  take(text: string, end: number): number {
    const first = text[0]!;
    if (/\s/.test(first)) this.pieces.push(text);
    else if (/["']$/.test(text)) this.mark(text);
    else if (/[A-Za-z_$]/.test(first)) return this.word(text, end);
    else if (/[-+.\d]/.test(first)) this.number(text, end);
    else if (first === '#' || text.startsWith('//')) return end;
    else if (text === '/' && this.content[end] === '*') return this.comment(end);
    else if (first === '<' && text.length > 1) this.angle(text);
    else if ('([{'.includes(first)) this.opened(first, first);
    else if (')]}'.includes(first)) this.closed(first, end);
    else this.mark(first);
    return end;
  }

  /** Drops a comment whose first character ends at an offset. */
  private comment(end: number): number {
    const close = this.areCommentsClosed ? this.content.indexOf('*/', end + 1) : -1;
    this.areCommentsClosed = close >= 0;
    if (close < 0) this.mark('/');
    return close < 0 ? end : close + 2;
  }

  private push(piece: string): void {
    this.last = this.pieces.push(piece) - 1;
    this.isString = false;
  }

  private leave(text: string): void {
    // Text after the first argument of a wrapper is dropped, so it does not count.
    if ((this.open.at(-1)?.cut ?? -1) < 0) this.left++;
    this.push(text);
  }

  string(text: string): void {
    const json = jsonOfString(text, this.language);
    if (json === null) return this.leave(text);
    // Adjacent strings are one string: Python's pprint breaks long ones over lines.
    const isRest = this.isString;
    if (isRest) {
      this.pieces.length = this.last + 1;
      this.pieces[this.last] = this.pieces[this.last]!.slice(0, -1);
    }
    this.push(isRest ? json.slice(1) : json);
    this.isString = true;
  }

  private word(text: string, end: number): number {
    const behind = this.behind(end);
    if (this.content[behind] === ':') this.push(JSON.stringify(constants[text] ?? text));
    else if (this.content[behind] === '(') return this.call(text, end, behind);
    else if (Object.hasOwn(constants, text)) this.push(constants[text]!);
    // Convert the keyword of an argument.
    else if (this.content[behind] === '=') this.push(this.isInKeywords() ? JSON.stringify(text) : text);
    else this.leave(text);
    return end;
  }

  /** Converts a call whose parenthesis opens at `open`. */
  private call(name: string, end: number, open: number): number {
    const hasKeywords = /^\(\s*[A-Za-z_]\w*\s*=(?!=)/.test(this.content.slice(open, open + maxKeywordLength));
    if (hasKeywords || wrappers.test(name)) {
      this.opened(
        '(',
        hasKeywords ? '{' : '',
        hasKeywords ? { hasKeywords } : { wrapper: name, from: end - name.length },
      );
      return open + 1;
    }
    const first = name.endsWith('defaultdict')
      ? factory.exec(this.content.slice(open, open + maxFactoryLength))
      : null;
    if (first !== null) {
      this.opened('(', '', { wrapper: name, from: end - name.length });
      return open + first[0].length;
    }
    const call = endOfCall(this.content, open);
    const printed = this.content.slice(end - name.length, call);
    const time = isoOfPrinted(printed);
    if (time === null) this.leave(printed);
    else this.push(JSON.stringify(time));
    return call;
  }

  /** Converts a member of an enumeration to its value: `<Role.USER: 'user'>`. */
  private angle(text: string): void {
    const value = /^<[\w.]+: (?:(-?\d+)|('[^'"\\]*'))>$/.exec(text);
    if (value === null) this.leave(text);
    else this.push(value[1] ?? jsonOfString(value[2]!, this.language)!);
  }

  private number(text: string, end: number): void {
    // Octal in JavaScript, or an error.
    const isOctal = this.language === 'JavaScript' && /^[-+]?0\d/.test(text);
    const number = isNumber(text) ? text : isOctal ? null : numberMeant(text);
    if (number === null) return this.leave(text);
    this.push(this.content[this.behind(end)] === ':' && this.isInObject() ? JSON.stringify(number) : number);
  }

  private isInObject(): boolean {
    return this.open.at(-1)?.bracket === '{';
  }

  private isInKeywords(): boolean {
    return this.open.at(-1)?.hasKeywords === true;
  }

  private opened(
    bracket: string,
    piece: string,
    {
      wrapper = null,
      hasKeywords = false,
      from = 0,
    }: Partial<Pick<OpenBracket, 'wrapper' | 'hasKeywords' | 'from'>> = {},
  ): void {
    const role = roleOf(piece, this.open.at(-1), this.last);
    this.push(piece);
    const counts = { cut: -1, commas: 0, comma: -1, beforeComma: -1, hasColon: false, members: 0 };
    this.open.push({ bracket, at: this.last, wrapper, from, hasKeywords, role, ...counts });
  }

  private mark(mark: string): void {
    const around = this.open.at(-1);
    if (around !== undefined && mark === ',' && around.commas++ === 0) {
      around.comma = this.pieces.length;
      around.beforeComma = this.last;
    }
    if (around !== undefined && mark === ':') around.hasColon = true;
    if (around?.wrapper != null && mark === ',' && around.cut < 0) around.cut = this.pieces.length;
    this.push(mark === '=' && this.isInKeywords() ? ': ' : mark);
  }

  private closed(bracket: string, end: number): void {
    const around = this.open.pop();
    if (around === undefined) return this.push(bracket);
    if (around.wrapper !== null) {
      if (this.last === around.at) return this.emptied(around.wrapper);
      const hasOthers = around.cut >= 0 && this.last > around.cut;
      if (isDictionary(around.wrapper) && (hasOthers || this.beginsWithList(around.at))) {
        // What are no pairs would become a list, and members beside the first argument would be lost.
        this.pieces.length = around.at;
        this.lists.delete(around.at);
        return this.leave(this.content.slice(around.from, end));
      }
      if (around.cut >= 0) this.pieces.length = around.cut;
      return this.push('');
    }
    if (around.hasKeywords) {
      if (this.pieces[this.last] === ',') this.pieces[this.last] = '';
      return this.push('}');
    }
    if (around.role === 'pair' && becameMember(this.pieces, around, this.last)) {
      this.open.at(-1)!.members++;
      return this.push('');
    }
    if (around.role === 'list' && becameObject(this.pieces, around, this.last)) return this.push('}');
    const isTuple = around.bracket === '(';
    const isSet = around.bracket === '{' && !around.hasColon && this.last > around.at;
    // A single value in parentheses is that value.
    if (isTuple && around.commas === 0 && this.last > around.at) {
      this.pieces[around.at] = '';
      const value = this.last;
      this.pieces.push('');
      this.last = value;
      return;
    }
    if (this.pieces[this.last] === ',') this.pieces[this.last] = '';
    if (isTuple || isSet) this.pieces[around.at] = '[';
    this.push(isTuple || isSet ? ']' : bracket);
  }

  /** Whether the first argument of the wrapper whose bracket is a piece begins as a list. */
  private beginsWithList(at: number): boolean {
    let first = at + 1;
    while (this.pieces[first]?.trim() === '' && !this.lists.has(first)) first++;
    const isList = this.lists.get(first) ?? this.pieces[first] === '[';
    this.lists.set(at, isList);
    return isList;
  }

  /** Converts a wrapper without arguments. */
  private emptied(wrapper: string): void {
    const json = Object.hasOwn(emptyWrappers, wrapper) ? emptyWrappers[wrapper]! : null;
    if (json === null) this.leave(`${wrapper}()`);
    else this.push(json);
  }

  private behind(offset: number): number {
    let at = offset;
    while (at < this.content.length && /\s/.test(this.content[at]!)) at++;
    return at;
  }
}
