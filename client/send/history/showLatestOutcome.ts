import * as vscode from 'vscode';
import type { HistoryEntry } from '../../../send/journal/history';
import { wordingOf } from '../../../send/journal/wording';
import { inertText } from '../../../send/words/plainText';
import type { Sender } from '../sender';

/** What a click on the status bar item opens: copy the job id, or see everything about the latest send. */
export function registerShowLatestOutcome({ status }: Sender): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.showLatestOutcome', async () => {
    const entry = status.latest();
    if (entry === null) void vscode.window.showInformationMessage('Nothing was sent yet.');
    else await offer(entry);
  });
}

/** Everything about a send, as plain text in a dialog. */
export async function showDetails(entry: HistoryEntry): Promise<void> {
  const { label, details } = wordingOf(entry);
  const detail = details.map((line) => inertText(line, 600)).join('\n');
  const copy = 'Copy Job Id';
  const id = jobIdOf(entry);
  const actions = id === null ? [] : [copy];
  if (
    (await vscode.window.showInformationMessage(label, { modal: true, detail }, ...actions)) === copy &&
    id !== null
  ) {
    await vscode.env.clipboard.writeText(id);
  }
}

/** The job id of a send that has one. */
export function jobIdOf({ outcome }: HistoryEntry): string | null {
  return outcome.status === 'accepted' ? outcome.jobId : null;
}

async function offer(entry: HistoryEntry): Promise<void> {
  const id = jobIdOf(entry);
  if (id === null) return showDetails(entry);
  const copy = { label: '$(copy) Copy Job Id', description: id };
  const details = { label: '$(info) Show Details' };
  const choice = await vscode.window.showQuickPick([copy, details], { title: wordingOf(entry).label });
  if (choice === copy) await vscode.env.clipboard.writeText(id);
  if (choice === details) await showDetails(entry);
}
