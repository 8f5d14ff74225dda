import { fileErrorReason } from '../files/fileErrorReason';
import { unreadableCode } from '../files/unreadable';

/** Why a file cannot be read, for the user. */
export function whyUnread(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === unreadableCode) return message;
  if (code === undefined) return 'See the log of the language server.';
  return reasons[code] ?? fileErrorReason(error);
}

const reasons: Readonly<Record<string, string>> = {
  ERR_WORKER_OUT_OF_MEMORY:
    'It needs more memory than there is: one of its lines, or one value in it, is too long.',
};
