import * as vscode from 'vscode';
import type { HistoryEntry, Precedents } from '../../send/journal/history';
import type { JournalReader } from '../../send/journal/journal';
import { precedentLines } from '../../send/journal/precedents';
import { groupCountOf } from '../../send/request/body';
import { BUSY, findPrecedents, type Submission } from '../../send/submit';
import { measure } from '../../send/transport/encode';
import { byteSize, countOf } from '../../send/words/counts';
import { inertText } from '../../send/words/plainText';
import { askForToken } from '../access/token';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import type { Gathered, SendOperation } from './operation';
import type { Sender } from './sender';

/** A request that the user agreed to send. */
export interface Confirmed {
  readonly submission: Submission;
  /** Has read the journal up to the question. */
  readonly reader: JournalReader;
  /** Ids of the earlier sends of the same request that the user was told of. */
  readonly acknowledged: ReadonlySet<string>;
}

/** Puts the request together, gets the token, and asks the user. `again` is the send that this one repeats. */
export async function confirm(
  sender: Sender,
  operation: SendOperation,
  gathered: Gathered & { readonly again: HistoryEntry | undefined },
): Promise<Confirmed | Stop> {
  const submission = await toSubmission(operation, gathered);
  if (isStop(submission)) return submission;
  if (!(await hasToken(sender, submission))) return cancelled;
  const reader = sender.journal.follow();
  const precedents = await lookUp(reader, submission);
  if (isStop(precedents)) return precedents;
  const { earlier, competing } = precedents;
  if (competing !== null) return impossible('busy', BUSY);
  const question = { submission, earlier, again: gathered.again ?? null, unreadable: reader.unreadable() };
  if (!(await agreesToSend(question))) return cancelled;
  return { submission, reader, acknowledged: new Set(earlier.map(({ id }) => id)) };
}

async function toSubmission(operation: SendOperation, gathered: Gathered): Promise<Submission | Stop> {
  const request = operation.assemble(gathered);
  if (isStop(request)) return request;
  const { groups, config, modelId, split } = gathered;
  return {
    operation: operation.operation,
    ...request,
    modelId,
    split,
    documentUri: groups.source.uri,
    configUri: config?.source.uri ?? null,
    groups: groupCountOf(groups),
    trajectories: groups.summary.trajectoryCount,
    ...(groups.grouping === undefined ? {} : { grouping: groups.grouping }),
    measure: await measure(request.body),
  };
}

async function hasToken({ tokens }: Sender, { endpoint }: Submission): Promise<boolean> {
  return ((await tokens.read(endpoint.origin)) ?? (await askForToken(tokens, endpoint.origin))) !== null;
}

async function lookUp(reader: JournalReader, submission: Submission): Promise<Precedents | Stop> {
  try {
    return await findPrecedents(reader, submission);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return impossible('journal', `Nothing was sent, because the journal cannot be read: ${reason}`);
  }
}

/** What the question is about. */
interface Question {
  readonly submission: Submission;
  /** Sends of the very same request that arrived or may have. */
  readonly earlier: readonly HistoryEntry[];
  /** The send of the history that the user wants to repeat. */
  readonly again: HistoryEntry | null;
  /** Files of the journal that cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Asks before a request goes out: always for a training job; for logging only when it was sent before. Modal,
 * so that it cannot be answered by accident.
 */
async function agreesToSend(about: Question): Promise<boolean> {
  const { submission, earlier, again, unreadable } = about;
  const repeated = earlier.length > 0 || again !== null;
  if (submission.operation === 'log' && !repeated && unreadable.length === 0) return true;
  const training = submission.operation === 'train';
  const send = `${training ? 'Create Training Job' : 'Log'}${repeated ? ' Again' : ''}`;
  const question = training ? 'Create a training job?' : `Log the trajectories${repeated ? ' again' : ''}?`;
  const detail = [...earlierLines(about), ...requestLines(submission)].join('\n');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, send)) === send;
}

function requestLines(submission: Submission): readonly string[] {
  const { endpoint, modelId, groups, trajectories, measure, configUri, split } = submission;
  return [
    `Address: ${inertText(endpoint.url.href, 500)}`,
    `Model: ${inertText(modelId, 200)}`,
    ...(split === null ? [] : [`Split: ${inertText(split, 200)}`]),
    `Content: ${countOf(groups, 'group')}, ${countOf(trajectories, 'trajectory')}, ${byteSize(measure.bytes)}`,
    ...(configUri === null ? [] : [`Training config: ${inertText(configUri, 300)}`]),
  ];
}

function earlierLines({ submission, earlier, again, unreadable }: Question): readonly string[] {
  const lines = [...precedentLines(earlier)];
  if (again !== null && again.sha256 !== submission.measure.sha256) {
    lines.push('What is sent has changed since the send that you chose.');
  }
  for (const file of unreadable)
    lines.push(
      `A part of the history cannot be read, so earlier sends in it are not known: ${inertText(file, 300)}`,
    );
  return lines.length === 0 ? [] : [...lines, ''];
}
