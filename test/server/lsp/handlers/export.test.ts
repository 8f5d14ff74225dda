import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ExportedStep, type ExportOf, exportRequest } from '../../../../server/exportProtocol';
import { type Client, useServer } from '../../client';

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
  const comparison = await exported(client, { what: 'comparison', trajectories: [172, 173] });
  expect(comparison.join('')).toContain('*3 messages are the same in all.*');
  const asked = { uri, of: { what: 'all' } as never, from: null };
  await expect(client.ask(exportRequest, asked)).rejects.toThrow('needs these parameters');
});
