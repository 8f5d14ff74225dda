import { describe, expect, it } from 'vitest';
import { trajectoryAtRequest } from '../../server/viewProtocol/places';
import { useServer } from '../server/client';
import { edit, openView } from './openView';
import { useView, type ViewPage } from './viewPage';

const server = useServer();
const view = useView();

const lineOf = (name: string) => {
  const content = (i: number) => `Message ${i + 1} of ${name}. ${'More words. '.repeat(20)}`;
  const messages = Array.from({ length: 200 }, (_, i) => ({ role: 'user', content: content(i) }));
  return JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] });
};

/** Opens lines, and shows the third; its new messages are asked for after an edit, before the view knows of it. */
async function askedAfterEdit(...names: string[]) {
  const shown = await open(...names);
  const { client, uri, page, asked } = shown;
  await shown.show(2);
  const releases = [hold(shown, 'collection'), hold(shown, 'conversation')] as const;
  const count = (name: string) => asked.filter((one) => one.name === name).length;
  const [collections, conversations] = [count('collection'), count('conversation')];
  const firstLine = { from: { line: 0, character: 0 }, to: { line: 1, character: 0 } };
  await edit(client, shown, { uri, version: 2, ...firstLine, text: '' });
  await expect.poll(() => count('collection')).toBe(collections + 1);
  await shown.tell({ type: 'show', trajectory: 2, message: 99 });
  await expect.poll(() => count('conversation')).toBe(conversations + 1);
  releases[0]();
  await page.getByRole('heading', { name: 'Group 2 · Trajectory 1' }).waitFor();
  releases[1]();
  return shown;
}

async function open(...names: string[]) {
  const client = await server.start();
  const uri = 'file:///racing.trajectories.jsonl';
  await client.open(uri, `${names.map(lineOf).join('\n')}\n`, { languageId: 'trajectory-jsonl' });
  return { ...(await openView(view, client, uri)), client, uri };
}

/** Holds requests with a name until the result is called. */
function hold({ failing }: ViewPage, name: 'conversation' | 'collection' | 'compare'): () => void {
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  failing.set(name, held);
  return () => {
    failing.delete(name);
    release();
  };
}

describe('An answer that comes after an edit of another trajectory', () => {
  it('is not taken for a trajectory that has its number now', async () => {
    const { message } = await askedAfterEdit('one', 'two', 'three', 'four');
    await message(100).getByText('Message 100 of three.').waitFor();
  });

  it('does not keep messages waiting that are gone under the number of before', async () => {
    const { message } = await askedAfterEdit('one', 'two', 'three');
    await message(100).getByText('Message 100 of three.').waitFor();
  });

  it('does not keep a text waiting that is gone in the version of before', async () => {
    const shown = await open('one', 'two', 'three');
    const { client, uri, message, asked } = shown;
    await shown.show(2);
    const release = hold(shown, 'collection');
    const before = asked.length;
    const from = { line: 0, character: lineOf('one').indexOf('Message 1 ') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Long ' });
    await expect.poll(() => asked.slice(before).some(({ name }) => name === 'collection')).toBe(true);
    await message(1).getByRole('button', { name: 'Raw JSON' }).click();
    await expect.poll(() => asked.slice(before).some(({ name }) => name === 'text')).toBe(true);
    release();
    await message(1).getByText('"content": "Message 1 of three.').waitFor();
  });
});

describe('The cursor in a version that the view does not have yet', () => {
  /** Three lines before the only one, and the cursor in the second of them; the view does not know of them yet. */
  async function ahead() {
    const shown = await open('four');
    const { client, uri, asked } = shown;
    const release = hold(shown, 'collection');
    const count = () => asked.filter(({ name }) => name === 'collection').length;
    const before = count();
    const start = { line: 0, character: 0 };
    const text = ['one', 'two', 'three'].map((name) => `${lineOf(name)}\n`).join('');
    await edit(client, shown, { uri, version: 2, from: start, to: start, text });
    await expect.poll(count).toBe(before + 1);
    const at = await client.ask(trajectoryAtRequest, { uri, position: { line: 1, character: 60 } });
    expect(at).toEqual({ version: 2, trajectory: 1, message: 0 });
    await shown.tell({ type: 'show', trajectory: 1, message: 0, version: 2 });
    return { ...shown, release };
  }

  it('leads the view as soon as it does', async () => {
    const { release, message } = await ahead();
    release();
    await message(1).getByText('Message 1 of two.').waitFor();
  });

  it('does not lead it away from what has been chosen since', async () => {
    const { release, message, command, moves, page } = await ahead();
    await command('nextTrajectory');
    await expect.poll(() => moves.length).toBe(1);
    release();
    await page.getByRole('heading', { name: 'Group 4 · Trajectory 1' }).waitFor();
    await message(1).getByText('Message 1 of four.').waitFor();
  });
});

describe('A change', () => {
  it('counts as shown when the messages that it touched are there', async () => {
    const shown = await open('one', 'two');
    const { client, uri, followed, asked, message } = shown;
    await shown.show(0);
    await expect.poll(() => followed.length).toBe(1);
    const release = hold(shown, 'conversation');
    const before = asked.length;
    const from = { line: 0, character: lineOf('one').indexOf('Message 1 ') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Long ' });
    await expect
      .poll(() => asked.slice(before).map(({ name }) => name))
      .toEqual(['collection', 'conversation']);
    // Two more frames are drawn without them.
    await shown.command('toggleReasoning');
    await shown.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(followed.length).toBe(1);
    release();
    await message(1).getByText('Long Message 1 of one.').waitFor();
    await expect.poll(() => followed.length).toBe(2);
  });

  it('counts as shown also if it touched nothing that is shown', async () => {
    const shown = await open('one', 'two');
    const { client, uri, followed } = shown;
    await shown.show(0);
    await expect.poll(() => followed.length).toBe(1);
    const from = { line: 1, character: lineOf('two').indexOf('Message 1 ') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Long ' });
    await expect.poll(() => followed.length).toBe(2);
  });

  it('counts as shown when the comparison that it touched is there', async () => {
    const client = await server.start();
    const uri = 'file:///compared.trajectory.json';
    const trajectory = (name: string, reward: number) => ({
      messages_and_choices: [{ role: 'user', content: `Message of ${name}.` }],
      reward,
    });
    const text = JSON.stringify({ trajectories: [trajectory('one', 0), trajectory('two', 1)] });
    await client.open(uri, text);
    const shown = await openView(view, client, uri);
    const { followed, asked, page } = shown;
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await shown.show(0);
    await shown.command('compare');
    await comparison.getByText('Message of one.').waitFor();
    await expect.poll(() => followed.length).toBe(1);
    const release = hold(shown, 'compare');
    const count = (name: string) => asked.filter((one) => one.name === name).length;
    const [compared, conversations] = [count('compare'), count('conversation')];
    const from = { line: 0, character: text.indexOf('Message of one.') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Long ' });
    // The conversation behind it is up to date soon, and shown again with it in two more frames.
    await expect.poll(() => count('compare')).toBe(compared + 1);
    await expect.poll(() => count('conversation')).toBeGreaterThan(conversations);
    await shown.command('toggleReasoning');
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(followed.length).toBe(1);
    release();
    await comparison.getByText('Long Message of one.').waitFor();
    await expect.poll(() => followed.length).toBe(2);
  });
});
