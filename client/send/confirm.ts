import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import { earlierSendLines } from '../../send/journal/earlierSendLines';
import type { HistoryEntry, PriorSends } from '../../send/journal/history';
import { busyMessage, findPriorSends } from '../../send/journal/priorSends';
import type { JournalReader } from '../../send/journal/reader';
import { unreadableLines } from '../../send/journal/unreadable';
import { localTime } from '../../send/journal/wording';
import type { Operation } from '../../send/outcome';
import { holdsOwnConfig, isFilePiece } from '../../send/request/body';
import { problemCounts, requestLines } from '../../send/requestLines';
import { type Submission, submissionOf } from '../../send/submission';
import { nothingSent, type Unreadable } from '../../send/transport/files';
import type { OtherUrl } from '../access/askForToken';
import { pathName } from '../documents/pathName';
import { cancelled, impossible, isStop, type Stop } from '../documents/stop';
import { showHistory, showProblems } from '../notifications';
import { confirmsLog } from '../settings';
import { type ReadingStep, withReading } from './describeSource';
import { findToken } from './findToken';
import type { Gathered, SendOperation } from './operations/operation';
import type { SendTrigger } from './sendArguments';
import type { SendServices } from './sendServices';

/** What is to be sent, and why. */
export interface Plan {
  readonly operation: SendOperation;
  readonly gathered: Gathered;
  readonly trigger: SendTrigger;
  /** Reads the whole journal for the first confirmation, and later only what was added. */
  readonly reader: JournalReader;
}

/** A request that the user agreed to send. */
export interface Confirmed {
  readonly submission: Submission;
  /** Ids of earlier sends of the same request that the confirmation listed. */
  readonly acknowledged: ReadonlySet<string>;
}

/** Assembles the request, gets the token, and asks for confirmation. Returns the URL if the user changed it instead. */
export async function confirm(
  services: SendServices,
  { operation, gathered, trigger, reader }: Plan,
): Promise<Confirmed | OtherUrl | Stop> {
  const request = operation.assemble(gathered);
  if (isStop(request)) return request;
  const { modelId, split } = gathered;
  const submission = await submissionTo(operation.operation, { ...request, modelId, split }, gathered);
  if (isStop(submission)) return submission;
  const unknown = await findToken(services, submission);
  if (unknown !== null) return unknown;
  const priorSends = await lookUp(reader, submission);
  if (isStop(priorSends)) return priorSends;
  const { earlier, competing } = priorSends;
  if (competing !== null) return impossible('busy', busyMessage, showHistory);
  const problems = problemCounts(gathered);
  const unreadable = unreadableLines(reader);
  const holdsConfig = holdsOwnConfig(gathered.groups);
  const question = { operation, submission, holdsConfig, earlier, trigger, problems, unreadable };
  if (!(await agreesToSend(question))) return cancelled;
  return { submission, acknowledged: new Set(earlier.map(({ id }) => id)) };
}

/** The request with its digest. Reading a large file for it takes a while. */
async function submissionTo(
  operation: Operation,
  request: Parameters<typeof submissionOf>[1],
  gathered: Gathered,
): Promise<Submission | Stop> {
  const file = request.body.find(isFilePiece)?.file;
  const read = (step?: ReadingStep): Promise<Submission | Unreadable> => {
    const abort = new AbortController();
    step?.token.onCancellationRequested(() => abort.abort());
    const onProgress = (bytes: number): void => step?.report(Math.min(1, bytes / (file?.size ?? bytes)));
    return submissionOf(operation, request, gathered, { signal: abort.signal, onProgress });
  };
  const name = file === undefined ? '' : nameOf(file.uri);
  const submission = await (file === undefined ? read() : withReading(`Reading ${name}`, read));
  if (!('problem' in submission)) return submission;
  if (submission.isCancelled === true) return cancelled;
  return impossible('document', nothingSent(submission));
}

async function lookUp(reader: JournalReader, submission: Submission): Promise<PriorSends | Stop> {
  try {
    return await findPriorSends(reader, submission);
  } catch (error) {
    const reason = reasonOf(error);
    return impossible(
      'journal',
      `Nothing was sent, because the history of requests cannot be read: ${reason}`,
    );
  }
}

/** What the confirmation is about. */
interface Question {
  readonly operation: SendOperation;
  readonly submission: Submission;
  /** The document itself contains a training config. */
  readonly holdsConfig: boolean;
  /** Sends of the same request that arrived, or may have. */
  readonly earlier: readonly HistoryEntry[];
  readonly trigger: SendTrigger;
  /** Text about problems in the documents; null when there are none. */
  readonly problems: string | null;
  /** Text about unreadable journal files. */
  readonly unreadable: readonly string[];
}

/**
 * Asks for confirmation. The user may have turned it off for logging something the first time. Modal, so that it cannot
 * be confirmed by accident.
 */
async function agreesToSend(about: Question): Promise<boolean> {
  const { operation, submission, earlier, trigger } = about;
  const isAgain = earlier.length > 0 || trigger.again !== undefined;
  if (!operation.alwaysAsks && !isAgain && !needsQuestion(about)) return true;
  const { send, question } = operation.confirmation(isAgain);
  const { problems, holdsConfig } = about;
  const lines = [...earlierLines(about), ...requestLines(submission, { holdsConfig, nameOf })];
  const detail = [...lines, ...(problems === null ? [] : [`Problems: ${problems}`])].join('\n');
  const isListed = problems !== null && !submission.body.some(isFilePiece);
  const show = isListed ? [showProblems.label] : [];
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, send, ...show);
  if (choice === showProblems.label) await showProblems.run();
  return choice === send;
}

function needsQuestion({ trigger, unreadable }: Question): boolean {
  return confirmsLog() || trigger.isIndirect || trigger.hasChanged === true || unreadable.length > 0;
}

/** The path of a document, safe to show. */
function nameOf(uri: string): string {
  return inertText(pathName(uri), 300);
}

/** Until when the service asked to wait, if that is in the future. */
function waitOf(again: HistoryEntry | undefined): string | null {
  const outcome = again?.outcome;
  const until = outcome !== undefined && 'retryAt' in outcome ? outcome.retryAt : undefined;
  return until !== undefined && Date.parse(until) > Date.now() ? until : null;
}

function earlierLines({ submission, earlier, trigger, unreadable }: Question): readonly string[] {
  const lines = [...earlierSendLines(earlier)];
  if (trigger.again !== undefined && trigger.again.sha256 !== submission.digest.sha256) {
    lines.push('The request has changed since you sent it.');
  }
  const wait = waitOf(trigger.again);
  if (wait !== null) lines.push(`The service asks you to wait until ${localTime(wait)}.`);
  if (trigger.hasChanged === true) lines.push('A document has changed since the confirmation.');
  lines.push(...unreadable);
  return lines.length === 0 ? [] : [...lines, ''];
}
