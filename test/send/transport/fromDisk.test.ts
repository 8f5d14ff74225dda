import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Body, DescribedFile, DescribedSource } from '../../../send/request/body';
import { groupCountOf, isVerbatim } from '../../../send/request/body';
import { logRequestBody, missingGroupsMessage, trainingJobBody } from '../../../send/request/requestBodies';
import { fileErrorsOf } from '../../../send/response/fileErrors';
import { snapshotOf } from '../../../send/transport/files';
import { linesOfValues } from '../../../send/transport/linesOfValues';
import { digestBody, openBody } from '../../../send/transport/readBody';
import { saveBody } from '../../../send/transport/saveBody';
import { openDocument } from '../../../server/core/document';
import { createEngine } from '../../../server/core/engine';
import { summarize } from '../../../server/core/features/summary';
import { runToEnd } from '../../../server/core/work';
import { describeFile } from '../../../server/files/describeFile';
import { declaredLanguage, type Language, recognizedLanguage } from '../../../server/languageDetection';
import { bodyText } from '../submissions';

const engine = createEngine();
const folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const model = '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';
const markOfBytes = '\uFEFF';

/** A file with this content, described from disk. */
async function onDisk(name: string, content: string, language?: Language): Promise<DescribedFile> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const source = await snapshotOf(path);
  if ('problem' in source) throw new Error(source.problem);
  const summary = await describeFile(engine, path, { language, pause: async () => true });
  if (summary === null || 'message' in summary) throw new Error(summary?.message);
  return { source, summary };
}

/** The same content as a document. */
function inMemory(name: string, content: string, language: Language): DescribedSource {
  const text = content.replace(markOfBytes, '');
  const summary = { ...runToEnd(summarize(openDocument(engine, text, { language, name }))), version: 1 };
  return { source: { uri: `file:///${name}`, version: 1, text }, summary };
}

/** All that is read of a body. */
async function bytesOf(body: Body): Promise<string> {
  const opened = await openBody(body);
  if ('problem' in opened) throw new Error(opened.problem);
  const chunks: Buffer[] = [];
  for await (const chunk of opened.chunks) {
    if (!(chunk instanceof Uint8Array)) throw new Error(chunk.problem);
    chunks.push(Buffer.from(chunk));
  }
  await opened.close();
  return Buffer.concat(chunks).toString();
}

/** The bodies that can be made of a source. */
function bodiesOf(described: DescribedSource): readonly (Body | null)[] {
  const requests = ([undefined, 'one', 'each'] as const).flatMap((grouping) => {
    const groups = grouping === undefined ? described : { ...described, grouping };
    return [
      logRequestBody(groups, 'a "split"'),
      logRequestBody(groups, groups.summary.split),
      trainingJobBody({ groups, config: null, modelId: model }),
      trainingJobBody({ groups, config: null, modelId: groups.summary.modelId ?? '' }),
    ];
  });
  return requests;
}

const files = ['examples', 'test/fixtures/features', 'test/corpus/files'].flatMap((from) =>
  readdirSync(from)
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => [name, readFileSync(join(from, name), 'utf8')] as const),
);

