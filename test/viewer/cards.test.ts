import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../server/client';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();
const uri = 'file:///rich.trajectory.json';
let client: Client;
let content: string;

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';

const token = (text: string, probability: number) => ({
  token: text,
  logprob: Math.log(probability),
  top_logprobs: [
    { token: text, logprob: Math.log(probability) },
    { token: ' dog', logprob: Math.log(1 - probability) },
  ],
});

const call = (id: string, name: string) => ({
  id,
  type: 'function',
  function: { name, arguments: '{"a": 1}' },
});

const messages = [
  { role: 'user', name: 'anna', content: [{ type: 'image_url', image_url: { url: png } }] },
  {
    finish_reason: 'tool_calls',
    index: 0,
    message: {
      role: 'assistant',
      content: null,
      reasoning_content: 'Two tools at once.',
      tool_calls: [call('one', 'search'), call('two', 'book'), call('three', 'lost')],
    },
  },
  { role: 'tool', tool_call_id: 'two', content: 'booked' },
  { role: 'tool', tool_call_id: 'one', content: '{"found":  [1.0, 1e400]}' },
  {
    finish_reason: 'length',
    index: 0,
    message: { role: 'assistant', content: '<think>Hm.</think>The cat' },
    logprobs: { content: [token('The', 0.99), token(' cat', 0.05)] },
  },
  { role: 'user', content: 5 },
];

beforeAll(async () => {
  client = await server.start({ initializationOptions: { 'trajectory.hints': true } });
  const trajectory = {
    messages_and_choices: messages,
    reward: 1,
    tools: [{ name: 'search' }],
    metrics: { score: 2 },
    temperature: 0.7,
  };
  content = JSON.stringify({ trajectories: [trajectory] });
  await client.open(uri, content);
  // The view shows problems only after the document is analyzed.
  await client.diagnostics(uri, 1);
});

async function open() {
  // High enough for all cards: only visible ones have elements.
  const shown = await openView(view, client, uri, { height: 2000 });
  await shown.show(0);

  return shown;
}

it('The sections above the messages say how many members they have, if they can have any', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'metrics 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'temperature', exact: true }).click();
  await page.getByRole('region', { name: 'temperature' }).getByText('0.7').waitFor();
});

describe('A card', () => {
  it('shows each result under its call, and says which call has none', async () => {
    const { message } = await open();
    const texts = await message(2).locator('.call').allInnerTexts();
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/search[\s\S]*"a": 1[\s\S]*"found": \[/);
    expect(texts[1]).toMatch(/book[\s\S]*"a": 1[\s\S]*booked/);
    expect(texts[2]).toMatch(/lost[\s\S]*This call has no result\./);
  });

  it('formats a JSON result, and shows its original text on request', async () => {
    const { message, said } = await open();
    const result = message(4);
    await result.getByText('{ "found": [ 1.0, 1e400 ] }').waitFor();
    await result.getByRole('button', { name: 'Plain Text' }).click();
    await expect.poll(() => result.locator('.text').allInnerTexts()).toEqual(['{"found":  [1.0, 1e400]}']);
    await result.getByRole('button', { name: 'Plain Text' }).click();
    await expect
      .poll(() => result.locator('.text').allInnerTexts())
      .toEqual(['{\n  "found": [\n    1.0,\n    1e400\n  ]\n}']);
    // Copies the original text.
    await result.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => said.at(-1)).toEqual({ type: 'copy', text: '{"found":  [1.0, 1e400]}' });
    // Text that is not JSON has no such button.
    expect(await message(3).getByRole('button', { name: 'Plain Text' }).count()).toBe(0);
    await result.getByRole('button', { name: 'Fold' }).click();
    await result.getByText('{ "found": [ 1.0, 1e400 ] }').waitFor();
  });

  it('is visited in visual order', async () => {
    const { page, command } = await open();
    const focused = page.locator('article:focus');
    const walk = async (step: 'nextMessage' | 'previousMessage', ...numbers: number[]) => {
      for (const number of numbers) {
        await command(step);
        await expect.poll(() => focused.getAttribute('aria-label')).toMatch(`Message ${number} of 6`);
      }
    };
    await walk('nextMessage', 1, 2, 4, 3, 5, 6);
    await walk('previousMessage', 5, 3, 4, 2, 1);
    await walk('nextMessage', 2);
    await command('toggleFold');
    await walk('nextMessage', 5);
    await walk('previousMessage', 2);
  });

  it('folds reasoning, and shows all of it on request', async () => {
    const { message, command, page } = await open();
    expect(await message(2).getByText('Two tools at once.').count()).toBe(0);
    await message(5)
      .getByRole('button', { name: /^Reasoning/ })
      .click();
    await message(5).getByText('Hm.').waitFor();
    await command('toggleReasoning');
    await message(2).getByText('Two tools at once.').waitFor();
    await page.getByRole('button', { name: 'Show Reasoning' }).click();
    await message(5).getByText('Hm.').waitFor({ state: 'detached' });
  });

  it('shades tokens by their probability, and shows the alternatives', async () => {
    const { message, page } = await open();
    const card = message(5);
    await card.getByText('length').waitFor();
    await card.getByRole('button', { name: 'Token Probabilities' }).click();
    const tokens = card.locator('.token');
    await expect.poll(() => tokens.allTextContents()).toEqual(['The', ' cat']);
    expect(await tokens.nth(1).getAttribute('class')).toContain('likely-0');
    await tokens.nth(0).focus();
    await page.keyboard.press('ArrowRight');
    await card.getByText('" cat" 5.0 %   " dog" 95 %').waitFor();
  });

  it('shows embedded images, names, and problems of content that is not text', async () => {
    const { message, trouble } = await open();
    await expect
      .poll(() =>
        message(1)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(10);
    await message(1).getByText('anna').waitFor();
    await message(6).getByRole('list', { name: 'Problems' }).getByText('found the number 5').waitFor();
    expect(trouble).toEqual([]);
  });

  it('leads from each of its problems, also hints, to their place in the text', async () => {
    const { message, said } = await open();
    const unanswered = message(2).getByRole('listitem').filter({ hasText: 'information' });
    await unanswered.getByRole('button', { name: 'Show Problem in Text' }).click();
    const from = content.indexOf('"three"') - content.indexOf('{"messages');
    const part = { path: [], from, to: from + '"three"'.length };
    const revealed = { type: 'reveal', trajectory: 0, message: 1, part, focus: true };
    await expect.poll(() => said.at(-1)).toEqual(revealed);
  });

  it('can be folded and unfolded', async () => {
    const { message, command } = await open();
    await command('nextMessage');
    await command('nextMessage');
    await command('toggleFold');
    await message(2).locator('.call').first().waitFor({ state: 'detached' });
    // It only calls tools: their arguments are what there is to read.
    await message(2).getByRole('button', { name: '{ "a": 1 } … 36 characters' }).waitFor();
    await command('toggleFold');
    await message(2).locator('.call').first().waitFor();
  });
});
