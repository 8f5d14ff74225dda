/**
 * Measures comparisons, and prints a table; writes no file.
 *
 *     npm run bench:comparison
 *
 * Two files of 10,000 groups, from the request of the view to sorted rows, and two trajectories of 500 messages: medians
 * of some runs in milliseconds, wall clock, through the server's pipe. The files are open and analyzed before.
 */
import { build } from 'esbuild';
import { start } from './servers.mjs';
import { median } from './statistics.mjs';

const runs = 7;
const files = ['before', 'after'].map((name) => `file:///bench/${name}.trajectories.json`);
const { applyChange, matchedFiles, noColumns } = await viewModules();

const groups = (seed) =>
  Array.from({ length: 10_000 }, (_, i) => {
    const task = seed === 0 ? i : 9_999 - i;
    return { trajectories: Array.from({ length: 4 }, (_, k) => trajectory(task, k, seed)) };
  });
const trajectory = (task, k, seed) => ({
  messages_and_choices: [
    { role: 'user', content: `Solve task ${task}.` },
    { role: 'assistant', content: `Attempt ${k}.` },
  ],
  reward: ((task * 7 + k * 3 + seed * 5) % 11) / 10,
  metadata: { task_id: `task-${task}`, trial: k },
});
const long = (word) => ({
  messages_and_choices: Array.from({ length: 500 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: i % 5 === 4 ? `${word} ${i} `.repeat(40) : `The same ${i} `.repeat(40),
  })),
});

const session = await start('ours');
const request = (method, params) => session.connection.request(`trajectory/${method}`, params);
const open = (uri, value) =>
  session.connection.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'trajectory', version: 1, text: JSON.stringify(value) },
  });
const rows = [];
for (const [seed, uri] of files.entries()) open(uri, { trajectory_groups: groups(seed) });
await Promise.all(files.map(collected));
rows.push(['rows of both files, matched and sorted', await timed(compareFiles)]);
rows.push(['of these, in the view', await timed(await inView())]);
for (const [i, uri] of files.entries()) {
  session.connection.notify('textDocument/didClose', { textDocument: { uri } });
  open(uri, { trajectories: [long(i === 0 ? 'one' : 'two')] });
}
await compareTwo();
rows.push(['two trajectories of 500 messages, of two files', await timed(compareTwo)]);
rows.push(['two trajectories of 500 messages, with their first 80', await timed(compareAndRead)]);
console.log('| | ms |\n|---|--:|');
for (const [title, time] of rows) console.log(`| ${title} | ${time.toFixed(1)} |`);
await session.connection.end();

async function timed(work) {
  const times = [];
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The columns of a file, as the view puts them together. */
async function collected(uri) {
  let columns = noColumns;
  for (let isComplete = false; !isComplete; ) {
    const since = columns === noColumns ? null : columns.state;
    const change = await request('collection', { uri, since });
    columns = applyChange(columns, change);
    isComplete = change.isComplete;
  }
  return columns;
}

async function compareFiles() {
  return matched(await Promise.all(files.map(collected)));
}

async function inView() {
  const columns = await Promise.all(files.map(collected));
  // New objects: nothing is remembered from the run before.
  return () =>
    matched(columns.map((one) => ({ ...one, layout: { ...one.layout }, labels: new Map(one.labels) })));
}

function matched([columns, other]) {
  const across = { matchBy: '', isSwapped: false, isBestFirst: false, listed: 'matched', search: '' };
  const found = matchedFiles({ columns, other: { columns: other }, settings: { across, value: 'reward' } });
  if (found.order.length !== 10_000 || found.key !== 'task_id') throw new Error('Not matched.');
}

function compareTwo() {
  return request('compare', { uri: files[0], trajectories: [0, 0], documents: files });
}

async function compareAndRead() {
  await compareTwo();
  await Promise.all(files.map((uri) => request('conversation', { uri, trajectory: 0, from: 0, count: 80 })));
}

/** The modules of the view that this measures, without a page. */
async function viewModules() {
  const contents = `
    export { applyChange, noColumns } from './viewer/data/columns/columns';
    export { matchedFiles } from './viewer/state/matching';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: new URL('..', import.meta.url).pathname, loader: 'ts' },
    ...{ bundle: true, format: 'esm', platform: 'node', write: false, logLevel: 'error' },
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