describe('A request made from a file on disk', () => {
  it('is that of the same document, byte for byte', async () => {
    let compared = 0;
    for (const [name, content] of files) {
      const language = declaredLanguage('', name) ?? recognizedLanguage(name, content);
      if (language === null || content.includes('\uFFFD')) continue;
      for (const start of ['', markOfBytes]) {
        const file = await onDisk(name, start + content);
        const document = inMemory(name, start + content, language);
        expect([name, file.summary.kind]).toEqual([name, document.summary.kind]);
        // Nothing of an unrecognized file is sent from disk, nor of lines whose values cannot be told apart.
        if (document.summary.kind === 'unrecognized' || missingGroupsMessage(file) !== null) continue;
        const { errors, warnings, groupCount, trajectoryCount } = document.summary;
        expect(file.summary).toMatchObject({ errors, warnings, groupCount, trajectoryCount });
        const [ofFile, ofDocument] = [bodiesOf(file), bodiesOf(document)];
        for (const [i, body] of ofFile.entries()) {
          const other = ofDocument[i]!;
          expect(body === null, name).toBe(other === null);
          if (body === null || other === null) continue;
          expect(await bytesOf(body), name).toBe(bodyText(other));
          expect(await digestBody(body)).toEqual(await digestBody(other));
          expect(isVerbatim(body)).toBe(isVerbatim(other) && start === '');
          compared++;
        }
        expect(groupCountOf(file)).toBe(groupCountOf(document));
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('can contain the config of another file', async () => {
    const groups = await onDisk('a.trajectories.jsonl', '{"trajectories": []}\n\n{"trajectories": []}');
    const config = await onDisk('c.training-config.json', ' {"é": 1, "learning_rate": 1e-5}\n');
    expect(await bytesOf(trainingJobBody({ groups, config, modelId: 'm' })!)).toBe(
      '{"model_id":"m","trajectory_groups":[{"trajectories": []},{"trajectories": []}],"experimental_config":{"é": 1, "learning_rate": 1e-5}}',
    );
  });

  it('can be saved to a file, as `curl` needs it', async () => {
    const file = await onDisk('s.trajectories.jsonl', '{"trajectories": []}\n\n{"trajectories": []}');
    const body = logRequestBody(file, 's')!;
    const saved = join(folder, 'body.json');
    expect(await saveBody(body, saved)).toEqual(await digestBody(body));
    expect(readFileSync(saved, 'utf8')).toBe(await bytesOf(body));
    writeFileSync(file.source.path, '');
    expect(await saveBody(body, saved)).toMatchObject({ problem: 's.trajectories.jsonl has changed.' });
  });

  it('is refused if its lines are groups and trajectories, as that of a document is', async () => {
    const content = '{"trajectories": []}\n\n{"messages_and_choices": []}\n';
    const message = missingGroupsMessage(await onDisk('m.trajectories.jsonl', content));
    expect(message).toMatch(/^Line 3 is a trajectory, but lines before it are groups\./);
    expect(message).toBe(missingGroupsMessage(inMemory('m.trajectories.jsonl', content, 'trajectory-jsonl')));
  });

  it('is refused if it has no line, as that of a document is', async () => {
    for (const content of ['', ' \n\n']) {
      const message = missingGroupsMessage(await onDisk('e.trajectories.jsonl', content));
      expect(message).toBe('This document has no trajectories.');
      expect(missingGroupsMessage(inMemory('e.trajectories.jsonl', content, 'trajectory-jsonl'))).toBe(
        message,
      );
    }
  });

  it('is refused if its lines may not be its values', async () => {
    const broken = await onDisk('b.trajectories.jsonl', '{"trajectories": []}\n{"trajectories": [\n]}\n');
    expect(missingGroupsMessage(broken)).toMatch(/syntax errors\. Fix them first/);
    expect(logRequestBody(broken, 's')).toBeNull();
    // A document of one value can be sent as it is: the service sees what is wrong.
    const request = await onDisk('b.trajectory.json', '{"split": "s", "trajectory_groups": [1,]}');
    expect(missingGroupsMessage(request)).toBeNull();
    expect(await bytesOf(logRequestBody(request, 's')!)).toBe('{"split": "s", "trajectory_groups": [1,]}');
  });

  it('is refused if the file is not text of ours', async () => {
    const refused: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
      ['a.trajectory.json', Buffer.from([0x7b, 0xff, 0x7d]), /^Not valid UTF-8: byte 0xFF on line 1\.$/],
      ['b.trajectory.json', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
      ['c.json', '{"a": 1}', /^No trajectories were found/],
    ];
    for (const [name, content, message] of refused) {
      const path = join(folder, name);
      writeFileSync(path, content);
      expect(await describeFile(engine, path, { pause: async () => true })).toEqual({
        message: expect.stringMatching(message),
      });
    }
    const gone = await describeFile(engine, join(folder, 'gone.json'), { pause: async () => true });
    expect(gone).toEqual({ message: 'The file no longer exists.' });
    expect(await describeFile(engine, folder, { pause: async () => true })).toHaveProperty('message');
  });

  it('is not described to its end once nobody wants it', async () => {
    const path = join(folder, 'long.trajectories.jsonl');
    writeFileSync(path, '{"trajectories": []}\n'.repeat(100_000));
    let pauses = 0;
    const shares: number[] = [];
    const pause = async (): Promise<boolean> => ++pauses < 5;
    expect(await describeFile(engine, path, { pause, onProgress: (share) => shares.push(share) })).toBeNull();
    expect(pauses).toBe(5);
    expect(Math.max(...shares)).toBeLessThan(0.5);
  });
});

describe('The errors of a service about a file on disk', () => {
  const lines = '\n{"trajectories": []}\r\n \r\n{"trajectories": []}\n';
  const bare = '{"messages_and_choices": []}\n\n{"messages_and_choices": []}\n';

  it.each([
    ['groups', lines, undefined, ['body', 'trajectory_groups', '1', 'trajectories'], 3],
    ['groups after a mark', markOfBytes + lines, undefined, ['body', 'trajectory_groups', 1], 3],
    ['the first group', markOfBytes + lines.trim(), undefined, ['body', 'trajectory_groups', 0], 0],
    ['one group', bare, 'one', ['body', 'trajectory_groups', 0, 'trajectories', 1, 'reward'], 2],
    ['a group each', bare, 'each', ['trajectory_groups', 1, 'trajectories', 0], 2],
    ['an empty name', lines, undefined, ['body', 'trajectory_groups', '', 'trajectories'], undefined],
    ['a name like a number', lines, undefined, ['body', 'trajectory_groups', '0x1'], undefined],
    ['nothing in the lines', lines, undefined, ['body', 'split'], undefined],
  ] as const)('about %s lead to a line', async (_, content, grouping, loc, line) => {
    const file = await onDisk('e.trajectories.jsonl', content);
    const described = grouping === undefined ? file : { ...file, grouping };
    const error = { loc: [...loc], message: 'wrong', type: '' };
    const about = fileErrorsOf(logRequestBody(described, 's')!, [error])!;
    const [{ index } = { index: null }] = about.errors;
    const found = await linesOfValues(about.file.path, index === null ? [] : [index]);
    expect(found.get(index ?? -1)).toBe(line);
  });
});
