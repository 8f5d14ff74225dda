/** Why a file cannot be read, for the user. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code === undefined ? undefined : reasons[code]) ??
    'It cannot be read. See the log of the language server.'
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'It does not exist.',
  EACCES: 'You may not read it.',
  EPERM: 'You may not read it.',
  EISDIR: 'It is a folder.',
  ENXIO: 'It is not a regular file.',
  ERR_WORKER_OUT_OF_MEMORY:
    'It needs more memory than there is: one of its lines, or one value in it, is too long.',
};
