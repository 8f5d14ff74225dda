import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Folders that never contain the user's own files. */
export const skippedFolders = ['.git', 'node_modules'];

/** Decides by `.gitignore` files and `.git/info/exclude`, as git does, which paths are left out. */
export class Ignored {
  private readonly texts = new Map<string, string | null>();
  private readonly known = new Map<string, Ignore>();
  private readonly roots = new Map<string, string>();
  private readonly read: (path: string) => string | null;

  /** `read` returns the text of a file; null if it is missing or unreadable: git ignores that, too. */
  constructor(read = textOf) {
    this.read = read;
  }

  /**
   * Whether an absolute path is ignored, if the folders that it is in are not; that of a folder ends with a separator.
   * Files above the folder `top` do not count, by default those above the repository.
   */
  has(path: string, top = this.rootOf(dirname(path))): boolean {
    const isFolder = path.endsWith(sep);
    const plain = isFolder ? path.slice(0, -1) : path;
    if (isFolder && skippedFolders.includes(plain.slice(plain.lastIndexOf(sep) + 1))) return true;
    // The nearest file decides, and a later pattern in it can re-include a path.
    for (let folder = dirname(plain); ; folder = dirname(folder)) {
      const names = relative(folder, plain).split(sep);
      const inFolder = names.join('/');
      const result = this.rulesOf(folder, names.length)?.test(isFolder ? `${inFolder}/` : inFolder);
      if (result?.ignored) return true;
      if (result?.unignored || folder === top || folder === dirname(folder)) return false;
    }
  }

  /** Whether an absolute path or a folder that it is in is ignored: in such a folder, no pattern re-includes a path. */
  leavesOut(path: string): boolean {
    const folder = dirname(path);
    return this.has(path) || (folder !== this.rootOf(folder) && this.leavesOut(folder + sep));
  }

  /**
   * The topmost folder whose `.gitignore` files count for a folder that the user named: the repository, or the folder
   * itself if it is ignored, as rollouts often are.
   */
  topFor(folder: string): string {
    const root = this.rootOf(folder);
    // Nothing is above a root, which may be that of a drive.
    return folder !== root && this.leavesOut(folder + sep) ? folder : root;
  }

  /** The rules of a folder for what is so many folders below it. */
  private rulesOf(folder: string, depth: number): Ignore | null {
    let text = this.texts.get(folder);
    if (text === undefined) this.texts.set(folder, (text = readRules(folder, this.read)));
    if (text === null) return null;
    const key = `${depth} ${folder}`;
    let rules = this.known.get(key);
    if (rules === undefined) this.known.set(key, (rules = rulesAt(text, depth)));
    return rules;
  }

  /** The folder of the repository that contains a folder; the file system's root if there is none. */
  private rootOf(folder: string): string {
    const known = this.roots.get(folder);
    if (known !== undefined) return known;
    const isTop = existsSync(join(folder, '.git')) || folder === dirname(folder);
    const root = isTop ? folder : this.rootOf(dirname(folder));
    this.roots.set(folder, root);
    return root;
  }
}

/** As git is set up where file systems do not tell case apart. */
const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/** The rules of a folder. Those of the repository that are not shared come first: the last rule that matches decides. */
function readRules(folder: string, read: typeof textOf): string | null {
  const texts = ['.git/info/exclude', '.gitignore'].flatMap((name) => read(join(folder, name)) ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}

/**
 * Rules for paths of so many names. The folders on the way count as re-included: `ignore` takes what is in an ignored
 * folder for ignored, but a file nearer to that folder may re-include it.
 */
function rulesAt(text: string, depth: number): Ignore {
  const onTheWay = Array.from({ length: depth - 1 }, (_, i) => `!/${'*/'.repeat(i + 1)}`);
  return ignore({ ignorecase: ignoresCase }).add(text).add(onTheWay);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
