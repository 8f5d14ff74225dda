/**
 * Measures how the language server reads files from the disk for the trajectory view, and prints a table; writes nothing
 * but its generated files, in a temporary folder.
 *
 *     npm run bench:disk -- [--lines MB] [--line MB] [--server FILE]
 *
 * `--lines` is the size of a file of JSON Lines (3000), `--line` that of a log request on one line (1000); 0 leaves one
 * out. The peers read the same file in the same run, by turns: Node's `readline` with `JSON.parse`, and with
 * `String.includes`. A string of Node holds no line above 512 MB: for one line, they read a file of the same kind of at
 * most 400 MB. Rates are MB per second of wall clock; on a busy machine they only compare.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from './client.mjs';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '3000' },
    line: { type: 'string', default: '1000' },
    server: { type: 'string', default: 'bin/trajectory-language-server.js' },
  },
});
const sample = readFileSync('examples/airline.trajectories.jsonl', 'utf8').trimEnd().split('\n');
/** Occurs in no generated file: the search reads all of it. */
const needle = 'zanzibar';
/** Megabytes of a line that a string of Node can hold. */
const longestOfPeers = 400;

const folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
try {
  const figures = [
    'file',
    'size',
    'trajectories',
    'first conversation',
    'read',
    'peer reads',
    'find',
    'peer finds',
  ];
  const columns = [...figures, 'cancel', 'other requests', 'memory'];
  console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
  if (Number(options.lines) > 0) {
    const path = makeLines(Number(options.lines));
    await row('JSON Lines', path, path);
  }
  if (Number(options.line) > 0) {
    const short = makeLine(Math.min(longestOfPeers, Number(options.line)), 'short');
    await row('one line', makeLine(Number(options.line)), short);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Measures a file, and the peers with one that they can read. */
async function row(name, path, ofPeers) {
  const megabytes = megabytesOf(path);
  const rate = (ms, of = megabytes) => `${Math.round((1000 * of) / ms)} MB/s`;
  const read = await measured(path);
  const parsed = await peer(ofPeers, 'JSON.parse(line)');
  const searched = await peer(ofPeers, `if (line.includes(${JSON.stringify(needle)})) count++`);
  const cells = [
    name,
    `${Math.round(megabytes)} MB`,
    read.trajectories,
    `${Math.round(read.first)} ms`,
    rate(read.all),
    rate(parsed, megabytesOf(ofPeers)),
    rate(read.find),
    rate(searched, megabytesOf(ofPeers)),
    `${Math.round(read.cancel)} ms`,
    `≤ ${Math.round(read.wait)} ms`,
    `${Math.round(read.memory)} MB`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function megabytesOf(path) {
  return statSync(path).size / 1e6;
}

async function measured(path) {
  const server = connect(process.execPath, [resolve(options.server), '--stdio']);
  const uri = pathToFileURL(path).href;
  const other = 'file:///bench/other.trajectory.json';
  let look = () => {};
  server.on('trajectory/analyzed', () => look());
  await server.request('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  server.notify('initialized', {});
  const text = '{"split": "train", "trajectory_groups": []}';
  server.notify('textDocument/didOpen', {
    textDocument: { uri: other, languageId: 'trajectory', version: 1, text },
  });
  const state = () => server.request('trajectory/fileState', { uri });
  const until = async (status) => {
    for (;;) {
      const told = new Promise((resolve) => {
        look = resolve;
      });
      const now = await state();
      if (now.status === 'failed') throw new Error(now.reason);
      if (now.status === status) return;
      await told;
    }
  };
  const began = performance.now();
  await server.request('trajectory/openFile', { uri, path });
  const asked = { uri, trajectory: 0, from: 0, count: 24 };
  const page = await server.request('trajectory/conversation', asked);
  if (page.messages.length === 0) throw new Error('The first conversation is empty.');
  const first = performance.now() - began;
  let isReading = true;
  let wait = 0;
  const others = (async () => {
    while (isReading) {
      const from = performance.now();
      await server.request('textDocument/hover', {
        textDocument: { uri: other },
        position: { line: 0, character: 3 },
      });
      wait = Math.max(wait, performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await until('complete');
  const all = performance.now() - began;
  isReading = false;
  await others;
  const trajectories = await trajectoriesOf(server, uri);
  const find = await searched(server, uri, trajectories);
  const memory = server.memory()?.peak ?? Number.NaN;
  server.notify('trajectory/readFile', { uri, how: 'again' });
  await server.request('trajectory/conversation', asked);
  const cancelled = performance.now();
  server.notify('trajectory/readFile', { uri, how: 'cancel' });
  await until('cancelled');
  const cancel = performance.now() - cancelled;
  await server.end();
  return { first, all, find, cancel, wait, trajectories, memory };
}

/** Reads all summaries, as a view does. */
async function trajectoriesOf(server, uri) {
  let count = 0;
  for (let since = null; ; ) {
    const change = await server.request('trajectory/collection', { uri, since });
    count += change.trajectories.rows.count - change.trajectories.removed;
    if (change.isComplete) return count;
    since = change.state;
  }
}

async function searched(server, uri, to) {
  const query = { text: needle, isExpression: false, isCaseSensitive: false };
  const began = performance.now();
  for (let from = { trajectory: 0, message: 0, text: 0, offset: 0 }; from !== null; ) {
    const page = await server.request('trajectory/find', { uri, query, role: null, from, to, room: 500 });
    from = page.next;
  }
  return performance.now() - began;
}

/** Milliseconds that a script needs which does something with each line, without the start of Node. */
async function peer(path, work) {
  const script = `
    const began = performance.now();
    let count = 0;
    const lines = require('node:readline').createInterface({
      input: require('node:fs').createReadStream(${JSON.stringify(path)}), crlfDelay: Infinity });
    lines.on('line', (line) => { ${work}; });
    lines.on('close', () => process.stdout.write(String(performance.now() - began)));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += piece;
  });
  await once(child, 'close');
  return Number(output);
}

function makeLines(megabytes) {
  return written('lines.trajectories.jsonl', megabytes, (write) => {
    for (let i = 0; ; i++) if (!write(`${varied(i)}\n`)) return;
  });
}

function makeLine(megabytes, name = 'line') {
  return written(`${name}.trajectories.json`, megabytes, (write) => {
    write('{"split":"train","trajectory_groups":[');
    for (let i = 0; write(`${i === 0 ? '' : ','}${varied(i)}`); i++);
    write(']}');
  });
}

/** A group of the sample; no two are the same. */
function varied(i) {
  return sample[i % sample.length].replace('"reward"', `"auto_metrics": {"round": ${i}}, "reward"`);
}

/** Writes a file of a size; `write` returns false when it is reached. */
function written(name, megabytes, fill) {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  let size = 0;
  fill((text) => {
    size += writeSync(file, text);
    return size < 1e6 * megabytes;
  });
  closeSync(file);
  return path;
}
