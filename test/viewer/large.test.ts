import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

/** Maximum number of elements in the page, whatever the size of the document. */
const maxElements = 4000;

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

describe('A large document', () => {
  it('fetches and draws only the visible part of a conversation of 10,000 messages', async () => {
    const client = await server.start();
    const uri = 'file:///long.trajectory.json';
    const messages = Array.from({ length: 10_000 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `Message with number ${i + 1}. ${'Some words of it. '.repeat(i % 40)}`,
    }));
    await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] }));
    const shown = await openView(view, client, uri);
    const { page, message, asked } = shown;
    await shown.show(0);
    await shown.tell({ type: 'show', trajectory: 0, message: 6999 });
    await message(7000).getByText('Message with number 7000.').waitFor();
    await page.locator('.feed-scroller').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await message(10_000).getByText('Message with number 10000.').waitFor();
    expect(asked.filter(({ name }) => name === 'conversation').length).toBeLessThan(15);
    expect(await elements(page)).toBeLessThan(maxElements);
    // Goes on from where the reader is, not from the message of before.
    await shown.command('previousMessage');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^message-99\d\d$/);
  });

  it('shows a conversation of 50,000 messages in sections that lead to one another', async () => {
    const client = await server.start();
    const uri = 'file:///longer.trajectory.json';
    const messages = Array.from({ length: 50_000 }, (_, i) => ({
      role: 'user',
      content: `Number ${i + 1}.`,
    }));
    await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] }));
    const { page, message, show, command } = await openView(view, client, uri);
    await show(0);
    const more = page.getByRole('button', { name: 'Messages after 20,000' });
    await more.scrollIntoViewIfNeeded();
    // The button moves while the messages above it are loading.
    await message(20_000).getByText('Number 20000.').waitFor();
    await expect.poll(() => page.locator('.card.waiting').count()).toBe(0);
    await more.click();
    await message(20_001).getByText('Number 20001.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message-20000');
    await command('previousMessage');
    await message(20_000).getByText('Number 20000.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message-19999');
  });

  it('lists each of 225,000 trajectories with a limited number of elements', async () => {
    const client = await server.start();
    const uri = 'file:///many.trajectories.jsonl';
    const line = (group: number) => {
      const item = (i: number) =>
        `{"messages_and_choices":[{"role":"user","content":"q"}],"reward":${(i * 7919 + group) % 101}}`;
      return `{"trajectories":[${[0, 1, 2, 3].map(item).join(',')}]}`;
    };
    const text = Array.from({ length: 56_250 }, (_, group) => line(group)).join('\n');
    await client.open(uri, text, { languageId: 'trajectory-jsonl' });
    const shown = await openView(view, client, uri);
    const { page, row } = shown;
    await page.getByRole('button', { name: '225,000 trajectories' }).waitFor();
    await row('Group 1:').focus();
    await page.keyboard.press('End');
    await row('Group 56,250:').waitFor();
    await page.getByRole('checkbox', { name: 'by group' }).uncheck();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('reward');
    await row(/^Group 1, Trajectory 1: reward 0/).focus();
    await page.keyboard.press('End');
    await row(/^Group [\d,]+, Trajectory \d: reward 100/)
      .last()
      .waitFor();
    expect(await elements(page)).toBeLessThan(maxElements);
    expect(shown.trouble).toEqual([]);
  });
});
