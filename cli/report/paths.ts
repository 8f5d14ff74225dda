import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The URI of a path for reports: relative to a folder, if it is in there. */
export function uriIn(folder: string, path: string): string {
  const inFolder = pathIn(folder, path);
  if (inFolder === null) return pathToFileURL(resolve(path)).href;
  return inFolder.split(sep).map(encodeURIComponent).join('/');
}

/** A path with forward slashes, relative to a folder if it is in there. */
export function slashedIn(folder: string, path: string): string {
  return pathIn(folder, path)?.split(sep).join('/') ?? resolve(path);
}

/** The path relative to a folder; null if it is elsewhere. The folder may be named by a link; the current one never is. */
function pathIn(folder: string, path: string): string | null {
  const named = relative(folder, resolve(path));
  if (!isOutside(named)) return named;
  const real = relative(realOf(folder), resolve(path));
  return isOutside(real) ? null : real;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // It does not exist here.
    return folder;
  }
}

/** Whether a relative path leaves its folder. The name of a file may begin with dots. */
function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
