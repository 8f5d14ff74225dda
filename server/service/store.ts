import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileName } from './names';

const MARKER = 'trajectory-service.json';
const ABOUT =
  '{"about": "The local training service of Trajectory Tools keeps what it accepts in this folder."}\n';
const MODELS = 'models';
const JOBS = 'training-jobs';
/** Files that do not count: locks of version 0.1.0, which wrote no marker, and what file managers leave. */
const BESIDE = /^(?:service-\d+\.lock|\.DS_Store|desktop\.ini)$/;
const NEWLINE = Buffer.from('\n');

/** Why something could not be stored, in a sentence or in the system's words. */
export interface StoreFailure {
  readonly failure: string;
}

/**
 * What the service accepted, on disk:
 *
 * - `models/<model>/<split>.trajectories.jsonl`: the logged groups in the order of their requests, one a line;
 * - `training-jobs/<id>.json`: the body of each training job request, byte for byte.
 *
 * A method that returns null has flushed everything to the disk. It blocks, so that one request is stored after
 * the other. If the process dies in a method, the file of groups may end in whole lines of that request and in a
 * line that is not whole; the next line starts on its own. Of a training job it leaves `<id>.json.unfinished`.
 *
 * Nothing outside the folder is read or written: a symbolic link in it is a failure, never followed.
 */
export interface Store {
  appendGroups(model: string, split: string, groups: Iterable<string>): StoreFailure | null;
  keepTrainingJob(id: string, body: Uint8Array): StoreFailure | null;
}

/** Opens a data folder, and makes it where it is missing. */
export function openStore(dataFolder: string): Store | StoreFailure {
  const root = resolve(dataFolder);
  // A user may delete the folder while the service runs, so each request opens it again.
  const folder = (...names: string[]): string => {
    claim(root);
    return names.reduce((path, name) => ensureFolder(join(path, name)), root);
  };
  const failed = attempt(() => [folder(MODELS), folder(JOBS)]);
  if (failed !== null) return { failure: `${root} cannot be used: ${failed.failure}` };
  return {
    appendGroups: (model, split, groups) =>
      attempt(() => {
        const path = join(folder(MODELS, fileName(model)), `${fileName(split)}.trajectories.jsonl`);
        append(path, Buffer.from([...groups, ''].join('\n')));
      }),
    keepTrainingJob: (id, body) =>
      attempt(() => {
        const path = join(folder(JOBS), `${id}.json`);
        append(`${path}.unfinished`, body);
        renameSync(`${path}.unfinished`, path);
        syncFolder(dirname(path));
      }),
  };
}

function attempt(task: () => unknown): StoreFailure | null {
  try {
    task();
    return null;
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Makes sure that a folder is the service's own, so that it never writes among the files of someone else. */
function claim(root: string): void {
  ensureFolder(root);
  const marker = join(root, MARKER);
  if (lstatSync(marker, { throwIfNoEntry: false })?.isFile()) return;
  const names = readdirSync(root).filter((name) => !BESIDE.test(name));
  const isOld = names.sort().join() === `${MODELS},${JOBS}`;
  if (names.length > 0 && !isOld) {
    throw new Error(
      'It is not empty and was not made by this service. Move its files away, or choose another folder (--data).',
    );
  }
  writeFileSync(marker, ABOUT);
}

/** Makes a folder where there is none, and gives its path. What looks like one and leads elsewhere is an error. */
function ensureFolder(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return path;
  if (found !== undefined) throw new Error(`${path} is a link or a file, not a folder.`);
  mkdirSync(path, { recursive: true });
  syncFolder(dirname(path));
  return path;
}

/**
 * Appends bytes in a single write, which the system does not mix with a write of another process. A last line
 * without its line break is ended first: an editor saved it so, or a process died in it.
 */
function append(path: string, bytes: Uint8Array): void {
  const file = openOwnFile(path);
  try {
    const { size } = fstatSync(file);
    const all = endsInsideLine(file, size) ? Buffer.concat([NEWLINE, bytes]) : bytes;
    const written = writeSync(file, all);
    if (written < all.length) {
      if (fstatSync(file).size === size + written) ftruncateSync(file, size);
      throw new Error('There is no space left for it.');
    }
    fsyncSync(file);
    if (size === 0) syncFolder(dirname(path));
  } finally {
    closeSync(file);
  }
}

/** A file with a second name (a hard link) may belong to someone else, too. */
function openOwnFile(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isFile() || found.nlink > 1)) {
    throw new Error(`${path} is a link or no file.`);
  }
  // Windows has no such flag.
  const noFollow = constants.O_NOFOLLOW ?? 0;
  return openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noFollow);
}

function endsInsideLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && !last.equals(NEWLINE);
}

/** Flushes which names a folder holds, without which a new file can be gone after a power cut. */
function syncFolder(path: string): void {
  // Windows cannot open a folder for this and keeps its directory entries in the file system's own journal.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
