import { byteSize, countOf } from '../../send/format/counts';
import { onExitNow } from '../onExit';
import { columnsOf } from './columns';

/** Milliseconds before the first progress line, and between two. */
const startsAfter = 1000;
const drawsEvery = 200;

/** Progress of a run over files. */
export interface Progress {
  bytes(count: number): void;
  fileDone(): void;
  /** Clears the line, before other output and at the end. */
  clear(): void;
}

const none: Progress = { bytes: () => undefined, fileDone: () => undefined, clear: () => undefined };

/** A line on standard error, if that is a terminal and the work takes long. */
export function startProgress(files: number, totalBytes: number): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return none;
  const began = performance.now();
  let [read, done, drawn] = [0, 0, began + startsAfter - drawsEvery];
  let isShown = false;
  const draw = (): void => {
    const now = performance.now();
    if (now - drawn < drawsEvery) return;
    drawn = now;
    isShown = true;
    const line = progressLine({ files, done, read, totalBytes, seconds: (now - began) / 1000 });
    stderr.write(`\r\u001b[K${line.slice(0, columnsOf(stderr) - 1)}`);
  };
  const clear = (): void => {
    if (isShown) stderr.write('\r\u001b[K');
    isShown = false;
  };
  // What the shell prints next would follow the line.
  onExitNow(clear);
  return {
    bytes: (count) => {
      read += count;
      draw();
    },
    fileDone: () => {
      done++;
      draw();
    },
    clear,
  };
}

interface State {
  readonly files: number;
  readonly done: number;
  readonly read: number;
  readonly totalBytes: number;
  readonly seconds: number;
}

/** For example: `3 of 12 files, 140.0 MB of 900.0 MB, 52.3 MB/s, 15 s left`. */
export function progressLine({ files, done, read, totalBytes, seconds }: State): string {
  const rate = read / seconds;
  const amount = totalBytes > 0 ? `${byteSize(read)} of ${byteSize(totalBytes)}` : byteSize(read);
  const left = totalBytes > read ? `, ${duration((totalBytes - read) / rate)} left` : '';
  return `${done.toLocaleString('en')} of ${countOf(files, 'file')}, ${amount}, ${byteSize(Math.round(rate))}/s${left}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 90) return `${whole} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
