import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DescribedDocument,
  groupCountOf,
  holdsOwnConfig,
  logBody,
  trainingBody,
  verbatimBody,
} from '../../../send/request/body';
import type { Grouping } from '../../../send/request/grouping';
import { sourceLocationsOf } from '../../../send/response/sourceLocations';
import { encode } from '../../../send/transport/encode';
import { digestBody } from '../../../send/transport/readBody';
import type { DocumentSummary } from '../../../server/protocol';
import { inputs } from '../../budget';
import { bodyOf, bodyText, sourceOf } from '../submissions';

function described(text: string, about: Partial<DocumentSummary>): DescribedDocument {
  const summary: DocumentSummary = {
    version: 1,
    kind: 'log-request',
    errors: 0,
    warnings: 0,
    split: null,
    modelId: null,
    groups: null,
    config: null,
    groupCount: 0,
    trajectoryCount: 0,
    mixedLine: null,
    ...about,
  };
  return { source: sourceOf(text), summary };
}

function sliceOf(text: string, part: string): { from: number; to: number } {
  const from = text.indexOf(part);
  return { from, to: from + part.length };
}

describe('a body', () => {
  it('is the document itself, down to the last space', () => {
    const text = ' {"split": "train", "trajectory_groups": [], "x": 1e400}\n';
    expect(bodyText(verbatimBody(sourceOf(text)))).toBe(text);
  });

  it('wraps the groups of a training job verbatim, including numbers that JSON.parse would change', () => {
    const groups = '[ {"trajectories": [{"reward": 1e400, "metrics": {"n": 12345678901234567890}}]} ]';
    const text = `{"model_id": "x", "trajectory_groups": ${groups}}`;
    const source = described(text, {
      kind: 'training-job',
      groups: { kind: 'array', slice: sliceOf(text, groups) },
    });
    expect(bodyText(logBody(source, 'a "split"') ?? [])).toBe(
      `{"split":"a \\"split\\"","trajectory_groups":${groups}}`,
    );
  });

  it('has its own config only in a training job', () => {
    const config = { from: 0, to: 2 };
    expect(holdsOwnConfig(described('{}', { kind: 'training-job', config }))).toBe(true);
    expect(holdsOwnConfig(described('{}', { kind: 'training-job' }))).toBe(false);
    expect(holdsOwnConfig(described('{}', { kind: 'group', config }))).toBe(false);
  });

  it('puts the lines of JSON Lines into one array', () => {
    const text = '{"trajectories": []}\n\n{"trajectories": [ ]}\n';
    const bounds = '0,20,22,43';
    const source = described(text, { kind: 'group-lines', groups: { kind: 'items', bounds } });
    const expected = '{"split":"s","trajectory_groups":[{"trajectories": []},{"trajectories": [ ]}]}';
    expect(bodyText(logBody(source, 's') ?? [])).toBe(expected);
  });

  it('groups bare trajectories as the user chose', () => {
    const text = '{"reward": 1}\n{"reward": 2}\n';
    const groups = { kind: 'trajectories', bounds: '0,13,14,27' } as const;
    const lines = described(text, { kind: 'trajectory-lines', groups, trajectoryCount: 2 });
    const textOf = (grouping: Grouping) => bodyText(logBody({ ...lines, grouping }, 's') ?? []);
    expect(textOf('one')).toBe(
      '{"split":"s","trajectory_groups":[{"trajectories":[{"reward": 1},{"reward": 2}]}]}',
    );
    expect(textOf('each')).toBe(
      '{"split":"s","trajectory_groups":[{"trajectories":[{"reward": 1}]},{"trajectories":[{"reward": 2}]}]}',
    );
    expect(logBody(lines, 's')).toBeNull();
    const counts = (['one', 'each'] as const).map((grouping) => groupCountOf({ ...lines, grouping }));
    expect(counts).toEqual([1, 2]);
    const loc = ['body', 'trajectory_groups', 1, 'trajectories', 0, 'reward'];
    const body = logBody({ ...lines, grouping: 'each' }, 's') ?? [];
    expect(sourceLocationsOf(body, [{ loc, message: '', type: '' }])).toEqual([
      { source: lines.source, path: [1, 'reward'] },
    ]);
  });

  it('of a training job takes the config from a separate document', () => {
    const text = '{"split": "s", "trajectory_groups": []}';
    const groups = described(text, { groups: { kind: 'array', slice: sliceOf(text, '[]') } });
    const config = described('\n{"ppo": true}\n', { kind: 'training-config', config: { from: 1, to: 14 } });
    expect(bodyText(trainingBody({ modelId: 'm', groups, config }) ?? [])).toBe(
      '{"model_id":"m","trajectory_groups":[],"experimental_config":{"ppo": true}}',
    );
    expect(bodyText(trainingBody({ modelId: 'm', groups, config: null }) ?? [])).toBe(
      '{"model_id":"m","trajectory_groups":[]}',
    );
  });

  it('is null if there is nothing to send', () => {
    const empty = described('{}', {});
    expect(logBody(empty, 's')).toBeNull();
    expect(trainingBody({ modelId: 'm', groups: empty, config: null })).toBeNull();
  });
});

describe('encoding', () => {
  it('gives the UTF-8 of the text, however it is split', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const piece = fc.tuple(text, fc.nat({ max: 9000 })).map(([part, times]) => part.repeat(times % 900));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.string({ unit: 'binary' }), (parts, before) => {
        const body = parts.flatMap((part) => {
          const source = sourceOf(before + part + before);
          const slice = { from: before.length, to: before.length + part.length };
          return [part, { source, ...slice, bodyPath: [], sourcePath: [] }];
        });
        expect(Buffer.concat([...encode(body)]).equals(Buffer.from(bodyText(body)))).toBe(true);
      }),
      inputs(15),
    );
  });

  it('never cuts a surrogate pair in two', () => {
    const text = `x${'😀'.repeat(100_000)}`;
    expect(Buffer.concat([...encode(bodyOf(text))]).toString('utf8')).toBe(text);
  });

  it('measures the bytes that are sent', async () => {
    const text = `{"é": "${'ä'.repeat(300_000)}"}`;
    expect(await digestBody(bodyOf(text))).toEqual({
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });

  it('produces small chunks of a large document', () => {
    const sizes = [...encode(bodyOf('é'.repeat(1_000_000)))].map((chunk) => chunk.length);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
  });
});
