/** Paths with slashes as separators. */

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a URI says of the place of a file. On Windows, the authority is the machine of a shared folder. */
interface Place {
  readonly authority: string;
  readonly path: string;
}

/**
 * Whether the path of a file is, or ends with, another one: `/runs/b/x.json` with `./b/x.json`, but not with `a/x.json`.
 */
export function isAtPath({ authority, path }: Place, end: string): boolean {
  const steps = end.replace(/^([A-Za-z]:)?\/*(\.{1,2}\/)*/, '');
  return `/${authority}${path}`.endsWith(`/${steps}`);
}
