import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestType } from 'vscode-languageserver-protocol';
import { integersOf } from '../../../server/lsp/base64';
import { screenFor } from '../../../server/viewedFiles/screen';
import {
  type FindCursor,
  type FindQuery,
  type FoundPage,
  findRequest,
} from '../../../server/viewProtocol/find';
import { type Client, useServer } from '../client';
import { isComplete, openFile } from './files';

const server = useServer();
const count = 3000;
let folder: string;
let client: Client;
let uris: readonly [document: string, file: string];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
  client = await server.start();
  const path = join(folder, 'searched.jsonl');
  const content = lines().join('');
  writeFileSync(path, content);
  uris = ['untitled:/searched.jsonl', pathToFileURL(path).href];
  await client.open(uris[0], content, { languageId: 'trajectory-jsonl' });
  await (await openFile(client, uris[1], path))(isComplete);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** About 6 MB, with a few texts to find. */
function lines(): string[] {
  const line = (text: string): string =>
    `{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "${text}"}], "reward": 1}]}\n`;
  const filler = 'lorem ipsum dolor sit amet '.repeat(75);
  const all = Array.from({ length: count }, (_, i) => line(`${filler} ${i}.`));
  all[700] = line(`${filler} marked place`);
  all[701] = line(`${filler} MARKED place`);
  all[1500] = line(`${filler} mar\\u006bed place`);
  all[2000] = line(`${filler} mar\u212aed place, and mar\\u212aed`);
  all[2999] = line('marked at the end');
  return all;
}

type Asked =
  typeof findRequest extends RequestType<infer Params, infer _Result, infer _Error> ? Params : never;

async function found(uri: string, query: FindQuery): Promise<unknown> {
  const hits: unknown[] = [];
  const counts = new Array<number>(count).fill(0);
  let from: FindCursor | null = { trajectory: 0, message: 0, text: 0, offset: 0 };
  while (from !== null) {
    const asked: Asked = { uri, query, role: null, from, to: count, room: 500 };
    const page: FoundPage = (await client.ask(findRequest, asked))!;
    if (page.failed !== undefined) throw new Error(page.failed);
    hits.push(...page.hits);
    for (const [i, some] of integersOf(page.counts).entries()) counts[page.first + i]! += some;
    from = page.next;
  }
  return { hits, counts };
}

it.each<[string, Partial<FindQuery>, number]>([
  ['marked', {}, 6],
  ['marked', { isCaseSensitive: true }, 3],
  ['MARKED', { isCaseSensitive: true }, 1],
  ['nowhere', {}, 0],
  [' 2500.', {}, 1],
  ['(marked)', {}, 0],
  ['m[a]rked', { isExpression: true, isCaseSensitive: true }, 3],
])('a search for %s in a file finds what it finds in a document (%o)', async (text, how, total) => {
  const query = { text, isExpression: false, isCaseSensitive: false, ...how };
  const expected = (await found(uris[0], query)) as { readonly hits: readonly unknown[] };
  expect(expected.hits).toHaveLength(total);
  expect(await found(uris[1], query)).toEqual(expected);
});

it.each([true, false])('of a long query, only the first characters are looked for, %s', (isCaseSensitive) => {
  const screen = screenFor({ text: `${'a'.repeat(999)}b`, isExpression: false, isCaseSensitive })!;
  expect(screen(Buffer.from('a'.repeat(30)))).toBe(false);
  expect(screen(Buffer.from('a'.repeat(100)))).toBe(true);
});
