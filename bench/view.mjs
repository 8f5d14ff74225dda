/**
 * Measures the trajectory view in a real VS Code with a real browser, and writes `VIEW.md`:
 *
 *     npm run bench:view -- [--dry] [DOCUMENT]...
 *
 * A DOCUMENT is one of those below; the default is all. `VIEW.md` keeps the figures of the others; `--dry`
 * writes to the terminal only. All documents take about ten minutes on an idle machine.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeCorpus } from './corpora.mjs';
import { measure } from './viewFigures.mjs';
import { report } from './viewReport.mjs';
import { startEditor } from './viewWindow.mjs';

const documents = {
  '1mb': { title: '1 MB', shape: 'pretty', megabytes: 1, visits: 20 },
  '10mb': { title: '10 MB', shape: 'pretty', megabytes: 10, visits: 100 },
  '45mb': { title: '45 MB', shape: 'pretty', megabytes: 45, visits: 1000 },
  tiny: { title: '225,000 tiny', shape: 'tiny', megabytes: 45, visits: 1000 },
};
/** New windows, webviews reopened in each, keys typed, rounds of sorting, turns of the wheel. */
const counts = { windows: 2, again: 6, keys: 20, sorts: 2, turns: 40 };
const maxRunTime = 15 * 60_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { dry: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(documents);
const unknown = names.filter((name) => !(name in documents));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. There are: ${Object.keys(documents).join(', ')}.`);
  process.exit(2);
}
setTimeout(() => {
  console.error('Given up after 15 minutes.');
  process.exit(1);
}, maxRunTime).unref();

const file = new URL('VIEW.md', import.meta.url);
const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
const measured = {};
for (const name of names) measured[name] = await figuresOf(name);
const text = report(documents, measured, before);
console.log(text);
if (!options.dry) writeFileSync(file, text);

async function figuresOf(name) {
  const { shape, megabytes, visits } = documents[name];
  const corpus = makeCorpus(shape, megabytes);
  const began = performance.now();
  const editor = await startEditor(corpus.text);
  try {
    return await measure(editor, corpus, { visits, ...counts });
  } finally {
    await editor.close();
    console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}
