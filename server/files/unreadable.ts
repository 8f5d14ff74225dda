import type { InvalidByte } from '../core/text/utf8';
import { fileErrorReason } from './fileErrorReason';

/** Of a copy of such an error that comes from a thread. */
export const unreadableCode = 'UNREADABLE';

/** Thrown with a sentence that says why an input cannot be read. */
export class Unreadable extends Error {
  readonly code = unreadableCode;
}

/** Rejects a text that is not UTF-8: replacement characters would change the user's data. */
export function rejectInvalid(invalid: InvalidByte | null): void {
  if (invalid === null) return;
  const { byte, line } = invalid;
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  throw new Unreadable(`Not valid UTF-8: byte 0x${hex} on line ${line + 1}.`);
}

/** The sentence for an error while a file was read. Throws internal errors again. */
export function unreadable(error: unknown): { readonly message: string } {
  if (error instanceof Unreadable) return { message: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return { message: code === 'ENOENT' ? 'The file no longer exists.' : fileErrorReason(error) };
}
