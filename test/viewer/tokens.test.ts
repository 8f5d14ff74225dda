import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('Tokens: emoji are readable, and line breaks can be seen and pointed to', async () => {
  const client = await server.start();
  const uri = 'file:///tokens.trajectory.json';
  const likely = (token: string) => ({ token, logprob: Math.log(0.5) });
  const content = [
    { ...likely('😀'), top_logprobs: [likely('😀'), likely('🐶\u202e')] },
    { ...likely('\n\n'), top_logprobs: [likely('\n\n')] },
    likely('Hi'),
  ];
  const choice = {
    finish_reason: 'stop',
    index: 0,
    message: { role: 'assistant', content: '😀\n\nHi' },
    logprobs: { content },
  };
  await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: [choice], reward: 1 }] }));
  const { message, show } = await openView(view, client, uri);
  await show(0);
  await message(1).getByRole('button', { name: 'Token Probabilities' }).click();
  const token = (name: string) => message(1).getByRole('note', { name, exact: true });
  await token('😀, 50 %').hover();
  await message(1).getByText('"😀" 50 %   "🐶\\u202e" 50 %', { exact: true }).waitFor();
  await token('\\n\\n, 50 %').hover();
  await message(1).getByText('"\\n\\n" 50 %', { exact: true }).waitFor();
  expect(await message(1).locator('.tokens .text').innerText()).toBe('😀↵\n↵\nHi');
});
