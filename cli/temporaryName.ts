import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';

/** A path for an unfinished file beside another one. Short, because the name of that one may be as long as names can be. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
}
