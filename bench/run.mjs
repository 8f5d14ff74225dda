/**
 * Measures our language server beside VS Code's JSON server and writes `RESULTS.md`:
 *
 *     npm run bench -- [--quick] [--only NAME]... [--server FILE]
 *
 * `--quick` skips the largest documents and most repetitions; `--only` takes `start-up`, `leaks` or the
 * name of a shape (`corpora.mjs`); `--server` measures another build of our server. Each of them writes
 * to the terminal only. Installs the peers into this folder if they are missing.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shapes } from './corpora.mjs';
import { edits, questions } from './edits.mjs';
import { leaks } from './leaks.mjs';
import { installPeers } from './peers.mjs';
import { report } from './report.mjs';
import { shape, startUp } from './scenarios.mjs';
import { servers } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    server: { type: 'string' },
  },
});
const names = ['start-up', ...Object.keys(shapes), 'leaks'];
const unknown = options.only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
/** Edits measured for every shape but the first, which has all of them. */
const otherEdits = [
  'type in a string',
  'remove a closing quote',
  'remove a closing brace',
  'paste a trajectory',
];
const isChosen = (name) => options.only.length === 0 || options.only.includes(name);
if (options.server !== undefined) servers.ours.program = resolve(options.server);

installPeers();
const text = report(await measure());
console.log(text);
const isWhole = !options.quick && options.only.length === 0 && options.server === undefined;
if (isWhole) writeFileSync(new URL('RESULTS.md', import.meta.url), text);

async function measure() {
  const rows = [];
  if (isChosen('start-up')) rows.push(...(await noted('start-up', () => startUp(options.quick ? 5 : 20))));
  for (const name of Object.keys(shapes).filter(isChosen)) {
    for (const megabytes of sizesOf(name)) {
      rows.push(
        ...(await noted(`${name}, ${megabytes} MB`, () => shape(name, megabytes, planOf(name, megabytes)))),
      );
    }
  }
  const counts = options.quick ? { editCount: 1000, openCount: 5 } : { editCount: 10_000, openCount: 50 };
  const leaked = isChosen('leaks') ? await noted('leaks', () => leaks(counts)) : [];
  const date = new Date().toISOString().slice(0, 10);
  return { rows, leaks: leaked, settings: { date, command: 'npm run bench' } };
}

/** Small, medium and large; shapes other than the first are measured only in the smallest and largest size. */
function sizesOf(name) {
  const { largest = 45 } = shapes[name];
  if (options.quick) return name === 'pretty' ? [1, 10] : [1];
  return name === 'pretty' ? [1, 10, largest] : [1, largest];
}

/** Rows and repetitions: all of them for the first shape, a selection for the others. */
function planOf(name, megabytes) {
  const isFirst = name === 'pretty';
  const isLarge = megabytes > 10;
  return {
    opens: options.quick ? 2 : isFirst ? 5 : 2,
    turns: options.quick ? 2 : isFirst ? 3 : 2,
    // The slow peer has run for seconds before ours continues: that cost does not depend on the document's size.
    repetitions: { ours: 15, peer: megabytes > 1 ? 1 : 3 },
    warmUp: { ours: 50, peer: isLarge ? 1 : 5 },
    edits: isFirst ? Object.keys(edits) : otherEdits,
    questions: isFirst ? Object.keys(questions) : ['completion of a value'],
    ...(isFirst && isLarge ? { countEditsTo: 200 } : {}),
  };
}

async function noted(what, work) {
  const began = performance.now();
  const rows = await work();
  console.error(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return rows;
}
