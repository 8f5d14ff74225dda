import { makeCorpus, randomOf } from './corpora.mjs';
import { changesOf } from './edits.mjs';
import { caughtUp, change, close, diagnose, open, start } from './servers.mjs';

/**
 * Whether memory returns to its initial size: our server's heap in use (after a collection) and its process, in
 * MB, before and after many random edits that are all undone, and many times opening and
 * closing. Each row: the action, and both numbers before and after.
 */
export async function leaks({ editCount, openCount }) {
  const session = await start('ours', { withHeap: true });
  const small = makeCorpus('pretty', 1);
  const large = makeCorpus('pretty', 10);
  const rows = [];
  await open(session, small);
  await randomEdits(session, small, editCount / 10);
  const open1 = await heapOf(session);
  await randomEdits(session, small, editCount);
  rows.push({
    label: `${editCount.toLocaleString('en')} random edits of 1 MB`,
    before: open1,
    after: await heapOf(session),
  });
  // Measured before the first large document: after it, a leak of just one document would be in both numbers.
  close(session);
  await openAndClose(session, small, 10);
  const closed = await heapOf(session);
  await openAndClose(session, large, openCount);
  rows.push({
    label: `${openCount} times open and close of 10 MB`,
    before: closed,
    after: await heapOf(session),
  });
  await session.connection.end();
  return rows;
}

/** Makes random edits in batches, back to front, and undoes each batch before the next. */
async function randomEdits(session, { text }, count) {
  const random = randomOf(4);
  const { make, undo } = changesOf(text);
  const batch = 50;
  for (let done = 0; done < count; done += batch * 2) {
    const edits = Array.from({ length: batch }, () => randomEdit(text, random)).sort(
      (a, b) => b.from - a.from,
    );
    const apart = edits.filter((edit, i) => i === 0 || edit.to <= edits[i - 1].from);
    for (const edit of apart) change(session, make(edit));
    await diagnose(session);
    for (const edit of [...apart].reverse()) change(session, undo(edit));
    // Hints are found a moment after the problems: until then the last ones stay.
    if ((await diagnose(session)).some(({ severity }) => severity <= 2))
      throw new Error('Edits that were taken back have left problems.');
  }
}

const insertions = [
  'x',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '7',
  'word ',
  '\n',
  '{"role": "user"},',
  'é',
  '😀',
];

function randomEdit(text, random) {
  const from = wholeCharacter(text, Math.floor(random() * text.length));
  const to = random() < 0.5 ? from : wholeCharacter(text, from + Math.floor(random() * 40));
  return { from, to, insert: insertions[Math.floor(random() * insertions.length)] };
}

/** An offset that does not split a surrogate pair: UTF-8 cannot encode half of one. */
function wholeCharacter(text, offset) {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : Math.min(offset, text.length);
}

async function openAndClose(session, corpus, times) {
  for (let i = 0; i < times; i++) {
    await open(session, corpus);
    close(session);
  }
}

/** Asks the server's process (see `heap.cjs`) after it has handled all earlier messages. */
async function heapOf(session) {
  await caughtUp(session);
  const { child } = session.connection;
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send('heap');
  });
}
