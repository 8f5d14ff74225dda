/** Measurements of the view, through keyboard and mouse. Times in milliseconds. */
import { documentName, markdownName } from './viewWindow.mjs';

/** The samples of a document by figure; the median of each counts. `counts`: repetitions. */
export async function measure(editor, corpus, counts) {
  const figures = {};
  const note = (name, number) => {
    (figures[name] ??= []).push(number);
    if (figures[name].length < 25) process.stderr.write(`${name} ${number.toFixed(0)}; `);
  };
  const { text } = corpus;
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    JSON.parse(text);
    note('parse', performance.now() - began);
  }
  const places = placesIn(corpus);
  for (let i = 0; i < counts.windows; i++) {
    await openings(await editor.open(markdownName), 'preview', { note, look: lookForPreview, counts });
    const window = await editor.open(documentName);
    await window.goTo(places.content);
    await groups(window, { note, counts });
    const isLast = i === counts.windows - 1;
    if (isLast) await problems(window, places, { name: 'problemAlone', note, counts });
    await openings(window, 'first', { note, look: lookForConversation, counts });
    if (isLast) await inView(window, places, { note, counts });
  }
  return figures;
}

/** Opens an editor beside the text, once in a new window and then again. */
async function openings(window, name, { note, look, counts }) {
  const { page } = window;
  for (let i = 0; i <= counts.again; i++) {
    if (i > 0) {
      await window.focusEditor();
      await window.runCommand('View: Close Editors in Other Groups');
      await page.locator('iframe.webview').waitFor({ state: 'detached' });
      await window.focusEditor();
    }
    note(i === 0 ? `${name}Cold` : name, await window.time(() => chord(page), { look }));
  }
}

/** An empty group beside the text: VS Code's own time to lay out the text again. */
async function groups(window, { note, counts }) {
  const { page } = window;
  for (let i = 0; i < counts.again; i++) {
    note(
      'group',
      await window.time(() => window.runCommand('View: New Editor Group to the Right'), {
        look: lookForGroup,
      }),
    );
    await page.keyboard.press('Control+W');
    await page.locator('.editor-group-container').nth(1).waitFor({ state: 'detached' });
    await window.focusEditor();
  }
}

async function chord(page) {
  await page.keyboard.press('Control+K');
  await page.keyboard.press('v');
}

async function inView(window, places, { note, counts }) {
  await window.view.getByRole('list', { name: 'Groups' }).getByRole('listitem').first().waitFor();
  await problems(window, places, { name: 'problem', note, counts });
  await typing(window, places, { note, counts });
  await visits(window, places, { note, counts });
  await sorting(window, { note, counts });
  await scrolling(window, { note, counts });
}

/** A letter after a number, and its removal: until the squiggle appears and disappears. */
async function problems(window, { number, content }, { name, note, counts }) {
  await window.focusEditor();
  await window.goTo(number);
  const press = (key) => window.time(() => window.page.keyboard.press(key), { look: lookForSquiggle });
  for (const key of ['x', 'Backspace']) await press(key);
  await window.backedUp();
  for (let i = 0; i < counts.keys; i++) {
    for (const key of ['x', 'Backspace']) note(name, await press(key));
  }
  await window.goTo(content);
}

/** Typing in a message that the view shows. */
async function typing(window, { content }, { note, counts }) {
  await window.focusEditor();
  await window.goTo(content);
  await window.view.locator('article[aria-current=true]').waitFor();
  for (let i = 0; i < counts.keys; i++)
    note('keystroke', await window.time(() => window.page.keyboard.press('x'), { look: lookForMessage }));
}

/** Steps through trajectories, from the first. */
async function visits(window, { first }, { note, counts }) {
  const { page, view } = window;
  await window.time(() => window.goTo(first), { look: lookForAnother });
  await view.locator('.conversation-head h2').click();
  await window.pressUntil('n', view.getByRole('heading', { name: 'Group 1 · Trajectory 2' }));
  const visit = () => window.time(() => page.keyboard.press('n'), { look: lookForAnother });
  for (let i = 0; i < 5; i++) await visit();
  note('heapBefore', await window.heap());
  for (let i = 0; i < counts.visits; i++) note('next', await visit());
  note('heapAfter', await window.heap());
}

/** Sorts the list without groups, which contains every trajectory; and brushes rewards as filters. */
async function sorting(window, { note, counts }) {
  const { page, view } = window;
  const times = (act, event) => window.time(act, { event, look: lookForList });
  await view.getByRole('checkbox', { name: 'by group' }).uncheck();
  const by = view.getByLabel('Sort by');
  for (let i = 0; i < counts.sorts; i++) {
    for (const key of ['reward', 'characters', 'spread', 'document'])
      note('sort', await times(() => by.selectOption(key), 'change'));
  }
  const { x, y, width, height } = await view.locator('.figure-histogram .u-over').boundingBox();
  const brush = async (from, to) => {
    await page.mouse.move(x + width * from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + height / 2);
    await page.mouse.up();
  };
  for (let i = 0; i < counts.sorts * 2; i++) {
    note('filter', await times(() => brush(0.05 + i / 20, 0.5 + i / 20), 'mouseup'));
    note('filter', await times(() => view.getByRole('button', { name: 'Clear Filters' }).click(), 'click'));
  }
}

/** Scrolls by wheel, over the conversation and over the list. */
async function scrolling(window, { note, counts }) {
  const { page, view } = window;
  for (const [selector, step] of [
    ['.feed-scroller', 250],
    ['.list-scroller', 1500],
  ]) {
    await view.locator(selector).hover();
    const turn = async (by) => {
      for (let i = 0; i < counts.turns; i++) await page.mouse.wheel(0, by);
    };
    const longest = await window.longestTask(async () => {
      await turn(step);
      await turn(-step);
    });
    note('task', longest);
  }
}

/** As `LINE:COLUMN`: the first question of the first trajectory and of one in the middle, and the latter's reward. */
function placesIn({ text, items }) {
  const middle = items[2 * Math.floor(items.length / 4)];
  const behind = (item, pattern) => {
    const { index, 0: found } = pattern.exec(text.slice(item, item + 1_000_000));
    const before = text.slice(0, item + index + found.length);
    return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
  };
  const content = /"role": ?"user",\s*"content": ?"/;
  return {
    first: behind(items[0], content),
    content: behind(middle, content),
    number: behind(middle, /"reward": ?[\d.]+/),
  };
}

// The functions below run in the page. Each returns a predicate: whether the webview shows the expected state.

function lookForPreview() {
  return (view) => view?.body?.textContent.includes('last') === true;
}

function lookForGroup() {
  return () => document.querySelectorAll('.editor-group-container').length === 2;
}

function lookForConversation() {
  return (view) => view?.querySelector('article .text') != null;
}

function lookForSquiggle() {
  const isThere = () => document.querySelector('.squiggly-error') !== null;
  const before = isThere();
  return () => isThere() !== before;
}

function lookForMessage(view) {
  const text = (shown) => shown.querySelector('article[aria-current=true] .text')?.textContent;
  const before = text(view);
  return (shown) => text(shown) !== before;
}

function lookForAnother(view) {
  const message = (shown) => shown.querySelector('.feed-item article');
  const before = message(view);
  return (shown) => message(shown) !== null && message(shown) !== before;
}

function lookForList(view) {
  const rows = (shown) => Array.from(shown.querySelectorAll('.row .cells'), (row) => row.textContent).join();
  const before = rows(view);
  return (shown) => rows(shown) !== before;
}
