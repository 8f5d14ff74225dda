import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Position } from 'vscode-languageserver';
import { openDocument } from '../../../../../server/core/document';
import { createEngine } from '../../../../../server/core/engine';
import { groupLines } from '../../../../../server/core/features/lines/groupLines';
import { runToEnd } from '../../../../../server/core/work';
import { integersOf, toBase64 } from '../../../../../server/lsp/base64';
import {
  analyzedNotification,
  type CollectionChange,
  collectionRequest,
} from '../../../../../server/viewProtocol/collection';
import { compareRequest } from '../../../../../server/viewProtocol/comparison';
import { conversationRequest, textRequest } from '../../../../../server/viewProtocol/conversation';
import { groupLinesRequest } from '../../../../../server/viewProtocol/export';
import {
  locateItemRequest,
  type MissingItem,
  trajectoryAtRequest,
} from '../../../../../server/viewProtocol/places';
import { type Client, noHints, useServer } from '../../../client';

const server = useServer();
const uri = 'file:///folder/view.trajectory.json';
const content = readFileSync('examples/airline.trajectories.json', 'utf8');
const change = (text: string, line: number, character: number) => ({
  range: { start: { line, character }, end: { line, character } },
  text,
});

async function opened(text = content): Promise<Client> {
  const client = await server.start({ initializationOptions: { ...noHints, analyzed: true } });
  await client.open(uri, text);
  return client;
}

function floatsOf(text: string): number[] {
  return [...new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)];
}

async function collection(client: Client, since: number | null): Promise<CollectionChange> {
  return (await client.ask(collectionRequest, { uri, since }))!;
}

it('Numbers are encoded as Node encodes them', () => {
  for (let length = 0; length < 9; length++) {
    const integers = Int32Array.from({ length }, (_, i) => (i - 3) * 123_456_789);
    const expected = Buffer.from(integers.buffer).toString('base64');
    expect(toBase64(integers)).toBe(expected);
    expect(integersOf(expected)).toEqual(integers);
    const floats = Float64Array.from({ length }, (_, i) => (i === 1 ? Number.NaN : Math.sqrt(i) - 1));
    expect(toBase64(floats)).toBe(Buffer.from(floats.buffer).toString('base64'));
  }
  expect(integersOf('%%%')).toEqual(new Int32Array(0));
});

describe('The collection of a document', () => {
  it('is sent in full once, and after an edit only what has changed', async () => {
    const client = await opened();
    const whole = await collection(client, null);
    expect(whole).toMatchObject({
      version: 1,
      kind: 'log-request',
      isWhole: true,
      isComplete: true,
      columnsLeftOut: 0,
      groups: { from: 0, removed: 0, rows: { count: 50 } },
      trajectories: { from: 0, removed: 0, rows: { count: 200 } },
    });
    const rewards = floatsOf(whole.trajectories.rows.reward);
    expect(rewards.filter((reward) => reward === 1)).toHaveLength(84);
    const same = await collection(client, whole.state);
    expect(same).toMatchObject({ isWhole: false, trajectories: { removed: 0, rows: { count: 0 } } });
    const { start } = located(await client.ask(locateItemRequest, { uri, trajectory: 100, message: 1 }));
    await client.change(uri, 2, [change('"x": 1, ', start.line, start.character + 1)]);
    const next = await collection(client, same.state);
    expect(next).toMatchObject({
      version: 2,
      isWhole: false,
      trajectories: { from: 100, removed: 1, rows: { count: 1 } },
    });
    await client.end();
  });

  it('says how many problems are in no trajectory', async () => {
    const client = await opened();
    const { problemsElsewhere, state } = await collection(client, null);
    expect(problemsElsewhere).toBe(0);
    await client.change(uri, 2, [change('"a": tru, ', 0, 1)]);
    expect(await collection(client, state)).toMatchObject({ problemsElsewhere: 1, wrongFile: null });
    await client.end();
  });

  it('says what a document is that is something else', async () => {
    const client = await server.start();
    await client.open(uri, '<!DOCTYPE html><html><body>Sign in</body></html>');
    const { wrongFile, problemsElsewhere } = await collection(client, null);
    expect(wrongFile).toMatch(/HTML/);
    expect(problemsElsewhere).toBe(1);
    await client.end();
  });

  it('is sent in full again for an unknown state and after the document was closed', async () => {
    const client = await opened();
    const { state } = await collection(client, null);
    expect(await collection(client, state + 1000)).toMatchObject({ isWhole: true });
    await client.close(uri);
    expect(await client.ask(collectionRequest, { uri, since: state })).toBeNull();
    await client.open(uri, content);
    expect(await collection(client, state)).toMatchObject({ isWhole: true });
    await client.end();
  });

  it('is split into responses below 1 MB if it is large', async () => {
    const lines = Array(60_000).fill('{"messages_and_choices": [], "reward": 0.5}').join('\n');
    const client = await server.start();
    await client.open(uri, lines, { languageId: 'trajectory-jsonl' });
    let count = 0;
    let since: number | null = null;
    for (let isComplete = false; !isComplete; ) {
      const answer: CollectionChange = await collection(client, since);
      expect(JSON.stringify(answer).length).toBeLessThan(1_000_000);
      expect(answer.trajectories.from).toBe(count);
      count += answer.trajectories.rows.count;
      ({ isComplete, state: since } = answer);
    }
    expect(count).toBe(60_000);
    await client.end();
  });
});

