import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CollectionChange, collectionRequest } from '../../../server/viewProtocol/collection';
import { compareRequest } from '../../../server/viewProtocol/comparison';
import { conversationRequest } from '../../../server/viewProtocol/conversation';
import {
  closeFileNotification,
  fileProblemsRequest,
  fileStateRequest,
  readFileNotification,
} from '../../../server/viewProtocol/files';
import { locateItemRequest } from '../../../server/viewProtocol/places';
import { type Client, useServer } from '../client';
import { isComplete, openFile, type StateThat } from './files';

const server = useServer();
let client: Client;
let folder: string;

beforeAll(async () => {
  client = await server.start();
  folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Opened {
  readonly path: string;
  readonly uri: string;
  readonly stateThat: StateThat;
}

async function opened(name: string, content: string): Promise<Opened> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const uri = pathToFileURL(path).href;
  const stateThat = await openFile(client, uri, path);
  await stateThat(isComplete);
  return { path, uri, stateThat };
}

function line(text: string): string {
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ trajectories: [{ messages_and_choices: [message], reward: 1 }] })}\n`;
}

async function collection(uri: string, since: number | null = null): Promise<CollectionChange> {
  return (await client.ask(collectionRequest, { uri, since }))!;
}

async function textOf(uri: string, trajectory: number): Promise<string | null> {
  const page = await client.ask(conversationRequest, { uri, trajectory, from: 0, count: 1 });
  const [part] = page?.messages[0]?.content ?? [];
  return part?.type === 'text' ? part.text.text : null;
}

it('a file that a run still writes grows in the view, and what was read stays', async () => {
  const { path, uri, stateThat } = await opened('grows.jsonl', line('first') + line('second'));
  const before = await collection(uri);
  expect(before.trajectories.rows.count).toBe(2);
  // Half of a line.
  const next = line('third');
  appendFileSync(path, next.slice(0, 30));
  const half = await stateThat(
    (state) =>
      isComplete(state) &&
      state.size > before.trajectories.rows.count &&
      state.change === 'appended' &&
      (state.counts?.[0] ?? 0) > 0,
  );
  expect(half.version).toBe(1);
  expect(await client.ask(fileProblemsRequest, { uri })).toEqual(
    expect.arrayContaining([expect.objectContaining({ severity: 'error', line: 2 })]),
  );
  appendFileSync(path, next.slice(30));
  const whole = await stateThat((state) => isComplete(state) && state.counts?.[0] === 0);
  expect(whole.change).toBe('appended');
  const after = await collection(uri, before.state);
  expect(after.isWhole).toBe(false);
  expect(after.trajectories).toMatchObject({
    from: 0,
    removed: 2,
    rows: { count: 3 },
    alike: { atStart: 2 },
  });
  expect(await textOf(uri, 2)).toBe('third');
  expect(await textOf(uri, 0)).toBe('first');
});

it('a file of other lines is read as a whole when trajectories are added', async () => {
  // Ranges have 8 MiB.
  const others = `{"note": "${'x'.repeat(1_000_000)}"}\n`.repeat(20);
  const { path, uri, stateThat } = await opened('others.trajectories.jsonl', others);
  expect((await collection(uri)).groups.rows.count).toBe(0);
  appendFileSync(path, line('first'));
  await stateThat((state) => isComplete(state) && state.size > others.length);
  expect((await collection(uri)).groups.rows.count).toBe(21);
});

it('a file that was replaced is read again', async () => {
  const { path, uri, stateThat } = await opened('replaced.jsonl', line('old') + line('old'));
  const before = await collection(uri);
  writeFileSync(`${path}.new`, line('new'));
  renameSync(`${path}.new`, path);
  const state = await stateThat((now) => isComplete(now) && now.change === 'replaced');
  expect(state.version).toBe(2);
  const after = await collection(uri, before.state);
  expect(after).toMatchObject({ version: 2, isWhole: true, trajectories: { rows: { count: 1 } } });
  expect(await textOf(uri, 0)).toBe('new');
  expect(await textOf(uri, 1)).toBeNull();
});

it('a file that was replaced is read again once, however many requests notice it', async () => {
  const { path, uri, stateThat } = await opened('noticed.jsonl', line('old'));
  writeFileSync(`${path}.new`, line('new'));
  renameSync(`${path}.new`, path);
  const requests: Promise<unknown>[] = [];
  for (let count = 0; count < 100; count++) {
    requests.push(textOf(uri, 0));
    await setImmediate();
  }
  const state = await stateThat((now) => isComplete(now) && now.change === 'replaced');
  expect(state.version).toBe(2);
  await Promise.all(requests);
  expect(await textOf(uri, 0)).toBe('new');
});

it('a request notices by itself that the file was replaced, even with the same length', async () => {
  const { path, uri } = await opened('same.jsonl', line('one'));
  writeFileSync(path, line('two'));
  const found = await textOf(uri, 0);
  expect([null, 'two']).toContain(found);
});

it('a file that begins with other content is not taken for one that grew', async () => {
  const { path, uri, stateThat } = await opened('rewritten.jsonl', line('one'));
  writeFileSync(path, line('two') + line('three'));
  await stateThat((state) => isComplete(state) && state.change === 'replaced');
  expect(await textOf(uri, 0)).toBe('two');
  expect(await textOf(uri, 1)).toBe('three');
});

it('a file that became shorter is read again', async () => {
  const first = line('first');
  const { path, uri, stateThat } = await opened('shorter.jsonl', first + line('second'));
  truncateSync(path, first.length);
  await stateThat((state) => isComplete(state) && state.change === 'truncated');
  expect((await collection(uri)).trajectories.rows.count).toBe(1);
});

it('a file that is gone is said to be, and read again when it is back', async () => {
  const { path, uri, stateThat } = await opened('gone.jsonl', line('first'));
  rmSync(path);
  await stateThat((state) => state.change === 'gone');
  await expect(textOf(uri, 0)).rejects.toThrow('gone.jsonl is gone: it was moved or deleted.');
  await expect(collection(uri)).rejects.toThrow('gone.jsonl is gone');
  writeFileSync(path, line('back'));
  await stateThat((state) => isComplete(state) && state.change === 'replaced');
  expect(await textOf(uri, 0)).toBe('back');
});

it('a file that was gone for a moment while it was read is read again', async () => {
  const path = join(folder, 'away.jsonl');
  writeFileSync(path, line('x'.repeat(20_000)).repeat(8000));
  const stateThat = await openFile(client, pathToFileURL(path).href, path);
  await stateThat(({ status, read }) => status === 'reading' && read > 0);
  renameSync(path, `${path}.away`);
  await stateThat(({ status }) => status === 'failed');
  renameSync(`${path}.away`, path);
  const { size, read } = await stateThat(isComplete);
  expect(read).toBe(size);
});

it('a file that could not be read is read again when it has grown', async () => {
  const path = join(folder, 'grown.jsonl');
  writeFileSync(path, line('x'.repeat(20_000)).repeat(8000));
  const stateThat = await openFile(client, pathToFileURL(path).href, path);
  await stateThat(({ status, read }) => status === 'reading' && read > 0);
  renameSync(path, `${path}.away`);
  await stateThat(({ status }) => status === 'failed');
  appendFileSync(`${path}.away`, line('more'));
  renameSync(`${path}.away`, path);
  const { change, read } = await stateThat(isComplete);
  expect({ change, read }).toEqual({ change: 'appended', read: statSync(path).size });
});

it('a file that does not exist yet is read when it appears', async () => {
  const path = join(folder, 'later.jsonl');
  const uri = pathToFileURL(path).href;
  const stateThat = await openFile(client, uri, path);
  const state = await stateThat(({ status }) => status === 'failed');
  expect(state.reason).toBe('No such file or folder.');
  writeFileSync(path, line('now'));
  await stateThat(isComplete);
  expect(await textOf(uri, 0)).toBe('now');
});

it('a file that is not UTF-8 is not read, and says why', async () => {
  for (const name of ['utf16.jsonl', 'utf16.trajectories.jsonl', 'utf16.trajectories.json']) {
    const path = join(folder, name);
    writeFileSync(path, `\ufeff${line('as PowerShell writes it')}`, 'utf16le');
    const stateThat = await openFile(client, pathToFileURL(path).href, path);
    const { reason } = await stateThat(({ status }) => status === 'failed');
    expect(reason).toBe('Encoded in UTF-16, but JSON is UTF-8. Convert it with `iconv -f UTF-16 -t UTF-8`.');
  }
});

it('a document on disk that changes is read again', async () => {
  const text = readFileSync('examples/small.training-job.json', 'utf8');
  const { path, uri, stateThat } = await opened('job.training-job.json', text);
  const before = (await collection(uri)).trajectories.rows.count;
  expect(before).toBeGreaterThan(0);
  appendFileSync(path, '\n');
  await stateThat((state) => isComplete(state) && state.change === 'appended' && state.size > text.length);
  expect((await collection(uri)).trajectories.rows.count).toBe(before);
});

it('reading is cancelled, and begins again on request', async () => {
  const path = join(folder, 'long.jsonl');
  writeFileSync(path, line('x'.repeat(20_000)).repeat(2000));
  const uri = pathToFileURL(path).href;
  const stateThat = await openFile(client, uri, path);
  expect(await textOf(uri, 0)).toHaveLength(2000);
  await client.connection.sendNotification(readFileNotification, { uri, how: 'cancel' });
  const state = (await client.ask(fileStateRequest, { uri }))!;
  expect(state.status).toBe('cancelled');
  expect(state.read).toBeLessThan(state.size);
  // What was read stays.
  expect(await textOf(uri, 0)).toHaveLength(2000);
  expect(await textOf(uri, 1999)).toBeNull();
  await client.connection.sendNotification(readFileNotification, { uri, how: 'again' });
  await stateThat(isComplete);
  expect(await textOf(uri, 1999)).toHaveLength(2000);
  const place = await client.ask(locateItemRequest, { uri, trajectory: 1999, message: null });
  expect(place).toMatchObject({ start: { line: 1999, character: 17 } });
});

it('the trajectories of a long group are shown before its end is read', async () => {
  const path = join(folder, 'group.trajectories.json');
  const group = line('x'.repeat(3000));
  const [start] = group.split('{"messages');
  const trajectory = group.slice(start!.length, -3);
  writeFileSync(path, `${start}${Array(10_000).fill(trajectory).join(',')}]}`);
  const uri = pathToFileURL(path).href;
  const stateThat = await openFile(client, uri, path);
  expect(await textOf(uri, 0)).toHaveLength(2000);
  await client.connection.sendNotification(readFileNotification, { uri, how: 'cancel' });
  const { size, read } = await stateThat(({ status }) => status === 'cancelled');
  expect(read).toBeLessThan(size);
  expect(await textOf(uri, 1)).toHaveLength(2000);
  expect(await client.ask(locateItemRequest, { uri, trajectory: 1, message: 0 })).toHaveProperty('start');
});

it('a file that no view shows any more is closed', async () => {
  const { uri } = await opened('closed.jsonl', line('first'));
  await client.connection.sendNotification(closeFileNotification, { uri });
  expect(await client.ask(fileStateRequest, { uri })).toBeNull();
  expect(await client.ask(collectionRequest, { uri, since: null })).toBeNull();
});

it('a request that waits for more of a file is answered when the file is closed', async () => {
  const path = join(folder, 'closed.jsonl');
  const uri = pathToFileURL(path).href;
  writeFileSync(path, line('again').repeat(200_000));
  await openFile(client, uri, path);
  const last = client.ask(conversationRequest, { uri, trajectory: 199_999, from: 0, count: 1 });
  await client.connection.sendNotification(closeFileNotification, { uri });
  expect(await last).toBeNull();
});

it('a trajectory of a file is compared with one of a document, and with one of another file', async () => {
  const first = await opened('before.jsonl', line('same') + line('before'));
  const second = await opened('after.jsonl', line('same') + line('after'));
  const document = 'file:///compared.trajectories.jsonl';
  await client.open(document, line('other') + line('before'), { languageId: 'trajectory-jsonl' });
  const differences = async (other: string, trajectory: number): Promise<number | null> => {
    const documents = [first.uri, other];
    const found = await client.ask(compareRequest, {
      uri: first.uri,
      trajectories: [1, trajectory],
      documents,
    });
    expect(found?.trajectories.map((one) => one.trajectory)).toEqual([1, trajectory]);
    return found!.firstDifference;
  };
  expect(await differences(document, 1)).toBeNull();
  expect(await differences(document, 0)).toBe(0);
  expect(await differences(second.uri, 1)).toBe(0);
});

it('lines of which it shows late what they hold are all read, though syntax errors end the reading', async () => {
  const bare = (reward: string): string => `{"messages_and_choices": [], "reward": ${reward}}\n`;
  const broken = bare('1,,').repeat(60_000);
  const note = (length: number): string => `{"note": "${'x'.repeat(length)}"}\n`;
  // Ranges have 16 MiB: the first one holds no trajectories, and the next two hold syntax errors.
  const content = note(17_000_000) + broken + note(17_000_000) + broken;
  const { uri } = await opened('late.jsonl', content);
  const { trajectories } = await collection(uri);
  // Up to the hundred thousandth error, with both notes.
  expect(trajectories.rows.count).toBe(100_002);
});
