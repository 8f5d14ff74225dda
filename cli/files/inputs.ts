import { type Dirent, readdir as readFolder, type Stats, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { countOf } from '../../send/format/counts';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import { tellFailure } from '../terminal/tell';
import { Ignored, skippedFolders } from './ignored';
import { isOurs } from './names';

/** Something to read. */
export interface Input {
  /** Its name in reports: the path as it was given, or as it was found in a given folder. */
  readonly shown: string;
  /** Null for standard input. */
  readonly path: string | null;
  /** In bytes; 0 for standard input. */
  readonly size: number;
}

/** Something that cannot be read. */
export interface Failure {
  readonly shown: string;
  readonly message: string;
}

export const standardInput: Input = { shown: '<stdin>', path: null, size: 0 };

/** Which files of a folder a command reads, by their names, and what it says if there are none. */
export interface Wanted {
  isWanted(name: string): boolean;
  readonly ifNone: string;
}

/** Trajectory files and training configs. */
export const ours: Wanted = {
  isWanted: isOurs,
  ifNone:
    'No trajectory files or training configs in this folder (`--help` lists their names). To read other files, pass their paths.',
};

/** The inputs that the paths of a command stand for, in order, each file once. */
export async function findInputs(
  paths: readonly string[],
  wanted: Wanted = ours,
): Promise<(Input | Failure)[]> {
  const found: (Input | Failure)[] = [];
  const ignored = new Ignored();
  const seen = new Set<string>();
  for (const path of paths.length === 0 ? ['.'] : paths) {
    for (const one of await inputsOf(path, { ignored, ...wanted })) {
      const key = 'message' in one ? null : await keyOf(one);
      if (key !== null && seen.has(key)) continue;
      if (key !== null) seen.add(key);
      found.push(one);
    }
  }
  return found;
}

/** Bytes of all files that can be read. */
export function totalSize(inputs: readonly (Input | Failure)[]): number {
  return inputs.reduce((sum, input) => sum + ('size' in input ? input.size : 0), 0);
}

/** The same for all paths of a file. */
async function keyOf({ path }: Input): Promise<string> {
  if (path === null) return '-';
  return realpath(path).catch(() => resolve(path));
}

interface Search extends Wanted {
  readonly ignored: Ignored;
}

async function inputsOf(path: string, search: Search): Promise<(Input | Failure)[]> {
  if (path === '-') return [standardInput];
  let about: Stats;
  try {
    about = statSync(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && isDynamicPattern(path)) return matching(path, search);
    return [unavailable(path, error)];
  }
  return about.isDirectory() ? inFolder(path, search) : [inputOf(path, path, about)];
}

function inputOf(shown: string, path: string, about: Stats): Input | Failure {
  if (about.isFile()) return { shown, path, size: about.size };
  // Reading a pipe or a device may never end.
  const message =
    'This is not a regular file. To read its content, redirect it to standard input: `- < FILE`.';
  return { shown, message };
}

/** A pattern whose first folders exist: their names, such as `runs (1)`, are no pattern. */
function belowFolder(pattern: string): string {
  for (let end = pattern.lastIndexOf('/'); end > 0; end = pattern.lastIndexOf('/', end - 1))
    if (isFolder(pattern.slice(0, end))) return escapePath(pattern.slice(0, end)) + pattern.slice(end);
  return pattern;
}

/** The files that a pattern matches, whatever their names. */
async function matching(pattern: string, { ignored }: Search): Promise<(Input | Failure)[]> {
  const slashed = sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
  const found = await glob(belowFolder(slashed), {
    onlyFiles: true,
    expandDirectories: false,
    // A link to a folder may lead back up.
    followSymbolicLinks: false,
    fs: { readdir: linksAsFiles as typeof readFolder },
    absolute: isAbsolute(pattern),
    ignore: skippedFolders.map((name) => `**/${name}/**`),
  });
  const isSkipped = (path: string): boolean => path.split('/').some((name) => skippedFolders.includes(name));
  const kept = found
    .filter((path) => !isSkipped(path) && !ignored.leavesOut(resolve(path)))
    .sort(byCodeUnits);
  if (kept.length > 0) return kept.map(existing);
  const message =
    found.length === 0
      ? 'No files match this pattern.'
      : 'All files that match this pattern are ignored by git.';
  return [{ shown: pattern, message }];
}

/** Reads a folder for a pattern: a link counts as a file, unless it leads to a folder. */
function linksAsFiles(
  folder: string,
  options: { readonly withFileTypes: true },
  done: (error: Error | null, entries: Dirent[]) => void,
): void {
  readFolder(folder, options, (error, entries = []) => {
    for (const entry of entries)
      if (entry.isSymbolicLink() && !isFolder(join(folder, entry.name))) entry.isFile = () => true;
    done(error, entries);
  });
}

function existing(path: string): Input | Failure {
  try {
    return inputOf(path, path, statSync(path));
  } catch (error) {
    return unavailable(path, error);
  }
}

function unavailable(path: string, error: unknown): Failure {
  // Node replaces the bytes of a name that are not UTF-8, and does not find it any more.
  const isReplaced = path.includes('\ufffd') && (error as NodeJS.ErrnoException).code === 'ENOENT';
  const more = isReplaced ? ' If it is there, its name is not UTF-8: rename it.' : '';
  return { shown: path, message: `${fileErrorReason(error)}${more}` };
}

/** Our files in a folder and in its folders, except what git ignores. */
async function inFolder(folder: string, { ignored, isWanted, ifNone }: Search): Promise<(Input | Failure)[]> {
  const found: (Input | Failure)[] = [];
  const top = ignored.topFor(resolve(folder));
  const isIgnored = (path: string): boolean => ignored.has(path, top);
  const links: string[] = [];
  const real = await realpath(folder).catch(() => resolve(folder));
  await walk(folder, {
    ...{ isIgnored, isWanted },
    add: (one) => found.push(one),
    addLink: (path, target) => {
      // One that leads back is searched where it is.
      if (!`${target}${sep}`.startsWith(real.endsWith(sep) ? real : real + sep)) links.push(path);
    },
  });
  tellLinks(links);
  return found.length > 0 ? found : [{ shown: folder, message: ifNone }];
}

interface Walk {
  isIgnored(path: string): boolean;
  isWanted(name: string): boolean;
  add(one: Input | Failure): void;
  /** A folder that is not searched here, because it is a link. */
  addLink(path: string, target: string): void;
}

/** Says which folders were left out: otherwise nobody would notice that their problems are missing. */
function tellLinks([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  if (others.length === 0)
    return tellFailure(first, 'This is a link to a folder, which is not searched. Name it to search it.');
  const more = countOf(others.length, 'other link');
  tellFailure(first, `This and ${more} to folders are not searched. Name them to search them.`);
}

async function walk(folder: string, walking: Walk): Promise<void> {
  const { isIgnored, isWanted, add, addLink } = walking;
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return add(unavailable(folder, error));
  }
  for (const entry of entries.sort((a, b) => byCodeUnits(a.name, b.name))) {
    const path = join(folder, entry.name);
    // A link to a folder is not followed: it may lead back up.
    if (entry.isDirectory()) {
      if (!isIgnored(resolve(path) + sep)) await walk(path, walking);
    } else if (entry.isSymbolicLink() && isFolder(path)) {
      if (!isIgnored(resolve(path) + sep)) addLink(path, await realpath(path).catch(() => resolve(path)));
    } else if (isWanted(entry.name) && !isIgnored(resolve(path))) {
      const one = existing(path);
      // A link to something other than a file, or a pipe with one of our names.
      if ('size' in one || entry.isFile() || entry.isSymbolicLink()) add(one);
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It leads nowhere.
    return false;
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
