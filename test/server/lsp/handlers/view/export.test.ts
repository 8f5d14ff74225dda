import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ExportedStep, type ExportOf, exportRequest } from '../../../../../server/viewProtocol/export';
import { type Client, useServer } from '../../../client';

const server = useServer();
const uri = 'file:///folder/export.trajectory.json';
const content = readFileSync('examples/airline.trajectories.json', 'utf8');

async function exported(client: Client, of: ExportOf): Promise<string[]> {
  const parts: string[] = [];
  for (let from: ExportedStep['next'] = null; ; ) {
    const step: ExportedStep | null = await client.ask(exportRequest, { uri, of, from });
    if (step === null) throw new Error('nothing');
    expect(step.version).toBe(1);
    expect(JSON.stringify(step).length).toBeLessThan(1_000_000);
    parts.push(step.text);
    if (step.next === null) return parts;
    from = step.next;
  }
}

it('The server exports a document, a conversation, a message and a comparison, in parts', async () => {
  const client = await server.start();
  await client.open(uri, content);
  const page = await exported(client, { what: 'page', title: 'airline' });
  expect(page.length).toBeGreaterThan(5);
  expect(page.join('').match(/<article /g)).toHaveLength(5308);
  const [conversation] = await exported(client, { what: 'conversation', trajectory: 172 });
  expect(conversation).toMatch(/^# Group 44, trajectory 1\n\nreward 1.0, 14 messages\n/);
  const [message] = await exported(client, { what: 'message', trajectory: 172, message: 1 });
  expect(message).toMatch(/^## 2 user\n\n```text\n/);
  expect(conversation).toContain(message);
  const both = { what: 'comparison', title: 'Group 44', trajectories: [172, 173] } as const;
  const comparison = await exported(client, { ...both, as: 'markdown' });
  expect(comparison.join('')).toMatch(/^# Comparison: Group 44\n/);
  expect(comparison.join('')).toContain('*3 messages are the same in all.*');
  const compared = await exported(client, { ...both, as: 'page' });
  expect(compared.join('')).toContain('<h1>Comparison: Group 44</h1>');
  const asked = { uri, of: { what: 'all' } as never, from: null };
  await expect(client.ask(exportRequest, asked)).rejects.toThrow('needs these parameters');
});

it('The server exports a comparison of two documents, and names them', async () => {
  const client = await server.start();
  const other = 'file:///folder/after.trajectory.json';
  const text = (said: string) =>
    JSON.stringify({ messages_and_choices: [{ role: 'assistant', content: said }], reward: 1 });
  await client.open(uri, text('yes'));
  await client.open(other, text('no'));
  const documents = [
    { uri, name: 'export.trajectory.json' },
    { uri: other, name: '*after*' },
  ];
  const of = { what: 'comparison', title: 'both', as: 'markdown', trajectories: [0, 0], documents } as const;
  const ask = () => client.ask(exportRequest, { uri, of, from: null });
  const step = (await ask())!;
  expect(step.text).toContain('- Group 1, trajectory 1 of export.trajectory.json: reward 1, 1 message');
  expect(step.text).toContain('### Group 1, trajectory 1 of export.trajectory.json\n\n#### 1 assistant');
  expect(step.text).toContain('### Group 1, trajectory 1 of \\*after\\*\n\n#### 1 assistant');
  await client.change(other, 2, [
    { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: ' ' },
  ]);
  expect((await ask())!.version).not.toBe(step.version);
});
