import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { integersOf } from '../../../../../server/lsp/base64';
import {
  type FindCursor,
  type FindQuery,
  type FoundPage,
  findRequest,
  type Hit,
} from '../../../../../server/viewProtocol/find';
import { locateItemRequest } from '../../../../../server/viewProtocol/places';
import { type Client, useServer } from '../../../client';

const server = useServer();
const uri = 'file:///folder/find.trajectory.json';
const content = readFileSync('examples/airline.trajectories.json', 'utf8');
const start: FindCursor = { trajectory: 0, message: 0, text: 0, offset: 0 };
const expression = (text: string): FindQuery => ({ text, isExpression: true, isCaseSensitive: true });
const plain = (text: string): FindQuery => ({ ...expression(text), isExpression: false });

async function opened(text = content): Promise<Client> {
  const client = await server.start();
  await client.open(uri, text);
  return client;
}

function ask(client: Client, query: FindQuery, from = start): Promise<FoundPage | null> {
  return client.ask(findRequest, { uri, query, role: null, from, to: 200, room: 10_000 });
}

async function findAll(client: Client, query: FindQuery): Promise<{ hits: Hit[]; count: number }> {
  const hits: Hit[] = [];
  let count = 0;
  for (let from: FindCursor | null = start; from !== null; ) {
    const page: FoundPage | null = await ask(client, query, from);
    if (page === null || page.failed !== undefined) throw new Error(JSON.stringify(page));
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
    hits.push(...page.hits);
    count += integersOf(page.counts).reduce((sum, one) => sum + one, 0);
    from = page.next;
  }
  return { hits, count };
}

/** One short text for which this expression takes longer than anybody waits. */
const endless = expression('(x+x+)+y');
const withX = JSON.stringify({
  split: 'train',
  trajectory_groups: [
    {
      trajectories: [
        {
          messages_and_choices: [
            { role: 'user', content: 'Hi' },
            { role: 'user', content: 'x'.repeat(60) },
          ],
        },
      ],
    },
  ],
});

describe('A search in the server', () => {
  it('finds a text and an expression, and each hit leads to its source', async () => {
    const client = await opened();
    const { hits, count } = await findAll(client, plain('reservation'));
    expect(count).toBe(hits.length);
    expect(count).toBeGreaterThan(2000);
    const others = await findAll(client, expression('reserv[a]tion'));
    expect(others).toEqual({ hits, count });
    const lines = content.split('\n');
    for (const hit of [hits[0]!, hits[1234]!, hits.at(-1)!]) {
      const { trajectory, message, path, from, to } = hit;
      const place = await client.ask(locateItemRequest, {
        uri,
        trajectory,
        message,
        part: { path, from, to },
      });
      if (place === null || 'missing' in place) throw new Error('not found');
      expect(place.start.line).toBe(place.end.line);
      expect(lines[place.start.line]!.slice(place.start.character, place.end.character)).toBe('reservation');
    }
  });

  it('says why an expression is not valid', async () => {
    const client = await opened();
    expect(await ask(client, expression('a('))).toEqual({
      failed: 'invalid',
      reason: 'Unterminated group',
    });
  });

  it('ends an expression that takes too long, says where, and then works as before', async () => {
    const client = await opened(withX);
    expect(await ask(client, endless)).toEqual({ failed: 'too-slow', seconds: 5, trajectory: 0, message: 1 });
    expect(await findAll(client, expression('x{59}'))).toMatchObject({ count: 1 });
    expect(client.errors).toEqual([]);
  });

  it('ends an expression when it is cancelled; meanwhile it answers other requests', async () => {
    const client = await opened(withX);
    const source = new CancellationTokenSource();
    const params = { uri, query: endless, role: null, from: start, to: 1, room: 10 };
    const waiting = client.connection.sendRequest(findRequest, params, source.token);
    expect(await findAll(client, plain('xx'))).toMatchObject({ count: 30 });
    source.cancel();
    expect(await waiting).toBeNull();
  });

  it('rejects malformed parameters', async () => {
    const client = await opened(withX);
    const params = { uri, query: { text: 1 }, role: null, from: start, to: 1, room: 10 } as never;
    await expect(client.ask(findRequest, params)).rejects.toThrow('needs these parameters');
  });
});
