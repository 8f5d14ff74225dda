import { constants } from 'node:os';

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EBUSY: 'Another program uses it, or it is mounted on its own.',
  EISDIR: 'This is a folder.',
  ENXIO: 'This is not a regular file.',
  ENOTDIR: 'Part of the path is not a folder.',
  ELOOP: 'Too many symbolic links: they may form a loop.',
  EMFILE: 'Too many files are open.',
  ENOSPC: 'The disk is full.',
  EFBIG: 'The file would be larger than the system allows (see `ulimit -f`).',
  EROFS: 'The disk is read-only.',
  ENAMETOOLONG: 'The name is too long.',
};

/** Errors without a name in Node, by number. */
const { EDQUOT, ESTALE } = constants.errno as Partial<Record<string, number>>;
const unnamed: ReadonlyMap<number | undefined, string> = new Map([
  [EDQUOT, 'Your quota of the disk is used up.'],
  [ESTALE, 'It was deleted or replaced on the file server.'],
]);

/** Why a call to the file system failed, in a sentence. */
export function fileErrorReason(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  const known = sentences[code ?? ''] ?? (errno === undefined ? undefined : unnamed.get(-errno));
  if (known !== undefined) return known;
  return `${message ?? String(error)}.`;
}
