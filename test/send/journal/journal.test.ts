import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readHistory, underWay } from '../../../send/journal/priorSends';
import { processIdentity } from '../../../send/journal/processes';
import type { JournalRecord, PreparedRecord } from '../../../send/journal/records';
import { wordingOf } from '../../../send/journal/wording';
import type { Submission } from '../../../send/submission';
import { submit } from '../../../send/submit';
import { httpResponse, rawServer } from '../../faults/rawServer';
import { canary, portsWith, prepared, submissionTo, temporaryJournal } from '../submissions';

let temporary: Awaited<ReturnType<typeof temporaryJournal>>;
beforeEach(async () => {
  temporary = await temporaryJournal();
});
afterEach(() => temporary.remove());

function sent(id: string, time = '2026-11-20T10:00:00.000Z'): JournalRecord {
  return { state: 'sent', id, time };
}

async function forgetAllBut(...ids: readonly string[]): Promise<void> {
  const reader = temporary.journal.follow();
  await reader.read();
  await reader.forgetAllBut(new Set(ids));
}

const idsOf = (records: readonly JournalRecord[]) => records.map(({ id }) => id);

describe('the journal', () => {
  it('is empty before anything was written', async () => {
    expect(await temporary.journal.follow().read()).toEqual([]);
  });

  it('keeps one file per month, and reads them in order', async () => {
    const { journal, folder } = temporary;
    for (const [id, time] of [
      ['b', '2026-11-01T00:00:00.000Z'],
      ['c', '2026-12-01T00:00:00.000Z'],
      ['a', '2025-12-31T23:59:59.999Z'],
    ] as const) {
      await journal.append(sent(id, time));
    }
    expect((await readdir(folder)).sort()).toEqual(['2025-12.jsonl', '2026-11.jsonl', '2026-12.jsonl']);
    expect(idsOf(await journal.follow().read())).toEqual(['a', 'b', 'c']);
  });

  it('reports a record as written only after flushing it and its file name', async () => {
    const probe = await open(join(temporary.folder, 'probe'), 'a+');
    const handles = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const steps: string[] = [];
    const { write, sync } = handles;
    const writing = vi.spyOn(handles, 'write').mockImplementation(function (this: typeof probe, ...args) {
      steps.push('write');
      return Reflect.apply(write, this, args);
    });
    const flushing = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof probe) {
      const isFolder = (await this.stat()).isDirectory();
      await sync.call(this);
      steps.push(isFolder ? 'flushed folder' : 'flushed file');
    });
    try {
      await temporary.journal.append(sent('a'));
    } finally {
      writing.mockRestore();
      flushing.mockRestore();
    }
    const folder = process.platform === 'win32' ? [] : ['flushed folder'];
    expect(steps).toEqual(['write', 'flushed file', ...folder]);
  });

  it('does not count a partly written record as written', async () => {
    const probe = await open(join(temporary.folder, 'probe'), 'a+');
    const writing = vi
      .spyOn(Object.getPrototypeOf(probe) as typeof probe, 'write')
      .mockResolvedValue({ bytesWritten: 3, buffer: '' });
    await probe.close();
    try {
      await expect(temporary.journal.append(sent('a'))).rejects.toThrow('Only part of a history record');
    } finally {
      writing.mockRestore();
    }
  });

  it('is read completely once, and then only where something was added', async () => {
    const { journal, folder } = temporary;
    await journal.append(sent('a'));
    const reader = journal.follow();
    expect(idsOf(await reader.read())).toEqual(['a']);
    const probe = await open(join(folder, '2026-11.jsonl'));
    const reading = vi.spyOn(Object.getPrototypeOf(probe) as typeof probe, 'read');
    await probe.close();
    try {
      await journal.append(sent('b'));
      await journal.append(sent('c', '2026-12-01T00:00:00.000Z'));
      expect(idsOf(await reader.read())).toEqual(['a', 'b', 'c']);
      const { length } = `\n${JSON.stringify(sent('a'))}\n`;
      expect((reading.mock.calls as unknown[][]).map(([, , bytes, from]) => [bytes, from])).toEqual([
        [length, 0],
        [length, length],
      ]);
    } finally {
      reading.mockRestore();
    }
  });

  it('is read again where a line was truncated, and after the file was shortened', async () => {
    const { journal, folder } = temporary;
    const file = join(folder, '2026-11.jsonl');
    await journal.append(sent('a'));
    const reader = journal.follow();
    const line = JSON.stringify(sent('b'));
    await appendFile(file, line.slice(0, 10));
    expect(idsOf(await reader.read())).toEqual(['a']);
    await appendFile(file, line.slice(10));
    expect(idsOf(await reader.read())).toEqual(['a', 'b']);
    await writeFile(file, `${JSON.stringify(sent('c'))}\n`);
    expect(idsOf(await reader.read())).toEqual(['c']);
  });

  it('names a month that cannot be read, and reads the others', async () => {
    const { journal, folder } = temporary;
    await mkdir(join(folder, '2026-10.jsonl'));
    await journal.append(sent('a'));
    const reader = journal.follow();
    expect(idsOf(await reader.read())).toEqual(['a']);
    expect(reader.unreadable()).toEqual(['2026-10.jsonl: It is not a regular file.']);
  });

  it('reads only the end of an excessively long month', async () => {
    const { journal, folder } = temporary;
    const file = join(folder, '2026-11.jsonl');
    await writeFile(file, `${JSON.stringify(sent('old'))}\n`);
    await truncate(file, 200_000_000);
    await journal.append(sent('new'));
    expect(idsOf(await journal.follow().read())).toEqual(['new']);
  });

  it('on a disk that hangs ends a request at its time limit', async () => {
    const submission = await submissionTo('http://127.0.0.1:9');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let records = 0;
    const hanging = {
      ...temporary.journal,
      append: () => {
        records += 1;
        void Promise.resolve().then(() => vi.advanceTimersByTime(60_000));
        return new Promise<never>(() => {});
      },
    };
    const limits = { connect: 20_000, idle: 20_000, whole: 60_000 };
    const result = await submit(submission, portsWith(hanging, { limits })).finally(() => vi.useRealTimers());
    const message =
      'Nothing was sent, because the history of requests cannot be written: It took longer than 60 seconds.';
    expect(result.outcome).toEqual({ status: 'failed', reason: 'journal', message });
    expect(result.journalError).toBeUndefined();
    expect(records).toBe(1);
  });

  it('on a disk that hangs does not keep back for long what the service has answered', async () => {
    const jobId = '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11';
    const server = await rawServer(async ({ socket, request }) => {
      await request;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      socket.end(httpResponse('201 Created', `{"id": "${jobId}"}`));
    });
    const { journal } = temporary;
    const hanging = {
      ...journal,
      append: async (record: JournalRecord) => {
        if (!('outcome' in record)) return journal.append(record);
        setImmediate(() => vi.advanceTimersByTime(30_000));
        return new Promise<never>(() => {});
      },
    };
    const limits = { connect: 30_000, idle: 300_000, whole: 1_800_000 };
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    const result = await submit(submission, portsWith(hanging, { limits })).finally(() => vi.useRealTimers());
    expect(result.outcome).toMatchObject({ status: 'accepted', jobId });
    expect(result.journalError).toBe('It took longer than 30 seconds.');
    await server.close();
  });

  it.each(['prepared', 'sent'] as const)(
    'on a disk that hangs at the %s record lets the user cancel, and records the end later',
    async (state) => {
      const server = await rawServer(() => {});
      const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
      const { journal } = temporary;
      const abort = new AbortController();
      let resume = () => {};
      const works = new Promise<void>((resolve) => {
        resume = resolve;
      });
      let hasEnd = () => {};
      const ended = new Promise<void>((resolve) => {
        hasEnd = resolve;
      });
      const hanging = {
        ...journal,
        append: async (record: JournalRecord) => {
          if (record.state === state) {
            abort.abort();
            await works;
          }
          await journal.append(record);
          if (record.state === 'cancelled') hasEnd();
        },
      };
      const { outcome } = await submit(submission, portsWith(hanging, { signal: abort.signal }));
      expect(outcome).toEqual({ status: 'cancelled' });
      expect(server.received()).toBe('');
      resume();
      await ended;
      const states = (await journal.follow().read()).map((record) => record.state);
      expect(states).toEqual(['prepared', ...(state === 'sent' ? ['sent'] : []), 'cancelled']);
      expect((await readHistory(journal.follow())).map((entry) => entry.outcome)).toEqual([outcome]);
      await server.close();
    },
  );

  it('is not blocked by a pipe in place of a month’s file', async () => {
    if (process.platform === 'win32') return;
    const { journal, folder } = temporary;
    execFileSync('mkfifo', [join(folder, '2026-08.jsonl')]);
    await journal.append(sent('a'));
    const reader = journal.follow();
    expect(idsOf(await reader.read())).toEqual(['a']);
    expect(reader.unreadable()).toEqual(['2026-08.jsonl: It is not a regular file.']);
    await expect(journal.append(sent('b', '2026-08-01T00:00:00.000Z'))).rejects.toThrow();
  });

  it('that is read while a request of this window ends does not report it as interrupted', async () => {
    underWay.add('a');
    const read = async () => {
      underWay.delete('a');
      return [prepared('a', processIdentity(process.pid)), sent('a')];
    };
    const [entry] = await readHistory({ ...temporary.journal.follow(), read });
    expect(entry!.outcome).toEqual({ status: 'sending' });
  });

  it('reports that it cannot be read in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hanging = { ...temporary.journal.follow(), read: () => new Promise<never>(() => {}) };
    const reading = readHistory(hanging).finally(() => vi.useRealTimers());
    vi.advanceTimersByTime(30_000);
    await expect(reading).rejects.toThrow('It took longer than 30 seconds.');
  });

  it('is read as a single tail across months, from the newest back', async () => {
    const { journal, folder } = temporary;
    const months = ['2026-08', '2026-09', '2026-10'];
    for (const month of months) {
      const file = join(folder, `${month}.jsonl`);
      await writeFile(file, `${JSON.stringify(sent(`${month} old`))}\n`);
      await truncate(file, 10_000_000);
      await journal.append(sent(month, `${month}-01T00:00:00.000Z`));
    }
    const reader = journal.follow();
    expect(idsOf(await reader.read())).toEqual(['2026-09', '2026-10 old', '2026-10']);
    expect(reader.isCut()).toBe(true);
    await journal.append(sent('late', '2026-08-02T00:00:00.000Z'));
    expect(idsOf(await reader.read())).toEqual(['late', '2026-09', '2026-10 old', '2026-10']);
  });

  it('records the grouping of bare trajectories', async () => {
    const submission = await submissionTo('http://127.0.0.1:9');
    await submit({ ...submission, grouping: 'each' }, portsWith(temporary.journal));
    const [entry] = await readHistory(temporary.journal.follow());
    expect(entry?.grouping).toBe('each');
  });

  it('loses only the line that a crash tore', async () => {
    const { journal, folder } = temporary;
    await journal.append(sent('a'));
    const file = join(folder, '2026-11.jsonl');
    const whole = await readFile(file, 'utf8');
    for (let length = 1; length < whole.length - 1; length++) {
      await writeFile(file, whole + whole.slice(0, length));
      await journal.append(sent('b'));
      const ids = idsOf(await journal.follow().read());
      expect(ids.slice(0, 1)).toEqual(['a']);
      expect(ids.slice(-1)).toEqual(['b']);
    }
  });

  it('skips lines and files that are not its own', async () => {
    const { journal, folder } = temporary;
    await journal.append(sent('a'));
    await appendFile(join(folder, '2026-11.jsonl'), 'null\n[]\n7\n{"id": 1}\n{"state": "sent"}\n');
    await writeFile(join(folder, 'notes.txt'), '{"state":"sent","id":"x","time":"t"}');
    expect(idsOf(await journal.follow().read())).toEqual(['a']);
  });

  it.each<[string, object]>([
    ['a `prepared` record without a document', { ...prepared('x'), documentUri: undefined }],
    ['a `prepared` record without a size', { ...prepared('x'), bytes: undefined }],
    ['a `prepared` record with a split that is not a string', { ...prepared('x'), split: 7 }],
    ['a `prepared` record of an unknown operation', { ...prepared('x'), operation: 'stop' }],
    [
      'a `prepared` record of an operation called like a property',
      { ...prepared('x'), operation: 'toString' },
    ],
    ['an unknown step', { ...sent('x'), state: 'lost' }],
    ['an end without an outcome', { ...sent('x'), state: 'accepted' }],
    ['an end with a null outcome', { ...sent('x'), state: 'accepted', outcome: null }],
    ['an unknown end', { ...sent('x'), state: 'lost', outcome: { status: 'lost' } }],
    ['a job without an id', { ...sent('x'), state: 'accepted', outcome: { status: 'accepted' } }],
    ['a rejection without a reason', { ...sent('x'), state: 'rejected', outcome: { status: 'rejected' } }],
  ])('skips %s', async (_, record) => {
    const { journal, folder } = temporary;
    await journal.append(prepared('a'));
    await appendFile(join(folder, '2026-11.jsonl'), `${JSON.stringify(record)}\n`);
    expect(idsOf(await journal.follow().read())).toEqual(['a']);
    expect((await readHistory(journal.follow())).map(wordingOf)).toHaveLength(1);
  });

  it('is readable only by its user', async () => {
    if (process.platform === 'win32') return;
    await temporary.journal.append(sent('a'));
    expect((await stat(join(temporary.folder, '2026-11.jsonl'))).mode & 0o077).toBe(0);
  });

  it('clears requests from all files, without a trace', async () => {
    const { journal, folder } = temporary;
    await journal.append(
      prepared('a', { time: '2026-10-31T23:59:59.999Z', documentUri: 'file:///secret.json' }),
    );
    await journal.append(prepared('b'));
    await journal.append(sent('a'));
    await forgetAllBut('b');
    expect(idsOf(await journal.follow().read())).toEqual(['b']);
    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(texts.join('')).not.toContain('secret');
    await journal.append(prepared('a'));
    expect(idsOf(await journal.follow().read())).toEqual(['b', 'a']);
  });

  it('forgets truncated lines, but not the one that is being written', async () => {
    const { journal, folder } = temporary;
    const file = join(folder, '2026-11.jsonl');
    await appendFile(file, '{"state":"prepared","id":"to');
    await journal.append(sent('a'));
    await appendFile(file, '\n{"state":"sent","id":"wri');
    await forgetAllBut('a');
    expect(await readFile(file, 'utf8')).toMatch(/^ +\n\{.*"a".*\}\n\n\{"state":"sent","id":"wri$/);
    await appendFile(file, 'tten","time":"2026-11-20T10:00:01.000Z"}\n');
    expect(idsOf(await journal.follow().read())).toEqual(['a', 'written']);
  });

  it('moves nothing when it forgets, so that the order of two windows is kept', async () => {
    const { journal, folder } = temporary;
    for (const id of ['a', 'b', 'c', 'd']) await journal.append(sent(id));
    const file = join(folder, '2026-11.jsonl');
    const before = await readFile(file);
    await forgetAllBut('b', 'd');
    const after = await readFile(file);
    expect(after.length).toBe(before.length);
    for (const id of ['b', 'd']) expect(after.indexOf(`"${id}"`)).toBe(before.indexOf(`"${id}"`));
    expect(idsOf(await journal.follow().read())).toEqual(['b', 'd']);
  });
});

