import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  space,
  tab,
} from '../core/text/characters';
import { StringPieces } from './stringPieces';

/** Levels of containers that are parsed in runs: long lists in messages are not nested deeper. */
const maxLevels = 32;
/** Names that an object may have. No message of the protocol has as many, and hundreds of thousands take long to add. */
const maxNames = 200_000;

/** A container of which some members are still to come. */
interface Open {
  readonly members: unknown[] | Record<string, unknown>;
  /** Its name in the object around it; null in an array, and for the root. */
  readonly name: string | null;
  count: number;
}

/** A long string of which some is still to come, with its name as that of a container. */
type OpenText = Pick<Open, 'name'> & { readonly pieces: StringPieces };

/**
 * Parses an object while its bytes arrive, some members at a time and long strings in pieces, so that nothing takes long
 * after the last byte. Gives the value that `JSON.parse` gives, or throws like it; also for objects with too many names.
 */
export class LongJson {
  private root: unknown;
  private readonly open: Open[] = [];
  /** Bytes of the innermost open container that are not parsed yet. They begin with a member. */
  private parts: Buffer[] = [];
  private length = 0;
  /** Levels of brackets around the next byte, inside of that container. */
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** Offset of the last comma between members; -1 if there is none. */
  private end = -1;
  /** Offset of the first bracket after that; -1 if there is none. */
  private bracket = -1;
  /** Offset of the quote before the last string that is a member's value; -1 if there is none. */
  private quote = -1;
  private isAfterColon = false;
  /** Offset of the last escape in a string. */
  private escape = -1;
  /** A string that is parsed in pieces; the bytes not parsed yet are of its content. */
  private text: OpenText | null = null;
  /** Whether a member has ended that is parsed already, and a comma or the end of its container has to follow. */
  private isAfterMember = false;
  private isWhole = false;
  private readonly maxRunBytes: number;

  /** `maxRunBytes` is how many bytes of members are parsed at once; a name may be longer. */
  constructor(maxRunBytes = 65_536) {
    this.maxRunBytes = maxRunBytes;
  }

