import { replacement } from './characters';

/**
 * Decodes UTF-8 (RFC 3629) piece by piece, as editors do: a byte order mark at the start is left out, and each maximal
 * sequence of bytes that is not UTF-8 becomes U+FFFD.
 */
export class Utf8Decoder {
  /** Offset of the first byte that is not UTF-8; -1 if there is none so far. */
  invalidAt = -1;
  /** The bytes of a character that is not complete yet. */
  private rest: Uint8Array = new Uint8Array(0);
  /** Number of bytes decoded. */
  private done = 0;
  private isAtStart = true;

  /** The code units of the next bytes; an incomplete character at the end waits for the next call. */
  decode(bytes: Uint8Array): Uint16Array {
    let pending = bytes;
    if (this.rest.length > 0) {
      pending = new Uint8Array(this.rest.length + bytes.length);
      pending.set(this.rest);
      pending.set(bytes, this.rest.length);
    }
    const complete = pending.length - lengthOfIncomplete(pending);
    this.rest = pending.slice(complete);
    return this.units(pending.subarray(0, complete));
  }

  /** The code units of what is left at the end of the input. */
  end(): Uint16Array {
    const { rest } = this;
    this.rest = new Uint8Array(0);
    return this.units(rest);
  }

  private units(bytes: Uint8Array): Uint16Array {
    const units = new Uint16Array(bytes.length);
    let count = 0;
    let at = this.skipMark(bytes);
    while (at < bytes.length) {
      const first = bytes[at]!;
      if (first < 0x80) {
        units[count++] = first;
        at++;
        continue;
      }
      const size = sizeOfCharacter(bytes, at);
      if (size > 0) {
        count = store(units, count, pointAt(bytes, at, size));
        at += size;
      } else {
        if (this.invalidAt < 0) this.invalidAt = this.done + at;
        units[count++] = replacement;
        at += -size;
      }
    }
    this.done += bytes.length;
    return units.subarray(0, count);
  }

  private skipMark(bytes: Uint8Array): number {
    if (!this.isAtStart || bytes.length === 0) return 0;
    this.isAtStart = false;
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }
}

/** Number of bytes at the end that may be the start of a character. */
function lengthOfIncomplete(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const c = bytes[bytes.length - length]!;
    if (c < 0x80) return 0;
    if (c < 0xc0) continue;
    return length < expectedSize(c) && -sizeOfCharacter(bytes, bytes.length - length) === length ? length : 0;
  }
  return 0;
}

function expectedSize(first: number): number {
  return first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Bytes of the character at an offset; if it is not one, the negative number of bytes that belong together. */
function sizeOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const size = expectedSize(first);
  if (size === 1) return -1;
  // Overlong forms, surrogates, and values beyond Unicode are not UTF-8.
  let least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  let most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < size; i++) {
    const next = bytes[at + i];
    if (next === undefined || next < least || next > most) return -i;
    least = 0x80;
    most = 0xbf;
  }
  return size;
}

function pointAt(bytes: Uint8Array, at: number, size: number): number {
  let point = bytes[at]! & (0x7f >> size);
  for (let i = 1; i < size; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return point;
}

function store(units: Uint16Array, count: number, point: number): number {
  if (point < 0x10000) {
    units[count] = point;
    return count + 1;
  }
  units[count] = 0xd800 | ((point - 0x10000) >> 10);
  units[count + 1] = 0xdc00 | (point & 0x3ff);
  return count + 2;
}