describe('A client', () => {
  it('that asks for it is notified when a version is analyzed', async () => {
    const client = await opened();
    const told: number[] = [];
    const second = new Promise<void>((resolve) => {
      client.connection.onNotification(analyzedNotification, ({ version }) => {
        told.push(version);
        if (version === 2) resolve();
      });
    });
    await client.change(uri, 2, [change(' ', 0, 1)]);
    await second;
    expect(told.at(-1)).toBe(2);
    await client.end();
  });

  it('that does not ask for it is not notified', async () => {
    const client = await server.start();
    let isTold = false;
    client.connection.onNotification(analyzedNotification, () => {
      isTold = true;
    });
    await client.open(uri, content);
    await client.settled(uri);
    expect(isTold).toBe(false);
    await client.end();
  });
});

it('A document gives access to its conversations, texts and locations', async () => {
  const client = await opened();
  const page = (await client.ask(conversationRequest, { uri, trajectory: 173, from: 0, count: 5 }))!;
  expect(page).toMatchObject({ version: 1, group: 43, member: 1, total: 14, from: 0, problems: [] });
  expect(page.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant']);
  const [first] = page.messages[0]!.content;
  if (first?.type !== 'text') throw new Error('It is a text.');
  const { path, form, length } = first.text;
  const asked = { uri, version: 1, trajectory: 173, path, form };
  const trajectories = JSON.parse(content).trajectory_groups[43].trajectories;
  const system: string = trajectories[1].messages_and_choices[0].content;
  expect(await client.ask(textRequest, { ...asked, from: 2000, to: length })).toEqual({
    text: system.slice(2000),
    length,
  });
  expect(await client.ask(textRequest, { ...asked, version: 7, from: 0, to: 1 })).toBeNull();
  const locate = (group: number, member: number | null, message: number | null) =>
    client.ask(locateItemRequest, { uri, trajectory: { group, member }, message });
  expect(await locate(99, null, null)).toEqual({ missing: 'group', count: 50 });
  const { start } = located(await locate(43, 1, 3));
  const position = { line: start.line + 1, character: start.character };
  expect(await client.ask(trajectoryAtRequest, { uri, position })).toEqual({
    version: 1,
    trajectory: 173,
    message: 3,
  });
  expect(await client.ask(conversationRequest, { uri, trajectory: 200, from: 0, count: 5 })).toBeNull();
  await expect(client.ask(conversationRequest, { uri, trajectory: -1, from: 0, count: 5 })).rejects.toThrow(
    'needs these parameters',
  );
  await client.end();
});

describe('A conversation', () => {
  const text = `{"trajectories": [{"reward": 1}, {"reward": "1", "messages_and_choices": [{"role": "usr"}]}]}`;
  const request = { uri, trajectory: 1, from: 0, count: 10 };

  it('has problems and hints, each with its place', async () => {
    const client = await server.start({ initializationOptions: { 'trajectory.hints': true } });
    await client.open(uri, text);
    const { problems, messages } = (await client.ask(conversationRequest, request))!;
    for (const [found, token] of [
      [problems, '"1"'],
      [messages[0]!.problems, '"usr"'],
    ] as const) {
      const { from, to } = found[0]!;
      const part = { path: [], from, to };
      const { start, end } = located(
        await client.ask(locateItemRequest, { uri, trajectory: 1, message: 0, part }),
      );
      expect(text.slice(start.character, end.character)).toBe(token);
    }
    await client.end();
  });

  it('has no hints if they are turned off', async () => {
    const client = await opened(text);
    const { problems, messages } = (await client.ask(conversationRequest, request))!;
    expect(problems.map(({ severity }) => severity)).toEqual(['error']);
    expect(messages.map((card) => card.problems)).toEqual([[]]);
    await client.end();
  });
});

describe('Groups as JSON Lines', () => {
  const lines = readFileSync('examples/airline.trajectories.jsonl', 'utf8');
  const groups = toBase64(Int32Array.of(2, 0));

  it('match the document byte for byte, in the requested order', async () => {
    const client = await server.start();
    await client.open(uri, lines, { languageId: 'trajectory-jsonl' });
    const [first, , third] = lines.split('\n');
    expect(await client.ask(groupLinesRequest, { uri, version: 1, groups })).toBe(`${third}\n${first}\n`);
    expect(await client.ask(groupLinesRequest, { uri, version: 2, groups })).toBeNull();
    await client.end();
  });

  it('are joined into one line each if they span several', async () => {
    const client = await opened();
    const text = (await client.ask(groupLinesRequest, { uri, version: 1, groups }))!;
    const all = JSON.parse(content).trajectory_groups;
    expect(text.split('\n').map((line) => line && JSON.parse(line))).toEqual([all[2], all[0], '']);
    await client.end();
  });

  it('are returned once, however often they are requested', async () => {
    const client = await server.start();
    await client.open(uri, lines, { languageId: 'trajectory-jsonl' });
    const [first, , third] = lines.split('\n');
    const often = toBase64(Int32Array.from({ length: 50_000 }, (_, i) => (i % 2 === 0 ? 2 : 0)));
    const text = await client.ask(groupLinesRequest, { uri, version: 1, groups: often });
    expect(text).toBe(`${third}\n${first}\n`);
    await client.end();
  });

  it('are refused if they are too long for a document', () => {
    const document = openDocument(createEngine(), lines, { language: 'trajectory-jsonl', name: 'a' });
    const [first, second] = lines.split('\n') as [string, string];
    const most = first.length + 1;
    expect(runToEnd(groupLines(document, [0], most))).toEqual({ text: `${first}\n` });
    expect(runToEnd(groupLines(document, [0, 1], most))).toEqual({ refused: 'too-long' });
    expect(runToEnd(groupLines(document, [0, 1], most + second.length + 1))).toHaveProperty('text');
  });

  it('are not returned if joining their lines could change a token', async () => {
    const client = await opened('{"trajectories": [\n{"reward": 1, // one\n"x": 2}]}');
    const first = toBase64(Int32Array.of(0));
    expect(await client.ask(groupLinesRequest, { uri, version: 1, groups: first })).toBeNull();
    await client.end();
  });
});

function located<Place extends { readonly start: Position }>(found: Place | MissingItem | null): Place {
  if (found === null || 'missing' in found) throw new Error('The item is missing.');
  return found;
}

describe('A comparison of two documents', () => {
  const other = 'file:///folder/other.trajectory.json';
  const conversation = (...said: string[]) => ({
    messages_and_choices: said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })),
  });
  const own = JSON.stringify({ trajectories: [conversation('a'), conversation('q', 'one', 'r', 'two')] });
  const theirs = JSON.stringify({ trajectories: [conversation('q', 'one', 'r', 'three')] }, null, 2);
  const asked = { uri, trajectories: [1, 0], documents: [uri, other] };

  it('aligns their trajectories as those of one, and says the version of each', async () => {
    const client = await opened(own);
    await client.open(other, theirs);
    await client.change(other, 7, [change(' ', 0, 1)]);
    const found = (await client.ask(compareRequest, asked))!;
    expect(found).toMatchObject({ versions: [1, 7], firstDifference: 3, firstOfAssistant: 3 });
    expect([...integersOf(found.alike)]).toEqual([1, 1, 1, 0]);
    expect(found.trajectories.map(({ trajectory, total }) => [trajectory, total])).toEqual([
      [1, 4],
      [0, 4],
    ]);
    const swapped = { ...asked, trajectories: [0, 1], documents: [other, uri] };
    expect(await client.ask(compareRequest, swapped)).toMatchObject({ versions: [7, 1] });
  });

  it('sees the newest text of both', async () => {
    const client = await opened(own);
    await client.open(other, theirs);
    const line = theirs.split('\n').findIndex((text) => text.includes('three'));
    const start = { line, character: theirs.split('\n')[line]!.indexOf('three') };
    const range = { start, end: { line, character: start.character + 'three'.length } };
    await client.change(other, 2, [{ range, text: 'two' }]);
    expect(await client.ask(compareRequest, asked)).toMatchObject({ firstDifference: null });
  });

  it('is null if one of them is closed, or has no such trajectory', async () => {
    const client = await opened(own);
    expect(await client.ask(compareRequest, asked)).toBeNull();
    await client.open(other, theirs);
    expect(await client.ask(compareRequest, { ...asked, trajectories: [1, 5] })).toBeNull();
    await client.close(other);
    expect(await client.ask(compareRequest, asked)).toBeNull();
  });

  it('is rejected without a list of documents', async () => {
    const client = await opened(own);
    const wrong = { ...asked, documents: [1] as never };
    await expect(client.ask(compareRequest, wrong)).rejects.toThrow('needs these parameters');
  });
});
