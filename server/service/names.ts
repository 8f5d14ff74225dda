import { createHash } from 'node:crypto';

const LONGEST = 100;
const PREFIX = 31;

/** Device names that Windows reserves in every folder, with or without an extension. */
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=$|\.)/;

/**
 * A file or folder name for any model id or split: one path component of at most 100 ASCII characters, which
 * means the same file on every system, however that treats case, Unicode forms, dots and device names.
 *
 * Lower-case letters, digits, `-`, `_` and inner dots stand as they are and everything else as its UTF-8
 * bytes, `%xx`: `decodeURIComponent` gives the name back. Three exceptions: the empty name is `%`, half a
 * surrogate pair has no UTF-8 and is `%u` with four digits, and a name that would grow too long keeps its
 * beginning and ends in `~` and its SHA-256, which cannot be turned back.
 */
export function fileName(name: string): string {
  if (name === '') return '%';
  const encoded = Array.from(name, encodeCharacter)
    .join('')
    .replace(/^\.|\.$/g, '%2e')
    .replace(RESERVED_ON_WINDOWS, (device) => escapeByte(device.charCodeAt(0)) + device.slice(1));
  return encoded.length <= LONGEST ? encoded : shorten(encoded);
}

function encodeCharacter(character: string): string {
  if (/^[a-z0-9_.-]$/.test(character)) return character;
  if (/^[\ud800-\udfff]$/.test(character)) return `%u${character.charCodeAt(0).toString(16)}`;
  return Array.from(new TextEncoder().encode(character), escapeByte).join('');
}

function escapeByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

/** `~` is never in an encoded name, so a shortened name cannot meet a whole one. */
function shorten(encoded: string): string {
  const beginning = encoded.slice(0, PREFIX).replace(/%.?$/, '');
  return `${beginning}~${createHash('sha256').update(encoded).digest('hex')}`;
}
