import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestType } from 'vscode-languageserver-protocol';
import { declaredLanguage, formOf, headLength } from '../../../server/languageDetection';
import { integersOf, toBase64 } from '../../../server/lsp/base64';
import { type CollectionChange, collectionRequest } from '../../../server/viewProtocol/collection';
import { compareRequest } from '../../../server/viewProtocol/comparison';
import {
  type ConversationPage,
  conversationRequest,
  textRequest,
} from '../../../server/viewProtocol/conversation';
import {
  type ExportedStep,
  type ExportOf,
  exportRequest,
  groupLinesRequest,
} from '../../../server/viewProtocol/export';
import { fileMessageRequest, fileProblemsRequest } from '../../../server/viewProtocol/files';
import { type FindCursor, type FoundPage, findRequest } from '../../../server/viewProtocol/find';
import { locateItemRequest, trajectoryAtRequest } from '../../../server/viewProtocol/places';
import { corpusFiles } from '../../corpus/files';
import { type Client, useServer } from '../client';
import { isComplete, openFile } from './files';

const server = useServer();
let client: Client;

beforeAll(async () => {
  client = await server.start({ initializationOptions: { 'trajectory.hints': true } });
});
afterAll(async () => {
  expect(client.errors).toEqual([]);
});

const names = [
  ...['airline.trajectories.json', 'airline.trajectories.jsonl', 'broken.trajectory.json'],
  ...['lines.trajectories.jsonl', 'problems.trajectory.json', 'rollouts.json', 'small.training-job.json'],
].map((name) => join('examples', name));
const features = ['hints.trajectory.json', 'outline.trajectory.json', 'rollouts.trajectories.jsonl'];
names.push(...features.map((name) => join('test/fixtures/features', name)));
names.push(...corpusFiles('test/corpus').map((name) => join('test/corpus', name)));

/** Everything that a view shows of a source, without versions and states. */
async function shown(uri: string): Promise<unknown> {
  const rows = await collection(uri);
  const total = rows.trajectories.rows.count;
  const conversations: unknown[] = [];
  for (let trajectory = 0; trajectory < total; trajectory++)
    conversations.push(await conversation(uri, trajectory));
  return { rows, conversations, ...(total > 0 ? await asked(uri, total) : {}) };
}

type Shown = Omit<CollectionChange, 'version' | 'state' | 'problemsElsewhere' | 'wrongFile'>;

/** Without the problems that are in no trajectory: a file has a list of all its problems in their place. */
async function collection(uri: string): Promise<Shown> {
  const found = (await client.ask(collectionRequest, { uri, since: null }))!;
  expect(found.isComplete).toBe(true);
  const { version, state, problemsElsewhere, wrongFile, ...others } = found;
  return others;
}

async function conversation(uri: string, trajectory: number): Promise<unknown> {
  const pages: unknown[] = [];
  for (let from = 0; ; ) {
    const page = (await client.ask(conversationRequest, { uri, trajectory, from, count: 200 }))!;
    const { version, ...others } = page;
    pages.push(others, await longTexts(uri, trajectory, page));
    from += page.messages.length;
    if (page.messages.length === 0 || from >= page.total) return pages;
  }
}

/** What unfolding shows of the first cut text. */
async function longTexts(uri: string, trajectory: number, page: ConversationPage): Promise<unknown> {
  const parts = page.messages.flatMap(({ content }) => content);
  const cut = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const long = cut.find(({ text, length }) => text.length < length);
  if (long === undefined) return null;
  const { version } = page;
  const { path, form, from } = long;
  return client.ask(textRequest, { uri, version, trajectory, path, form, from, to: from + 100_000 });
}

async function asked(uri: string, total: number): Promise<object> {
  const last = total - 1;
  const compared = await client.ask(compareRequest, { uri, trajectories: [0, last, total >> 1] });
  const page = (await client.ask(conversationRequest, { uri, trajectory: last, from: 0, count: 1 }))!;
  const groups = toBase64(Int32Array.of(page.group, 0));
  const both = { what: 'comparison', title: 'Both', trajectories: [0, last] } as const;
  return {
    compared: { ...compared, version: null },
    found: await found(uri, total),
    places: [await place(uri, 0, null), await place(uri, last, 0), await place(uri, last, 999_999)],
    lines: await client.ask(groupLinesRequest, { uri, version: page.version, groups }),
    markdown: [
      await exported(uri, { what: 'conversation', trajectory: last }),
      await exported(uri, { what: 'message', trajectory: last, message: 0 }),
      await exported(uri, { ...both, as: 'markdown' }),
      await exported(uri, { ...both, as: 'page' }),
      await pageOf(uri, { from: Math.max(0, last - 2), to: last + 1 }),
    ],
  };
}

async function place(uri: string, trajectory: number, message: number | null): Promise<unknown> {
  return { ...(await client.ask(locateItemRequest, { uri, trajectory, message })), version: null };
}