describe('clearing the journal', () => {
  it('reaches beyond the tail, and keeps what was added since it was read', async () => {
    const { journal, folder } = temporary;
    const file = join(folder, '2026-11.jsonl');
    const secrets = `${JSON.stringify(prepared('old', { documentUri: 'file:///secret.json' }))}\n`;
    const long = `${'secret'.repeat(600_000)}\n`;
    await writeFile(file, secrets.repeat(60_000) + long + secrets);
    await writeFile(join(folder, '2026-09.jsonl'), secrets);
    await journal.append(prepared('stays'));
    await appendFile(file, secrets.repeat(10));
    const reader = journal.follow();
    await reader.read();
    await journal.append(prepared('later'));
    const { size } = await stat(file);
    await reader.forgetAllBut(new Set(['stays']));
    expect((await stat(file)).size).toBe(size);
    expect(idsOf(await journal.follow().read())).toEqual(['stays', 'later']);
    for (const name of await readdir(folder))
      expect((await readFile(join(folder, name))).includes('secret'), name).toBe(false);
  });

  it('completes an older clearing that crashed, whatever is at its block borders', async () => {
    const { journal, folder } = temporary;
    const file = join(folder, '2026-11.jsonl');
    const line = (id: string, length: number) => `${JSON.stringify(sent(id)).padEnd(length - 1)}\n`;
    const block = 1 << 20;
    for (const last of [100, block - 1, block, block + 1, 2 * block]) {
      await writeFile(file, line('x', 100) + line('stays', 100) + line('y', last));
      const reader = journal.follow();
      await reader.read();
      await reader.forgetAllBut(new Set(['stays']));
      expect((await readFile(file, 'utf8')).replaceAll(/ +/g, ''), `${last}`).toBe(
        `\n${JSON.stringify(sent('stays')).replaceAll(' ', '')}\n\n`,
      );
    }
  });
});

