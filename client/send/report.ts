import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { traceOf } from '../../send/format/errorTrace';
import { inertText } from '../../send/format/plainText';
import { messageOf } from '../../send/journal/wording';
import type { Outcome } from '../../send/outcome';
import { fileErrorsOf, indexesOf } from '../../send/response/fileErrors';
import type { Submission } from '../../send/submission';
import type { SubmitResult } from '../../send/submit';
import type { FollowedEdits } from '../locations/serviceErrors/serviceDiagnostics';
import type { SendOperation } from './operations/operation';
import { actionsFor, isNext, type Next } from './outcomeActions';
import type { SendServices } from './sendServices';

/** A finished send, and everything needed to report it. */
export interface Report {
  readonly operation: SendOperation;
  readonly submission: Submission;
  readonly result: SubmitResult;
  readonly followed: FollowedEdits;
}

/**
 * Reports a finished send: diagnostics, a message with actions, a line in the output channel. `offer` resolves with the
 * user's reaction to the message.
 */
export async function report(
  services: SendServices,
  sent: Report,
): Promise<{ readonly offer: Promise<Next | undefined> }> {
  const { submission, result } = sent;
  const { outcome, errors, journalError } = result;
  logLine(services, submission, outcome);
  if (journalError !== undefined) {
    const message = `The outcome could not be written to the history: ${journalError}`;
    void vscode.window.showWarningMessage(inertText(message, 500));
  }
  const marked = errors.length === 0 ? 0 : await mark(services, sent);
  const cut =
    marked < errors.length
      ? ` ${marked.toLocaleString('en')} of them can be underlined in the document.`
      : '';
  const offer = tell(services, sent, inertText(`${messageOf(outcome)}${cut}`, 900));
  await remember(services, submission);
  return { offer };
}

/**
 * Shows validation errors as diagnostics and returns how many entries are shown. On an error, logs it: the message
 * still appears.
 */
async function mark(
  { serviceDiagnostics, linesOfValues, isUnchanged, log }: SendServices,
  { submission, result, followed }: Report,
): Promise<number> {
  try {
    const { body } = submission;
    const { errors } = result;
    const marked = await serviceDiagnostics.show({ body, errors, followed });
    const about = fileErrorsOf(body, errors);
    if (about === null) return marked;
    const { file } = about;
    const lines = await linesOfValues(file.path, indexesOf(about.errors));
    const placed = about.errors.map(({ error, index }) => ({ error, line: lines.get(index ?? -1) ?? 0 }));
    return marked + (await serviceDiagnostics.showInFile(file.uri, placed, () => isUnchanged(file)));
  } catch (error) {
    log.error(`The errors reported by the service could not be underlined: ${traceOf(error)}`);
    return 0;
  }
}

async function tell(services: SendServices, sent: Report, message: string): Promise<Next | undefined> {
  const actions = actionsFor(services, sent);
  const labels = actions.map(({ label }) => label);
  const chosen = await notification(sent.result.outcome)(message, ...labels);
  const next = await actions.find(({ label }) => label === chosen)?.run();
  return isNext(next) ? next : undefined;
}

function notification({
  status,
}: Outcome): (message: string, ...actions: string[]) => Thenable<string | undefined> {
  if (status === 'rejected' || status === 'failed') return vscode.window.showErrorMessage;
  return status === 'unknown' ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
}

function logLine({ log }: SendServices, submission: Submission, outcome: Outcome): void {
  const { endpoint, digest, operation } = submission;
  const status = 'httpStatus' in outcome && outcome.httpStatus !== undefined ? ` ${outcome.httpStatus}` : '';
  const job = outcome.status === 'accepted' ? ` job ${outcome.jobId}` : '';
  const what = `POST ${endpoint.url.href} (${operation}, ${digest.bytes} bytes)`;
  log.info(`${what}: ${outcome.status}${status}${job}`);
}

/**
 * Remembers the inputs after every outcome: a corrected request usually has the same ones. On an error, only logs it:
 * the user will be asked again.
 */
async function remember(
  { recentModelIds, recentSplits, log }: SendServices,
  { modelId, split }: Submission,
): Promise<void> {
  try {
    await recentModelIds.add(modelId);
    if (split !== null) await recentSplits.add(split);
  } catch (error) {
    const reason = reasonOf(error);
    log.warn(`The model id and the split could not be remembered: ${reason}`);
  }
}
