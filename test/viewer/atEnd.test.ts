import { describe, expect, it } from 'vitest';
import { useServer } from '../server/client';
import { edit, openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('A conversation that was scrolled to its end stays there while messages change, until the reader leaves it', async () => {
  const client = await server.start();
  const uri = 'file:///ending.trajectory.json';
  const long = 'Some words of it. '.repeat(80);
  const said = (i: number) => ({ role: 'user', content: `Message ${i + 1}.` });
  const thought = { role: 'assistant', content: 'Answer.', reasoning_content: 'A thought. '.repeat(200) };
  const messages = [
    ...Array.from({ length: 27 }, (_, i) => said(i)),
    thought,
    said(28),
    { role: 'user', content: long },
  ];
  const text = JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] });
  await client.open(uri, text);
  const shown = await openView(view, client, uri, { height: 420 });
  const { page, message, command } = shown;
  await shown.show(0);
  await command('toggleReasoning');
  await message(1).press('End');
  const scroller = page.locator('.feed-scroller');
  const left = () => scroller.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  await message(30).waitFor();
  await expect.poll(left).toBeLessThan(2);
  const reasoning = message(28).getByText('A thought.');
  await reasoning.waitFor({ state: 'attached' });
  await command('toggleReasoning');
  await reasoning.waitFor({ state: 'detached' });
  await expect.poll(left).toBeLessThan(2);
  const at = { line: 0, character: text.indexOf('Some words') };
  const grow = async (version: number, added: string) => {
    await edit(client, shown, { uri, version, from: at, to: at, text: `${added} ${long}` });
    await message(30).getByText(added).waitFor();
  };
  await grow(2, 'New.');
  await expect.poll(left).toBeLessThan(2);
  await scroller.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(left).toBeGreaterThan(100);
  await grow(3, 'Newer.');
  expect(await left()).toBeGreaterThan(100);
});

describe('The end of a conversation that is not loaded yet', () => {
  const openLong = async () => {
    const client = await server.start();
    const uri = 'file:///long.trajectory.json';
    const messages = Array.from({ length: 2000 }, (_, i) => ({
      role: 'user',
      content: `Message with number ${i + 1}. ${'Some words of it. '.repeat(30)}`,
    }));
    await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    let release = () => {};
    shown.failing.set('conversation', new Promise((resolve) => (release = () => resolve(undefined))));
    const scroller = shown.page.locator('.feed-scroller');
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await shown.feed.getByText('Message 2000…').waitFor();
    return { ...shown, scroller, release };
  };

  it('is shown in each frame while it loads', async () => {
    const { page, scroller, message, release } = await openLong();
    await scroller.evaluate((element) => {
      const shown = () => {
        const { top, bottom } = element.getBoundingClientRect();
        return [...element.querySelectorAll('.feed-item')].some((item) => {
          const own = item.getBoundingClientRect();
          return own.bottom > top && own.top < bottom;
        });
      };
      const frames = { all: 0, empty: 0 };
      Object.assign(window, { frames });
      const { port1, port2 } = new MessageChannel();
      // After everything that the frame's own callbacks have drawn.
      port1.onmessage = () => {
        frames.all++;
        if (!shown()) frames.empty++;
      };
      const next = () => {
        port2.postMessage(null);
        requestAnimationFrame(next);
      };
      next();
    });
    release();
    await message(2000).getByText('Message with number 2000.').waitFor();
    await expect
      .poll(() => scroller.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop))
      .toBeLessThan(2);
    const frames = await page.evaluate(
      () => (window as unknown as { frames: { all: number; empty: number } }).frames,
    );
    expect(frames.all).toBeGreaterThan(0);
    expect(frames.empty).toBe(0);
  });

  it('is where the previous message is looked for', async () => {
    const { page, command, release } = await openLong();
    await command('previousMessage');
    release();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^message-19\d\d$/);
  });
});
