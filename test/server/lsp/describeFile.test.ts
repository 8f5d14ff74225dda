import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { describeFileProgress, describeFileRequest, describeRequest } from '../../../server/protocol';
import { useServer } from '../client';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'trajectory-described-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = `{"trajectories": [{"messages_and_choices": [], "reward": 1}, {"reward": "1"}]}\n`;
const path = join(folder, 'rollouts.jsonl');
const count = 100_000;
writeFileSync(path, line.repeat(count));

const asked = { path, language: 'trajectory-jsonl', progress: 'p' };

it('A file on disk is described with progress, and requests about documents are handled meanwhile', async () => {
  const client = await server.start();
  const order: string[] = [];
  const shares: number[] = [];
  let begun: () => void = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  client.connection.onProgress(describeFileProgress, 'p', (share) => {
    shares.push(share);
    begun();
  });
  const described = client.ask(describeFileRequest, asked).then((summary) => {
    order.push('file');
    return summary;
  });
  await isBegun;
  const uri = 'file:///a.trajectory.json';
  await client.open(uri, '{"split": "s", "trajectory_groups": []}', { languageId: 'trajectory' });
  expect(await client.ask(describeRequest, { uri })).toMatchObject({ kind: 'log-request' });
  order.push('document');
  expect(await described).toMatchObject({
    kind: 'group-lines',
    errors: count,
    groupCount: count,
    trajectoryCount: 2 * count,
    hasSyntaxErrors: false,
    text: { from: 0, to: line.length * count },
    groups: { kind: 'items', slice: { from: 0, to: line.length * count } },
  });
  expect(order).toEqual(['document', 'file']);
  expect(shares.length).toBeGreaterThan(10);
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  expect(client.errors).toEqual([]);
});

it('The description can be cancelled, and says why a file cannot be read', async () => {
  const client = await server.start();
  const cancellation = new CancellationTokenSource();
  client.connection.onProgress(describeFileProgress, 'p', () => cancellation.cancel());
  const described = client.connection.sendRequest(describeFileRequest, asked, cancellation.token);
  expect(await described).toBeNull();
  const gone = { path: join(folder, 'gone.jsonl'), language: null, progress: 'p' };
  expect(await client.ask(describeFileRequest, gone)).toEqual({ message: 'The file no longer exists.' });
});