async function exported(uri: string, of: ExportOf): Promise<unknown> {
  const step = await client.ask(exportRequest, { uri, of, from: null });
  return step && { ...step, version: null };
}

/** A page with some trajectories, whatever its parts are. */
async function pageOf(uri: string, some: { readonly from: number; readonly to: number }): Promise<string> {
  let page = '';
  for (let from: ExportedStep['next'] = null; ; ) {
    const of = { what: 'page', title: 'Some', some } as const;
    const step: ExportedStep = (await client.ask(exportRequest, { uri, of, from }))!;
    page += step.text;
    if (step.next === null) break;
    from = step.next;
  }
  expect(page).toMatch(/^<!DOCTYPE html>/);
  expect(page).toMatch(/<\/html>\n$/);
  expect(page.match(/<details class="trajectory"/g)).toHaveLength(some.to - some.from);
  return page;
}

/** All hits, whatever the steps are. */
async function found(uri: string, to: number): Promise<unknown> {
  const all: unknown[] = [];
  for (const isExpression of [false, true]) {
    const query = { text: isExpression ? 'reserv[a-z]+ 9' : 'hello', isExpression, isCaseSensitive: false };
    const counts = new Array<number>(to).fill(0);
    for (let from: FindCursor | null = start; from !== null; ) {
      const asked: Asked = { uri, query, role: null, from, to, room: 500 };
      const page: FoundPage = (await client.ask(findRequest, asked))!;
      if (page.failed !== undefined) throw new Error(page.failed);
      all.push(...page.hits);
      for (const [i, count] of integersOf(page.counts).entries()) counts[page.first + i]! += count;
      from = page.next;
    }
    all.push(counts);
  }
  return all;
}

type Asked =
  typeof findRequest extends RequestType<infer Params, infer _Result, infer _Error> ? Params : never;
const start: FindCursor = { trajectory: 0, message: 0, text: 0, offset: 0 };

/** Compares what a view shows of a file and of an open document with the same text. */
async function compare(name: string, path: string, content: string): Promise<void> {
  const languageId = declaredLanguage('', name) ?? formOf(name, content.slice(0, headLength));
  const document = `untitled:/${name}`;
  const file = pathToFileURL(path).href;
  await client.open(document, content, { languageId });
  const state = await (await openFile(client, file, path))(isComplete);
  expect(await shown(file)).toEqual(await shown(document));
  const { diagnostics } = await client.diagnostics(document, 1);
  const problems = (await client.ask(fileProblemsRequest, { uri: file }))!;
  expect(state.counts!.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(problems.length);
  const places = problems.map(({ line, character }) => `${line}:${character}`);
  for (const { range, severity } of diagnostics)
    if (severity! < 3) expect(places).toContain(`${range.start.line}:${range.start.character}`);
  for (const { trajectory, line, character } of problems.slice(0, 20)) {
    if (trajectory === null) continue;
    const position = { line, character };
    const there = await client.ask(trajectoryAtRequest, { uri: document, position });
    // A problem may stand between a message and the next one.
    if (there?.trajectory !== trajectory) continue;
    expect(await client.ask(fileMessageRequest, { uri: file, trajectory, position })).toBe(there.message);
  }
  await client.close(document);
}

describe('A file on disk gives a view the same as an open document', () => {
  it.each(names)('%s', async (name) => {
    const path = resolve(name);
    await compare(name, path, readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  });
});

/** A group of more than two million characters is not read as a whole. */
function largeGroup(): object {
  const trajectory = (i: number) => ({
    messages_and_choices: [
      { role: 'user', content: `hello ${i} ${'x'.repeat(30_000)}` },
      { role: 'assistant', content: 'reserved 9', naem: 'y' },
    ],
    reward: i % 3 === 0 ? '1' : i,
    metadata: { i },
  });
  return { trajectories: Array.from({ length: 80 }, (_, i) => trajectory(i)), note: 1 };
}

const small = { trajectories: [{ messages_and_choices: [{ role: 'user', content: 'hello' }], reward: 0 }] };

describe('Large groups, and a trajectory alone, too', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['large.trajectories.jsonl', [small, largeGroup(), small].map((one) => JSON.stringify(one)).join('\r\n')],
    [
      'crlf.trajectories.json',
      JSON.stringify({ split: 'é', trajectory_groups: [small, largeGroup(), small] }, null, 2).replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    ['one.trajectory.json', JSON.stringify(largeGroup())],
    ['alone.trajectory.json', JSON.stringify(small.trajectories[0])],
    ['array.trajectories.json', JSON.stringify([small, largeGroup()])],
    [
      'bare.trajectories.jsonl',
      (largeGroup() as typeof small).trajectories.map((one) => JSON.stringify(one)).join('\n'),
    ],
  ])('%s', async (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    await compare(name, path, content);
  });
});
