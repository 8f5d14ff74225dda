/**
 * Opens a document as the server does over stdio, from the first byte of its `textDocument/didOpen` to its list
 * of problems: once in a fresh process, then again. `kernels.mjs` bundles and starts it:
 *
 *     node openMessage.js FILE TIMES [decoding] [members] [prefilter]
 *
 * FILE holds the message; the last arguments are the kernels to use. Writes the wall and user CPU time of each
 * opening, in milliseconds.
 */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { analyze, problemsOf } from '../server/core/document';
import { createEngine } from '../server/core/engine';
import { newDecoder } from '../server/core/text/decoder';
import { textOf, textOfChunks } from '../server/core/text/text';
import { runToEnd } from '../server/core/work';
import { StdioReader } from '../server/stdio/reader';

/** Bytes that a pipe delivers at once. */
const piece = 65_536;

const [file, times, ...kernels] = process.argv.slice(2);
const bytes = readFileSync(file);
const options = { language: 'trajectory', name: 'measured.trajectories.json' };
const began = clock();
const engine = createEngine({
  kernels: { members: kernels.includes('members'), prefilter: kernels.includes('prefilter') },
});
const decoder = kernels.includes('decoding') ? newDecoder() : null;
const samples = [];
for (let i = 0; i < Number(times); i++) {
  const start = i === 0 ? began : clock();
  const problems = problemsOf(open());
  const end = clock();
  samples.push({ wall: end.wall - start.wall, user: end.user - start.user, problems: problems.length });
}
process.stdout.write(JSON.stringify(samples));

function open() {
  let document = null;
  const input = new PassThrough();
  new StdioReader(input, decoder).listen(({ params }) => {
    const { text: received } = params.textDocument;
    const text = typeof received === 'string' ? textOf(received) : textOfChunks(received);
    document = runToEnd(analyze(engine, text, options));
  });
  for (let at = 0; at < bytes.length; at += piece) input.emit('data', bytes.subarray(at, at + piece));
  return document;
}

function clock() {
  return { wall: performance.now(), user: process.cpuUsage().user / 1000 };
}
