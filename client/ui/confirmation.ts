import * as vscode from 'vscode';
import type { HistoryEntry } from '../submit/history';
import { inertText } from '../submit/plainText';
import { precedentLines } from '../submit/precedents';
import type { Submission } from '../submit/submit';
import { byteSize, countOf } from '../submit/wording';

/** A request about to be sent, and what is known of sends before it. */
export interface Confirmation {
  readonly submission: Submission;
  /** Sends of the very same request that arrived or may have. */
  readonly earlier: readonly HistoryEntry[];
  /** The send of the history that the user wants to repeat. */
  readonly again: HistoryEntry | null;
}

/**
 * Asks before a request goes out: always for a training job; for logging only when it was sent before. Modal,
 * so that it cannot be answered by accident.
 */
export async function confirmSending(confirmation: Confirmation): Promise<boolean> {
  const { submission, earlier, again } = confirmation;
  const repeated = earlier.length > 0 || again !== null;
  if (submission.operation === 'log' && !repeated) return true;
  const training = submission.operation === 'train';
  const send = training ? `Create Training Job${repeated ? ' Again' : ''}` : 'Log Again';
  const question = training ? 'Create a training job?' : 'Log the trajectories again?';
  const detail = [...earlierLines(confirmation), ...requestLines(submission)].join('\n');
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

function earlierLines({ submission, earlier, again }: Confirmation): readonly string[] {
  const lines = [...precedentLines(earlier)];
  if (again !== null && again.sha256 !== submission.measure.sha256) {
    lines.push('What is sent has changed since the send that you chose.');
  }
  return lines.length === 0 ? [] : [...lines, ''];
}
