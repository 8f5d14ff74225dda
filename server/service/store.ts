import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileName } from './names';

/*
 * Files in the data folder:
 *
 * - `models/<model>/<split>.trajectories.jsonl`: the logged groups in the order of their requests, one per line;
 * - `training-jobs/<id>.json`: the body of each training job request, byte for byte.
 *
 * Functions here return null, or why they failed: a sentence or the system's message. After null, everything is
 * flushed to disk. They block, so that requests are stored one after the other. If the process dies meanwhile, the
 * file of groups may end with complete lines of that request and an incomplete one; the next line starts on its own.
 * A training job leaves `<id>.json.unfinished`.
 *
 * Nothing outside the folder is read or written: a symbolic link in its place or inside is a failure, never followed.
 * Links on the way to it are followed, since the user named that path, and temporary or home folders may be behind one.
 */

const markerFile = 'trajectory-service.json';
const markerText =
  '{"about": "The local training service of Trajectory Tools keeps what it accepts in this folder."}\n';
const modelsFolder = 'models';
const jobsFolder = 'training-jobs';
/** Ignored files: those that file managers leave. */
const ignoredFiles = /^(?:\.DS_Store|desktop\.ini)$/;
/** Never follow a link that was created since the check; Windows has no such flag. */
const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = fs.constants;
const readFlags = O_RDONLY | O_NOFOLLOW;
const writeFlags = O_RDWR | O_CREAT | O_NOFOLLOW;
const appendFlags = writeFlags | O_APPEND;
const newline = Buffer.from('\n');

/** Creates a data folder if missing, and checks that it is usable. */
export function openFolder(root: string): string | null {
  return attempt(() => {
    folderIn(root, modelsFolder);
    folderIn(root, jobsFolder);
  });
}

/** The groups of a log request. */
export interface LoggedGroups {
  readonly model: string;
  readonly split: string;
  /** Each on one line. */
  readonly groups: readonly string[];
}

/** Appends the groups of a request to those of its model and split. */
export function appendGroups(root: string, { model, split, groups }: LoggedGroups): string | null {
  return attempt(() => {
    const folder = folderIn(root, modelsFolder, fileName(model));
    append(join(folder, `${fileName(split)}.trajectories.jsonl`), Buffer.from([...groups, ''].join('\n')));
  });
}

/** Stores the body of a training job request under a new id. */
export function keepTrainingJob(root: string, id: string, body: Buffer): string | null {
  return attempt(() => {
    const path = join(folderIn(root, jobsFolder), `${id}.json`);
    append(`${path}.unfinished`, body);
    fs.renameSync(`${path}.unfinished`, path);
    syncNames(dirname(path));
  });
}

function attempt(task: () => void): string | null {
  try {
    task();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The path of a folder in the data folder. Users may delete these while the service runs; they are created again. */
function folderIn(root: string, ...names: string[]): string {
  ensureFolder(root);
  claim(root);
  return names.reduce((path, name) => ensureFolder(join(path, name)), root);
}

function ensureFolder(path: string): string {
  if (!exists(path, 'folder')) {
    makeFolder(path);
    // It may not be the one that was made just now, but a link.
    exists(path, 'folder');
    syncNames(dirname(path));
  }
  return path;
}

/**
 * Creates a folder and those above it, one by one: Node's `recursive` never returns where none can be created. Another
 * service may create them at the same moment.
 */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = path; !fs.existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      fs.mkdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Ensures that a folder belongs to the service, so that it never writes among other files. */
function claim(root: string): void {
  const marker = join(root, markerFile);
  // Listed before the marker is read: another service that starts just now writes it before anything else.
  const all = fs.readdirSync(root);
  const mark = exists(marker, 'file') ? beginningOf(marker) : '';
  if (mark === markerText) return;
  // A process may have died while writing the marker, before it wrote anything else.
  const isTruncated = markerText.startsWith(mark);
  const names = all.filter((name) => !ignoredFiles.test(name) && !(isTruncated && name === markerFile));
  if (names.length > 0) {
    throw new Error(
      'It is not empty and was not created by this service. Move its files away, or choose another folder (--data).',
    );
  }
  withFile(marker, writeFlags, (file) => fs.writeSync(file, markerText));
}

/** The beginning of a file, long enough to recognize the marker. */
function beginningOf(path: string): string {
  const bytes = Buffer.alloc(markerText.length + 1);
  const length = withFile(path, readFlags, (file) => fs.readSync(file, bytes, 0, bytes.length, 0));
  return bytes.toString('latin1', 0, length);
}

/**
 * Whether the file or folder exists. A link in its place is an error, because it leads elsewhere. So is a file with a
 * second name (a hard link): it may belong to someone else.
 */
function exists(path: string, kind: 'file' | 'folder'): boolean {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (kind === 'folder' ? found.isDirectory() : found.isFile() && found.nlink === 1) return true;
  throw new Error(`${path} is a link, or not a ${kind}.`);
}

/**
 * Appends in a single write, which the system does not interleave with those of another process. First ends an
 * unfinished last line: an editor saved it so, or a process died while writing it.
 */
function append(path: string, content: Buffer): void {
  const isNew = !exists(path, 'file');
  withFile(path, appendFlags, (file) => {
    const { size } = fs.fstatSync(file);
    const last = Buffer.from(newline);
    if (size > 0) fs.readSync(file, last, 0, 1, size - 1);
    const bytes = Buffer.concat([last.equals(newline) ? Buffer.of() : newline, content]);
    const written = fs.writeSync(file, bytes);
    if (written < bytes.length) {
      if (fs.fstatSync(file).size === size + written) fs.ftruncateSync(file, size);
      throw new Error('There is no space left for it.');
    }
    fs.fsyncSync(file);
    if (isNew) syncNames(dirname(path));
  });
}

/** Flushes a folder's directory entries; otherwise a new file may be lost after a power cut. */
function syncNames(folder: string): void {
  // Windows cannot open a folder for this; its file system journals directory entries itself.
  if (process.platform === 'win32') return;
  try {
    withFile(folder, O_RDONLY, fs.fsyncSync);
  } catch (error) {
    if (!unsupported.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/** Errors of file systems that cannot flush a folder, such as some shared ones. */
const unsupported: ReadonlySet<string | undefined> = new Set([
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
]);

function withFile<T>(path: string, flags: number, use: (file: number) => T): T {
  const file = fs.openSync(path, flags, 0o666);
  try {
    return use(file);
  } finally {
    fs.closeSync(file);
  }
}
