import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The URI of a path for reports: relative to a folder, if it is in there. */
export function uriIn(folder: string, path: string): string {
  const inFolder = relative(folder, resolve(path));
  if (isOutside(inFolder)) return pathToFileURL(resolve(path)).href;
  return inFolder.split(sep).map(encodeURIComponent).join('/');
}

/** A path with forward slashes, relative to a folder if it is in there. */
export function slashedIn(folder: string, path: string): string {
  const inFolder = relative(folder, resolve(path));
  return isOutside(inFolder) ? resolve(path) : inFolder.split(sep).join('/');
}

/** Whether a relative path leaves its folder. The name of a file may begin with dots. */
function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
