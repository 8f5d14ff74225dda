import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HistoryEntry } from '../../send/journal/history';
import { type Journal, openJournal } from '../../send/journal/journal';
import type { PreparedRecord } from '../../send/journal/records';
import type { Operation } from '../../send/outcome';
import {
  type Body,
  type DocumentSnapshot,
  isFilePiece,
  pieceText,
  type TextPiece,
} from '../../send/request/body';
import { logEndpoint, trainingJobsEndpoint } from '../../send/request/endpoint';
import type { Submission } from '../../send/submission';
import type { SubmitPorts } from '../../send/submit';
import { snapshotOf } from '../../send/transport/files';
import { type BodyDigest, digestBody } from '../../send/transport/readBody';

/** A token that no file and no message may ever contain. */
export const canary = 'canary-token-4b1d5a9e';

/** A document with this text. */
export function sourceOf(text: string, uri = 'file:///rollouts.trajectory.json'): DocumentSnapshot {
  return { uri, version: 1, text };
}

/** A body of one whole document. */
export function bodyOf(text: string): readonly TextPiece[] {
  return [{ source: sourceOf(text), from: 0, to: text.length, bodyPath: [], sourcePath: [] }];
}

/** The text of a whole body as one string, which sending avoids. */
export function bodyText(body: Body): string {
  const textOf = (piece: Body[number]): string => {
    if (typeof piece === 'string') return piece;
    if (isFilePiece(piece)) throw new Error('The text of a file is not in memory.');
    return pieceText(piece);
  };
  return body.map(textOf).join('');
}

/** The size and hash of a body that can be read. */
export async function digestOf(body: Body): Promise<BodyDigest> {
  const digest = await digestBody(body);
  if ('problem' in digest) throw new Error(digest.problem);
  return digest;
}

/** The first record of a send: a training job from `file:///a.json`, sent by process 2. */
export function prepared(id: string, changes: Partial<PreparedRecord> = {}): PreparedRecord {
  return {
    state: 'prepared',
    id,
    time: '2026-11-20T10:00:00.000Z',
    operation: 'train',
    endpoint: 'https://a.example/v1/preview/training-jobs',
    origin: 'https://a.example',
    modelId: 'm',
    split: null,
    documentUri: 'file:///a.json',
    configUri: null,
    verbatim: true,
    groups: 1,
    trajectories: 1,
    bytes: 10,
    sha256: 'same',
    process: 2,
    deadline: '2026-11-20T10:01:00.000Z',
    ...changes,
  };
}

/** The same send as a history entry. */
export function entryWith(
  outcome: HistoryEntry['outcome'],
  changes: Partial<PreparedRecord> = {},
): HistoryEntry {
  const { state: _, ...about } = prepared('x', changes);
  return { ...about, outcome, ended: about.time };
}

/** A confirmed request to a base URL. */
export async function submissionTo(
  baseUrl: string,
  {
    operation = 'train' as Operation,
    text = '{"model_id": "m", "trajectory_groups": []}',
    uri = 'file:///a.json',
  } = {},
): Promise<Submission> {
  const result = operation === 'train' ? trainingJobsEndpoint(baseUrl) : logEndpoint(baseUrl, 'support');
  if (!result.ok) throw new Error(result.message);
  const body = bodyOf(text);
  return {
    operation,
    endpoint: result.endpoint,
    modelId: 'm',
    split: null,
    documentUri: uri,
    configUri: null,
    groups: 0,
    trajectories: 0,
    body,
    digest: await digestOf(body),
  };
}

/** How a file becomes a body: all of its bytes as they are, or its lines with a separator between them. */
export type FileForm = 'as it is' | 'lines' | 'trajectories in lines';

/** A confirmed request for a training job made of a file. */
export async function fileSubmission(baseUrl: string, path: string, form: FileForm): Promise<Submission> {
  const file = await snapshotOf(path);
  if ('problem' in file) throw new Error(file.problem);
  const whole = { file, from: 0, to: file.size };
  const count = await linesIn(path);
  const separator = form === 'lines' ? ',' : ']},{"trajectories":[';
  const lines = { ...whole, lines: { separator, count, position: 1 } };
  const body: Body =
    form === 'as it is'
      ? [{ ...whole, lines: null }]
      : ['{"model_id":"m","trajectory_groups":[', lines, ']}'];
  const submission = await submissionTo(baseUrl, { uri: file.uri });
  return { ...submission, groups: count, body, digest: await digestOf(body) };
}

async function linesIn(path: string): Promise<number> {
  let count = 0;
  for await (const _ of createInterface({ input: createReadStream(path) })) count++;
  return count;
}

/** Ports with this journal; tests override the ports they are about. */
export function portsWith(journal: Journal, changes: Partial<SubmitPorts> = {}): SubmitPorts {
  return {
    journal,
    reader: journal.follow(),
    readToken: async () => canary,
    limits: { connect: 300_000, idle: 300_000, whole: 300_000 },
    signal: new AbortController().signal,
    acknowledged: new Set(),
    onInternalError: () => {},
    ...changes,
  };
}

/** A journal in a new temporary folder. */
export async function temporaryJournal(): Promise<{
  readonly journal: Journal;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'trajectory-journal-'));
  return { journal: openJournal(folder), folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
