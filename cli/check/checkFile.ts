import type { Engine } from '../../server/core/engine';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { TextCheck } from '../../server/core/streaming/textCheck';
import { rejectInvalid, unreadable } from '../../server/files/unreadable';
import type { Input } from '../files/inputs';
import { openInput } from '../files/openInput';
import { type CheckedFile, checkedFile, type ListOptions, streamOptions } from './checkedFile';

/** How to check a file: plain data. */
export interface CheckOptions extends ListOptions {
  /** The language, whatever the name. */
  readonly as?: LanguageId | undefined;
}

/** Called with numbers of bytes that were read from the disk. */
export type OnBytes = (count: number) => void;

/**
 * Checks a file of any size while it is read: finds what the editor finds in the same bytes, in memory that does not
 * grow with the file. Returns a sentence if the file cannot be read.
 */
export async function checkFile(
  engine: Engine,
  input: Input,
  options: CheckOptions,
  onBytes: OnBytes,
): Promise<CheckedFile | { readonly message: string }> {
  try {
    const opened = await openInput(input, { as: options.as, onBytes });
    const check = new TextCheck(engine, streamOptions(opened, options));
    for await (const block of opened.blocks) {
      check.write(block);
      rejectInvalid(check.invalid);
    }
    const checked = check.end();
    rejectInvalid(check.invalid);
    return checkedFile(input, opened.language, checked, options);
  } catch (error) {
    return unreadable(error);
  }
}
