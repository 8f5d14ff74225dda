/**
 * Measures the time each kernel saves when a document is opened, and when a file is checked, and writes the tables of
 * `docs/internals.md`:
 *
 *     npm run bench:kernels -- [--samples N] [--only MEGABYTES]... [--dry]
 *
 * Every sample is a separate process, and the variants take turns, so that other load on the machine affects
 * all of them equally. `--dry` and `--only` write to the terminal only.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { nameOf, shapes as shapesOfFiles, writeFile } from './checkFiles.mjs';
import { makeCorpus } from './corpora.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    samples: { type: 'string', default: '9' },
    only: { type: 'string', multiple: true, default: ['1', '10', '45', 'check'] },
    dry: { type: 'boolean', default: false },
  },
});
/** Each variant adds a kernel to the one before. */
const variants = [
  { title: 'no kernel', kernels: [] },
  { title: '+ decoding', kernels: ['decoding'] },
  { title: '+ members', kernels: ['decoding', 'members'] },
  { title: '+ prefilter', kernels: ['decoding', 'members', 'prefilter'] },
];
/** Openings of a document in one process; the first one is cold. */
const timesOf = (megabytes) => (megabytes > 10 ? 4 : 8);

/** Files that are checked, and their size in MB. */
const checked = ['lines', 'tiny'];
const checkedSize = 50;

const programOf = (name) => fileURLToPath(new URL(`../dist/bench/${name}.js`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernels-'));
try {
  await bundle('openMessage');
  await bundle('checkText');
  const sizes = options.only.filter((one) => one !== 'check').map(Number);
  const opened = sizes.flatMap((megabytes) => rowsOf(megabytes, measureOpening(megabytes)));
  const isChecked = options.only.includes('check');
  const ofFiles = isChecked ? checked.flatMap((shape) => rowsOfCheck(shape, measureCheck(shape))) : [];
  const text = report(opened, ofFiles);
  console.log(text);
  if (!options.dry && sizes.length === 3 && isChecked) writeTable(text);
} finally {
  rmSync(folder, { recursive: true });
}

async function bundle(name) {
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))],
    outfile: programOf(name),
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}

function measureOpening(megabytes) {
  const file = join(folder, `${megabytes}.message`);
  writeFileSync(file, messageOf(makeCorpus('pretty', megabytes)));
  return measure(`${megabytes} MB`, [programOf('openMessage'), file, String(timesOf(megabytes))]);
}

function measureCheck(shape) {
  const file = join(folder, nameOf(shape));
  writeFile(file, shape, checkedSize);
  return measure(`check of ${shape}`, [programOf('checkText'), file]);
}

/** The samples of each variant, each a list of times. */
function measure(what, command) {
  const samples = variants.map(() => []);
  for (let turn = 0; turn < Number(options.samples); turn++) {
    for (let i = 0; i < variants.length; i++) {
      const at = (turn + i) % variants.length;
      const { kernels } = variants[at];
      const output = execFileSync(process.execPath, [...command, ...kernels]);
      samples[at].push(JSON.parse(output));
    }
    console.error(`${what}: ${turn + 1} of ${options.samples}`);
  }
  return samples;
}

function messageOf({ text, language }) {
  const uri = 'file:///bench/measured.trajectories.json';
  const params = { textDocument: { uri, languageId: language, version: 1, text } };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didOpen', params }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

function rowsOf(megabytes, samples) {
  return variants.map(({ title }, i) => {
    const cold = samples[i].map(([first]) => first);
    const warm = samples[i].flatMap(([, ...others]) => others);
    const cells = [cold, warm].flatMap((some) => [spread(some, 'wall'), spread(some, 'user')]);
    return `| ${megabytes} MB | ${title} | ${cells.join(' | ')} |`;
  });
}

function rowsOfCheck(shape, samples) {
  const { title } = shapesOfFiles[shape];
  return variants.map((variant, i) => {
    const times = samples[i].flat();
    return `| ${title} | ${variant.title} | ${spread(times, 'wall')} | ${spread(times, 'user')} |`;
  });
}

/** The median with minimum and maximum. */
function spread(openings, clock) {
  const times = openings.map((opening) => opening[clock]);
  const [middle, least, most] = [median(times), Math.min(...times), Math.max(...times)].map((ms) =>
    ms.toFixed(0),
  );
  return `**${middle}** (${least}–${most})`;
}

function report(opened, ofFiles) {
  const machine = `${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `Written by \`npm run bench:kernels\` on ${date}; ${machine}; ${options.samples} processes a row. Milliseconds:`,
    'median (least–most). Cold is the first document of a process, with the engine made for it; warm are those after it.',
    '',
    '| Size | Kernels | cold, wall | cold, user CPU | warm, wall | warm, user CPU |',
    '|---|---|---|---|---|---|',
    ...opened,
    '',
    `A whole check of ${checkedSize} MB in a new process, without the report:`,
    '',
    '| File | Kernels | wall | user CPU |',
    '|---|---|---|---|',
    ...ofFiles,
  ].join('\n');
}

function writeTable(text) {
  const file = new URL('../docs/internals.md', import.meta.url);
  const [begin, end] = ['<!-- kernels:begin -->', '<!-- kernels:end -->'];
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(begin);
  const [, after] = rest.split(end);
  writeFileSync(file, `${before}${begin}\n${text}\n${end}${after}`);
}
