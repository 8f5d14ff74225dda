import { createHash } from 'node:crypto';

const maxNameLength = 100;
const prefixLength = 31;

/** The first letter of a device name that Windows reserves in every folder, with or without an extension. */
const reservedOnWindows = /^(?=(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:$|\.))./;

/**
 * A file or folder name for any model id or split: one path component of at most 100 ASCII characters. It names the
 * same file on every system, whatever the rules for case, Unicode forms, dots and device names.
 *
 * Lower-case letters, digits, `-`, `_` and inner dots stay. Everything else becomes its UTF-8 bytes, `%xx`, so
 * `decodeURIComponent` restores the name. Three exceptions: the empty name is `%`; half a surrogate pair has no UTF-8
 * form and is `%u` with four digits; a name that is too long keeps its beginning and ends with `~` and its SHA-256.
 * Other names never contain `~`, so a shortened name cannot collide with a complete one.
 */
export function fileName(name: string): string {
  if (name === '') return '%';
  const encoded = name
    .replace(/[^a-z0-9_.-]|^\.|\.$/gu, escapeCharacter)
    .replace(reservedOnWindows, escapeCharacter);
  if (encoded.length <= maxNameLength) return encoded;
  const beginning = encoded.slice(0, prefixLength).replace(/%.?$/, '');
  return `${beginning}~${createHash('sha256').update(encoded).digest('hex')}`;
}

function escapeCharacter(character: string): string {
  if (/\p{Cs}/u.test(character)) return `%u${character.charCodeAt(0).toString(16)}`;
  return Buffer.from(character).toString('hex').replace(/../g, '%$&');
}
