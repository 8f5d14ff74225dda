/**
 * Checks a file of JSON Lines as `trajectory check` does, without its report. `kernels.mjs` bundles and starts it:
 *
 *     node checkText.js FILE [decoding] [members] [prefilter]
 *
 * The last arguments are the kernels to use. Writes the wall and user CPU time of the check, in milliseconds.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createEngine } from '../server/core/engine';
import { TextCheck } from '../server/core/streaming/textCheck';

const blockLength = 2 ** 18;

const [path, ...kernels] = process.argv.slice(2);
const began = clock();
const engine = createEngine({
  kernels: {
    decoding: kernels.includes('decoding'),
    members: kernels.includes('members'),
    prefilter: kernels.includes('prefilter'),
  },
});
const options = {
  language: 'trajectory-jsonl',
  name: 'measured.trajectories.jsonl',
  limit: 1000,
  hints: true,
};
const check = new TextCheck(engine, options);
const file = openSync(path);
const block = new Uint8Array(blockLength);
for (let count = -1; count !== 0; ) {
  count = readSync(file, block);
  if (count > 0) check.write(block.subarray(0, count));
}
closeSync(file);
const { counts } = check.end();
const end = clock();
process.stdout.write(JSON.stringify([{ wall: end.wall - began.wall, user: end.user - began.user, counts }]));

function clock() {
  return { wall: performance.now(), user: process.cpuUsage().user / 1000 };
}
