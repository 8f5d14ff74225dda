const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'This is a folder.',
  ENOTDIR: 'Part of the path is not a folder.',
  ELOOP: 'Too many symbolic links: they may form a loop.',
  EMFILE: 'Too many files are open.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The disk is read-only.',
  ENAMETOOLONG: 'The name is too long.',
};

/** Why a call to the file system failed, in a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  return `${message ?? String(error)}.`;
}
