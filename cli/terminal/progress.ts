import { byteSize, countOf } from '../../send/format/counts';
import { showStatusLine } from './statusLine';

/** Milliseconds before the first progress line, and between two. */
const startsAfter = 1000;
const drawsEvery = 200;

/** Progress of a run over files. */
export interface Progress {
  /** Bytes were read. */
  bytes(count: number): void;
  fileDone(): void;
  /** Work goes on: the rate and the time change. */
  tick(): void;
}

/** A line on standard error, if that is a terminal and the work takes long. */
export function startProgress(files: number, totalBytes: number): Progress {
  const began = performance.now();
  let [read, done, drawn] = [0, 0, began + startsAfter - drawsEvery];
  const tick = (): void => {
    const now = performance.now();
    if (now - drawn < drawsEvery) return;
    drawn = now;
    showStatusLine(progressLine({ files, done, read, totalBytes, seconds: (now - began) / 1000 }));
  };
  return {
    bytes: (count) => {
      read += count;
      tick();
    },
    fileDone: () => {
      done++;
      tick();
    },
    tick,
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
  const left = rate > 0 && totalBytes > read ? `, ${duration((totalBytes - read) / rate)} left` : '';
  return `${done.toLocaleString('en')} of ${countOf(files, 'file')}, ${amount}, ${byteSize(Math.round(rate))}/s${left}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 90) return `${whole} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
