/**
 * Measures `trajectory check` on large files beside a script with ajv, `jq -c .` and DuckDB, and writes `CHECK.md`:
 *
 *     npm run bench:check -- [--size MB] [--only SHAPE]... [--memory MB]
 *
 * `--size` is 400 by default, `--memory` the size of the largest file whose peak memory is measured, 5,000 by default; 0
 * for none. With any of them, it writes to the terminal only. The shapes are those of `checkFiles.mjs`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf, shapes, writeFile } from './checkFiles.mjs';
import { installPeers } from './peers.mjs';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    memory: { type: 'string' },
  },
});
const isWhole = Object.keys(options).length === 1 && options.only.length === 0;
const size = Number(options.size ?? 400);
const memory = Number(options.memory ?? 5000);
/** Runs of each program on each file. */
const rounds = 3;
const program = resolve(import.meta.dirname, '../dist/cli/trajectory.js');
const script = resolve(import.meta.dirname, 'ajvScript.mjs');
const duckdb = resolve(import.meta.dirname, 'duckdb.mjs');
const folder = mkdtempSync(join(tmpdir(), 'trajectory-bench-'));

/** What runs, by column; null where it cannot do the job. */
const allRuns = {
  'check, 1 worker': (path) => [process.execPath, program, 'check', '--jobs', '1', path],
  'check, 2 workers': (path) => [process.execPath, program, 'check', '--jobs', '2', path],
  'ajv script': (path) => [process.execPath, script, path],
  'jq -c .': (path) => ['jq', '-c', '.', path],
  DuckDB: (path) => (path.endsWith('.jsonl') ? [process.execPath, duckdb, path] : null),
};
/** The programs of these columns may not be installed. */
const others = { 'jq -c .': 'jq' };
const missing = Object.keys(others).filter(
  (name) => spawnSync(others[name], ['--version'], { stdio: 'ignore' }).error !== undefined,
);
const runs = Object.fromEntries(Object.entries(allRuns).filter(([name]) => !missing.includes(name)));

installPeers();
try {
  const text = await report();
  console.log(text);
  if (isWhole) writeFileSync(new URL('CHECK.md', import.meta.url), text);
} finally {
  rmSync(folder, { recursive: true });
}

async function report() {
  const rows = [];
  for (const shape of Object.keys(shapes).filter(
    (name) => options.only.length === 0 || options.only.includes(name),
  ))
    rows.push(await speedOf(shape));
  const peaks = [];
  for (const megabytes of memory === 0 ? [] : [50, memory]) peaks.push(...(await peaksAt(megabytes)));
  const columns = Object.keys(runs);
  return `# Checking large files

Written by \`npm run bench:check\` on ${new Date().toISOString().slice(0, 10)}; ${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}. Files of ${size} MB; MB/s
of the whole process, the fastest of ${rounds} runs, which are taken in turn. The script reads lines, parses them with \`JSON.parse\`, and checks them with a
compiled schema that reports all errors; it reads a log request as a whole. \`jq -c .\` only parses and prints,
and DuckDB, on one thread, only reads lines and counts the trajectories; it cannot read a line above 16 MB. The last
column is about two checks with one worker side by side, of a file of half the size each: what this machine can gain.${missing.map((name) => ` Not installed: ${others[name]}.`).join('')}

| File | ${columns.join(' | ')} | to the script | 2 workers to 1 | 2 processes to 1 |
|---|${columns.map(() => '---|').join('')}---|---|---|
${rows.join('\n')}

| Peak memory, MB | 1 worker | 2 workers |
|---|---|---|
${peaks.join('\n')}
`;
}

async function speedOf(shape) {
  const path = join(folder, nameOf(shape));
  const bytes = writeFile(path, shape, size);
  const half = join(folder, `half-${nameOf(shape)}`);
  const bytesOfHalf = writeFile(half, shape, size / 2);
  const rates = Object.values(runs).map(() => null);
  let apart = null;
  for (let round = 0; round < rounds; round++) {
    for (const [i, argsOf] of Object.values(runs).entries()) {
      const args = argsOf(path);
      const measured = args === null ? null : await run(args);
      if (measured !== null) rates[i] = Math.max(rates[i] ?? 0, bytes / 1e6 / measured.seconds);
    }
    const seconds = await secondsOfTwo(half);
    if (seconds !== null) apart = Math.max(apart ?? 0, (2 * bytesOfHalf) / 1e6 / seconds);
  }
  rmSync(path);
  rmSync(half);
  const [one, two, other] = rates;
  const shown = rates.map((rate) => (rate === null ? '–' : rate.toFixed(1)));
  const ratio = (a, b) => (a === null || b === null ? '–' : `${(a / b).toFixed(2)}×`);
  const ratios = [ratio(one, other), ratio(two, one), ratio(apart, one)];
  return `| ${[shapes[shape].title, ...shown, ...ratios].join(' | ')} |`;
}

/** Seconds that two checks side by side take, which share nothing; two workers can hardly do better. Null if one fails. */
async function secondsOfTwo(path) {
  const args = runs['check, 1 worker'](path);
  const both = await Promise.all([run(args), run(args)]);
  return both.includes(null) ? null : Math.max(...both.map(({ seconds }) => seconds));
}

async function peaksAt(megabytes) {
  const rows = [];
  for (const shape of ['lines', 'one line']) {
    const path = join(folder, nameOf(shape));
    writeFile(path, shape, megabytes);
    const peaks = [];
    for (const name of ['check, 1 worker', 'check, 2 workers'])
      peaks.push((await run(runs[name](path)))?.peak ?? '–');
    rmSync(path);
    rows.push(`| ${shapes[shape].title}, ${megabytes.toLocaleString('en')} MB | ${peaks.join(' | ')} |`);
  }
  return rows;
}

/** Seconds and peak memory (MB; only on Linux) of a process; null if it fails. */
async function run([command, ...args]) {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  let peak = 0;
  const timer = setInterval(() => {
    peak = peakOf(child.pid) ?? peak;
  }, 20);
  const code = await new Promise((done) => {
    child.on('error', () => done(-1));
    child.on('close', done);
  });
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1000;
  return code === 0 || code === 1 ? { seconds, peak } : null;
}

function peakOf(pid) {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(kilobytes) / 1000);
  } catch {
    return null;
  }
}
