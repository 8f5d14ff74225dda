/**
 * Measures the trajectory view's requests to the language server, and prints a table; writes no file.
 *
 *     npm run bench:collection -- [--quick] [--server FILE]
 *
 * Each row is a document, each number the median of some runs in milliseconds, through the server's pipe. For
 * comparison: `JSON.parse` of the text in this process.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCorpus } from './corpora.mjs';
import { changesOf, siteAt } from './edits.mjs';
import { ask, caughtUp, change, close, diagnose, open, servers, start } from './servers.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, server: { type: 'string' } },
});
if (options.server !== undefined) servers.ours.program = resolve(options.server);
const uri = 'file:///bench/measured.trajectories.json';
const documents = [
  ['pretty', 1],
  ['pretty', 10],
  ['lines', 10],
  ['giant', 20],
  ...(options.quick ? [] : [['pretty', 45]]),
  ...(options.quick ? [] : [['tiny', 45]]),
];
const [opens, keystrokes] = options.quick ? [1, 5] : [3, 20];

const columns = [
  'document',
  'trajectories',
  'JSON.parse',
  'collection at first',
  'conversation at first',
  'another conversation',
  'keystroke → diagnostics',
  'with the view asking',
  'keystroke → collection',
];
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
for (const [name, megabytes] of documents)
  console.log(`| ${(await measured(name, megabytes)).join(' | ')} |`);

async function measured(name, megabytes) {
  const corpus = makeCorpus(name, megabytes);
  const times = new Map(columns.map((column) => [column, []]));
  const timed = async (column, work) => {
    const began = performance.now();
    const result = await work();
    times.get(column).push(performance.now() - began);
    return result;
  };
  let count = 0;
  for (let i = 0; i < opens; i++) {
    if (name !== 'lines') await timed('JSON.parse', () => JSON.parse(corpus.text));
    const session = await start('ours');
    await open(session, corpus);
    // As when a view opens: both requests at once, each response as soon as it arrives.
    const conversation = timed('conversation at first', () => conversationOf(session, 0));
    const first = await timed('collection at first', () => collectionSince(session, null));
    await conversation;
    count = first.count;
    await typeWith(session, corpus, { timed, state: first.state, count });
    close(session);
    await session.connection.end();
  }
  const shown = (column) => (times.get(column).length === 0 ? '–' : median(times.get(column)).toFixed(1));
  return [`${name}, ${megabytes} MB`, count, ...columns.slice(2).map(shown)];
}

/** Types into the middle of a document, with and without an open view, and steps through conversations. */
async function typeWith(session, corpus, { timed, state, count }) {
  const site = siteAt(corpus, 0.5);
  const changes = changesOf(corpus.text);
  const type = () => change(session, changes.make(site.insert(site.inString, 'x')));
  for (let i = 0; i < keystrokes; i++) {
    await timed('keystroke → diagnostics', () => {
      type();
      return diagnose(session);
    });
    await caughtUp(session);
  }
  let since = state;
  for (let i = 0; i < keystrokes; i++) {
    const all = timed('keystroke → collection', async () => {
      type();
      ({ state: since } = await collectionSince(session, since));
    });
    await timed('with the view asking', () => diagnose(session));
    await all;
    await timed('another conversation', () => conversationOf(session, Math.floor((i * count) / keystrokes)));
  }
}

function conversationOf(session, trajectory) {
  return ask(session, 'trajectory/conversation', { uri, trajectory, from: 0, count: 50 });
}

/** The whole response, in however many pieces. */
async function collectionSince(session, since) {
  let state = since;
  let count = 0;
  for (;;) {
    const answer = await ask(session, 'trajectory/collection', { uri, since: state });
    if (answer === null) throw new Error('The document has changed.');
    count += answer.trajectories.rows.count;
    state = answer.state;
    if (answer.isComplete) return { state, count };
  }
}
