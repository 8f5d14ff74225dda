import { open, readdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureFolder, removeFile, syncFolder } from './disk';
import { appendLines, mendLines, type Note } from './lines';
import { lockFolder } from './lock';
import { fileName } from './names';

const GROUPS = '.trajectories.jsonl';
const UNFINISHED = '.unfinished';

/** Why something could not be stored, in the system's words. Nothing of it was kept. */
export interface StoreFailure {
  readonly failure: string;
}

/**
 * What the service accepted, on disk:
 *
 * - `models/<model>/<split>.trajectories.jsonl`: the logged groups in the order of their requests, one a line;
 * - `training-jobs/<id>.json`: the body of each training job request, byte for byte.
 *
 * A method that resolves with `null` has flushed everything to the disk. A request is kept whole or not at all,
 * also when the process is killed in the middle of it: what an interrupted one left is put aside, with a note,
 * before the next one begins. A request that was being stored and got no answer may therefore be there or not.
 */
export interface Store {
  appendGroups(model: string, split: string, groups: Iterable<string>): Promise<StoreFailure | null>;
  keepTrainingJob(id: string, body: Uint8Array): Promise<StoreFailure | null>;
  /** Lets another process use the folder. Call it when nothing is being stored. */
  close(): Promise<void>;
}

/** Opens a data folder, makes it if it is not there, and mends what an interrupted process left in it. */
export async function openStore(dataFolder: string, note: Note): Promise<Store | StoreFailure> {
  const folder = resolve(dataFolder);
  const jobs = join(folder, 'training-jobs');
  const models = join(folder, 'models');
  try {
    await ensureFolder(jobs);
    await ensureFolder(models);
    const lock = await lockFolder(folder);
    if ('heldBy' in lock) return { failure: heldMessage(folder, lock) };
    await mendModels(models, note);
    await removeUnfinished(jobs, note);
    const inTurn = taskQueues();
    return {
      appendGroups: (model, split, groups) => {
        const path = join(models, fileName(model), fileName(split) + GROUPS);
        return attempt(() => inTurn(path, () => append(path, groups, note)));
      },
      keepTrainingJob: (id, body) => attempt(() => writeWhole(join(jobs, `${id}.json`), body)),
      close: () => lock.release(),
    };
  } catch (error) {
    return { failure: `${folder} cannot be used: ${messageOf(error)}` };
  }
}

function heldMessage(folder: string, lock: { readonly heldBy: number; readonly file: string }): string {
  return `${folder} is in use by process ${lock.heldBy}. If that is no trajectory service, delete ${lock.file}.`;
}

async function append(path: string, groups: Iterable<string>, note: Note): Promise<void> {
  await ensureFolder(dirname(path));
  await appendLines(path, groups, note);
}

/** The file appears under its name when all of it is on the disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = path + UNFINISHED;
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await removeFile(unfinished);
    await removeFile(path);
    throw error;
  }
}

async function mendModels(models: string, note: Note): Promise<void> {
  for (const model of await readdir(models, { withFileTypes: true })) {
    if (!model.isDirectory()) continue;
    const names = await readdir(join(models, model.name));
    for (const name of names.filter((each) => each.endsWith(GROUPS))) {
      await mendLines(join(models, model.name, name), note);
    }
  }
}

/** A training job that was being written when the process ended was not created: nobody was told its id. */
async function removeUnfinished(jobs: string, note: Note): Promise<void> {
  for (const name of await readdir(jobs)) {
    if (!name.endsWith(UNFINISHED)) continue;
    await removeFile(join(jobs, name));
    note(`${join(jobs, name)}: removed, its request was never answered`);
  }
}

/** Runs tasks of the same key one after the other, in the order of their calls. */
function taskQueues(): (key: string, task: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (key, task) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    last.set(key, result);
    const forget = (): void => {
      if (last.get(key) === result) last.delete(key);
    };
    result.then(forget, forget);
    return result;
  };
}

async function attempt(task: () => Promise<void>): Promise<StoreFailure | null> {
  try {
    await task();
    return null;
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