  add(bytes: Buffer): void {
    let from = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === backslash) {
          this.isEscaped = true;
          this.escape = this.length + i - from;
        } else if (byte === quote) {
          this.isInString = false;
          if (this.text === null) continue;
          this.keep(bytes.subarray(from, i));
          this.endText(this.text);
          from = i + 1;
        }
        continue;
      }
      if (this.open.length === 0 || (this.isAfterMember && !isClosing(byte))) {
        this.passBetween(byte);
        from = i + 1;
      } else if (byte === quote) {
        this.isInString = true;
        const isValue = this.isAfterColon || Array.isArray(this.open.at(-1)!.members);
        if (isValue && this.depth === 0) this.quote = this.length + i - from;
      } else if (byte === colon) this.isAfterColon ||= this.depth === 0;
      else if (byte === openBracket || byte === openBrace) {
        if (this.depth++ === 0 && this.bracket < 0) this.bracket = this.length + i - from;
      } else if (byte === comma && this.depth === 0) {
        this.end = this.length + i - from;
        this.bracket = -1;
        this.quote = -1;
        this.isAfterColon = false;
      } else if (isClosing(byte) && this.depth-- === 0) {
        this.keep(bytes.subarray(from, i));
        this.close(byte);
        from = i + 1;
      }
    }
    this.keep(bytes.subarray(from));
    if (this.length >= this.maxRunBytes) this.parseSome();
  }

  /** The value; throws if it is not whole. */
  value(): unknown {
    if (!this.isWhole) throw notJson();
    return this.root;
  }

  /** A byte outside of members: before the object, after it, or after a member that is parsed already. */
  private passBetween(byte: number): void {
    if (byte === space || byte === lineFeed || byte === carriageReturn || byte === tab) return;
    if (this.isAfterMember && byte === comma) this.isAfterMember = false;
    else if (!this.isWhole && this.open.length === 0 && byte === openBrace) this.begin(false, null);
    else throw notJson();
  }

  private begin(isArray: boolean, name: string | null): void {
    this.open.push({ members: isArray ? [] : {}, name, count: 0 });
    this.forget();
  }

  /** Nothing of the innermost container is read. */
  private forget(): void {
    this.depth = 0;
    this.end = -1;
    this.bracket = -1;
    this.quote = -1;
    this.isAfterColon = false;
    this.isInString = false;
    this.isEscaped = false;
    this.escape = -1;
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  private take(): Buffer {
    const taken = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    return taken;
  }

  /** Ends the innermost container. */
  private close(byte: number): void {
    const closed = this.open.at(-1)!;
    if (Array.isArray(closed.members) !== (byte === closeBracket)) throw notJson();
    const rest = this.take();
    if (!this.isAfterMember) this.addMembers(closed, rest, closed.count === 0);
    this.open.pop();
    this.forget();
    const around = this.open.at(-1);
    this.isAfterMember = around !== undefined;
    if (around === undefined) {
      this.isWhole = true;
      this.root = closed.members;
    } else addMember(around, closed.name, closed.members);
  }

  /** Parses the members that are whole, or opens the container or the string that the first member is. */
  private parseSome(): void {
    const { end, bracket, quote } = this;
    if (this.text !== null) return this.readText(this.text);
    const container = this.open.at(-1)!;
    if (end >= 0) {
      const held = this.take();
      this.addMembers(container, held.subarray(0, end), false);
      this.end = -1;
      if (bracket >= 0) this.bracket = bracket - end - 1;
      if (quote >= 0) this.quote = quote - end - 1;
      this.escape -= end + 1;
      this.keep(held.subarray(end + 1));
      if (this.length >= this.maxRunBytes) this.parseSome();
    } else if (bracket >= 0 && this.open.length < maxLevels) {
      const held = this.take();
      const name = nameIn(held.toString('utf8', 0, bracket), Array.isArray(container.members));
      this.begin(held[bracket] === openBracket, name);
      this.add(held.subarray(bracket + 1));
    } else if (quote >= 0 && this.isInString && this.depth === 0) {
      const held = this.take();
      this.text = {
        pieces: new StringPieces(),
        name: nameIn(held.toString('utf8', 0, quote), Array.isArray(container.members)),
      };
      this.escape -= quote + 1;
      this.keep(held.subarray(quote + 1));
      if (this.length >= this.maxRunBytes) this.readText(this.text);
    }
  }

  private readText({ pieces }: OpenText): void {
    const held = this.take();
    const end = pieces.read(held, this.escape);
    this.escape -= end;
    this.keep(held.subarray(end));
  }

  private endText({ pieces, name }: OpenText): void {
    const text = pieces.end(this.take());
    this.text = null;
    this.forget();
    this.isAfterMember = true;
    addMember(this.open.at(-1)!, name, text);
  }

  private addMembers(container: Open, bytes: Buffer, mayBeEmpty: boolean): void {
    const text = bytes.toString('utf8');
    const isArray = Array.isArray(container.members);
    const some = JSON.parse(isArray ? `[${text}]` : `{${text}}`) as object;
    const names = Object.keys(some);
    if (names.length === 0 && !mayBeEmpty) throw notJson();
    if (Array.isArray(some)) for (const value of some) addMember(container, null, value);
    else for (const name of names) addMember(container, name, some[name as keyof typeof some]);
  }
}

function addMember(container: Open, name: string | null, value: unknown): void {
  const { members } = container;
  container.count++;
  if (Array.isArray(members)) members.push(value);
  else if (container.count > maxNames) throw notJson();
  // Also `__proto__` is only a name, as for `JSON.parse`.
  else Object.defineProperty(members, name!, { value, writable: true, enumerable: true, configurable: true });
}

/** The name of a member, from what stands before its value; null in an array, where nothing may stand there. */
function nameIn(head: string, isInArray: boolean): string | null {
  const read = JSON.parse(isInArray ? `[${head}null]` : `{${head}null}`) as object;
  const [name, ...others] = Object.keys(read);
  if (name === undefined || others.length > 0) throw notJson();
  return isInArray ? null : name;
}

function isClosing(byte: number): boolean {
  return byte === closeBracket || byte === closeBrace;
}

/** The reader says what is wrong: the details would quote the message, which may contain a document. */
function notJson(): SyntaxError {
  return new SyntaxError();
}