describe('a request', () => {
  async function toServer(
    script: Parameters<typeof rawServer>[0],
    run: (submission: Submission) => Promise<void>,
  ) {
    const server = await rawServer(script);
    try {
      await run(await submissionTo(`http://127.0.0.1:${server.port}`));
    } finally {
      await server.close();
    }
    return server;
  }

  it('is in the journal, on disk, before the service receives its first byte', async () => {
    const { journal, folder } = temporary;
    let atFirstByte = '';
    await toServer(
      async ({ socket, request }) => {
        socket.once('data', async () => {
          const [file = ''] = await readdir(folder);
          atFirstByte = await readFile(join(folder, file), 'utf8');
          await request;
          socket.end(httpResponse('500 No'));
        });
      },
      async (submission) => void (await submit(submission, portsWith(journal))),
    );
    const states = atFirstByte.split('\n').flatMap((line) => (line ? [JSON.parse(line).state] : []));
    expect(states).toEqual(['prepared', 'sent']);
  });

  it('is recorded with everything but the token and the body', async () => {
    const { journal } = temporary;
    const server = await toServer(
      async ({ socket, request }) => {
        await request;
        socket.end(httpResponse('401 No', `{"detail": "${canary} is not known", "x": "${canary}"}`));
      },
      async (submission) => void (await submit(submission, portsWith(journal))),
    );
    const records = await journal.follow().read();
    const [prepared] = records as [PreparedRecord];
    expect(prepared).toMatchObject({
      operation: 'train',
      endpoint: `http://127.0.0.1:${server.port}/v1/preview/training-jobs`,
      origin: `http://127.0.0.1:${server.port}`,
      modelId: 'm',
      documentUri: 'file:///a.json',
      bytes: 42,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      process: process.pid,
      host: hostname(),
    });
    const { limits } = portsWith(journal);
    expect(Date.parse(prepared.deadline) - Date.parse(prepared.time)).toBeGreaterThan(limits.whole);
    expect(JSON.stringify(records)).not.toContain('trajectory_groups');
    expect(JSON.stringify(records)).not.toContain(canary);
  });

  const escaped = `\\u0063${canary.slice(1)}`;
  it.each([
    ['as a reason', `{"detail": "${canary} is not known"}`],
    ['spelled with an escape', `{"detail": "${escaped} is not known"}`],
    ['where the response is cut for display', `${'x'.repeat(490)}${canary}`],
    [
      'in a validation error',
      `{"detail": [{"loc": ["body", "${canary}"], "msg": "${escaped}", "type": "t"}]}`,
    ],
  ])('whose token the service sends back %s does not reveal it', async (_, body) => {
    const { journal } = temporary;
    await toServer(
      async ({ socket, request }) => {
        await request;
        socket.end(httpResponse('400 No', body));
      },
      async (submission) => {
        const result = await submit(submission, portsWith(journal));
        const everything = JSON.stringify([result, await journal.follow().read()]);
        expect(everything).not.toContain(canary);
        expect(everything).not.toContain(canary.slice(0, 10));
        expect(everything).not.toContain(escaped);
      },
    );
  });

  it.each(['prepared', 'sent'] as const)(
    'does not happen when its %s record cannot be written',
    async (state) => {
      const { journal } = temporary;
      const server = await toServer(
        () => {},
        async (submission) => {
          const failing = {
            ...journal,
            append: async (record: JournalRecord) => {
              if (record.state === state) throw new Error('No space left on device');
              await journal.append(record);
            },
          };
          const { outcome } = await submit(submission, portsWith(failing));
          expect(outcome).toMatchObject({ status: 'failed', reason: 'journal' });
        },
      );
      expect(server.received()).toBe('');
    },
  );

  it('that cannot record its end still reports it, and says so', async () => {
    const { journal } = temporary;
    await toServer(
      async ({ socket, request }) => {
        await request;
        socket.end(httpResponse('500 No'));
      },
      async (submission) => {
        const failing = {
          ...journal,
          append: async (record: JournalRecord) => {
            if (record.state === 'unknown') throw new Error('No space left on device');
            await journal.append(record);
          },
        };
        const { outcome, journalError } = await submit(submission, portsWith(failing));
        expect(outcome).toMatchObject({ status: 'unknown' });
        expect(journalError).toContain('No space left');
        // Only its start is recorded, but it has ended.
        const [entry] = await readHistory(journal.follow());
        expect(entry?.outcome).toMatchObject({ status: 'unknown', reason: 'interrupted' });
      },
    );
  });

  it('does not happen when the folder cannot be written', async () => {
    if (process.getuid?.() === 0) return;
    await chmod(temporary.folder, 0o500);
    const { outcome } = await submit(await submissionTo('http://127.0.0.1:9'), portsWith(temporary.journal));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'journal' });
    await chmod(temporary.folder, 0o700);
  });
});
