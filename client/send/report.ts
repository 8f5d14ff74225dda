import * as vscode from 'vscode';
import { messageOf } from '../../send/journal/wording';
import { canRetry, type Outcome } from '../../send/outcome';
import type { Submission, SubmitResult } from '../../send/submit';
import { countOf } from '../../send/words/counts';
import { inertText } from '../../send/words/plainText';
import { askForToken } from '../access/token';
import type { FollowedEdits } from '../locations/rejections';
import { jobIdOf, showDetails } from './history/showLatestOutcome';
import type { Sender } from './sender';

/** A send that came to an end, and what is needed to tell about it. */
export interface Report {
  readonly submission: Submission;
  readonly result: SubmitResult;
  readonly followed: FollowedEdits;
}

/**
 * Shows what came of a send: marks in the text, a message with what to do, a line in the output channel. `offer`
 * settles when the user has answered the message: `again` asks for the same to be sent once more.
 */
export async function report(
  sender: Sender,
  sent: Report,
): Promise<{ readonly offer: Promise<'again' | undefined> }> {
  const { submission, result, followed } = sent;
  const { outcome, problems, journalError } = result;
  logLine(sender, submission, outcome);
  if (journalError !== undefined) {
    const message = `The outcome could not be written to the history: ${journalError}`;
    void vscode.window.showWarningMessage(inertText(message, 500));
  }
  const marked =
    problems.length === 0 ? 0 : await sender.rejections.show({ body: submission.body, problems, followed });
  const cut = marked < problems.length ? ` ${countOf(marked, 'place')} can be marked.` : '';
  const offer = tell(sender, sent, inertText(`${messageOf(outcome)}${cut}`, 900));
  if (outcome.status === 'accepted' || outcome.status === 'logged') await remember(sender, submission);
  return { offer };
}

async function tell(sender: Sender, sent: Report, message: string): Promise<'again' | undefined> {
  const actions = actionsFor(sender, sent);
  const labels = actions.map(({ label }) => label);
  const chosen = await notification(sent.result.outcome)(message, ...labels);
  const action = actions.find(({ label }) => label === chosen);
  return (await action?.run()) === 'again' ? 'again' : undefined;
}

/** What the user can do about an outcome. An action may ask for the same to be sent again. */
interface Action {
  readonly label: string;
  readonly run: () => 'again' | PromiseLike<unknown>;
}

function actionsFor(sender: Sender, { submission, result }: Report): readonly Action[] {
  const { outcome, entry } = result;
  const details: Action = { label: 'Show Details', run: () => showDetails(entry) };
  const id = jobIdOf(entry);
  if (id !== null) return [{ label: 'Copy Job Id', run: () => vscode.env.clipboard.writeText(id) }, details];
  const askAgain = () => askForToken(sender.tokens, submission.endpoint.origin);
  if (outcome.status === 'failed') {
    if (canRetry(outcome)) return [{ label: 'Retry', run: () => 'again' }];
    if (outcome.reason !== 'token') return [details];
    // Nothing was sent, so the confirmation still stands.
    return [{ label: 'Set Token', run: async () => ((await askAgain()) === null ? undefined : 'again') }];
  }
  if (outcome.status !== 'rejected') return outcome.status === 'cancelled' ? [] : [details];
  if (outcome.httpStatus === 401) return [{ label: 'Set Token', run: askAgain }, details];
  if (outcome.problemCount === 0) return [details];
  return [{ label: 'Show Problems', run: showProblems }];
}

function notification({
  status,
}: Outcome): (message: string, ...actions: string[]) => Thenable<string | undefined> {
  if (status === 'rejected' || status === 'failed') return vscode.window.showErrorMessage;
  return status === 'unknown' ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
}

function showProblems(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.actions.view.problems');
}

function logLine({ log }: Sender, submission: Submission, outcome: Outcome): void {
  const { endpoint, measure, operation } = submission;
  const status = 'httpStatus' in outcome && outcome.httpStatus !== undefined ? ` ${outcome.httpStatus}` : '';
  const job = outcome.status === 'accepted' ? ` job ${outcome.jobId}` : '';
  const what = `POST ${endpoint.url.href} (${operation}, ${measure.bytes} bytes)`;
  log.info(`${what}: ${outcome.status}${status}${job}`);
}

/** What cannot be remembered is asked for again. The outcome has been told, and is not about this. */
async function remember(
  { recentModelIds, recentSplits, log }: Sender,
  { modelId, split }: Submission,
): Promise<void> {
  try {
    await recentModelIds.add(modelId);
    if (split !== null) await recentSplits.add(split);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(`The model id and the split could not be remembered: ${reason}`);
  }
}
