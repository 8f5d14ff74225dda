/** Paths with slashes as separators. */

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a path is, or ends with, another one: `/runs/b/x.json` with `./b/x.json`, but not with `a/x.json`. */
export function isAtPath(path: string, end: string): boolean {
  const steps = end.replace(/^([A-Za-z]:)?\/*(\.{1,2}\/)*/, '');
  return `/${path}`.endsWith(`/${steps}`);
}
