import * as vscode from 'vscode';
import type { HistoryEntry } from '../../../send/journal/history';
import { wordingOf } from '../../../send/journal/wording';
import { jobIdOf } from '../jobId';
import type { SendServices } from '../sendServices';

/** Menu of the status bar item: cancel the send, copy the job id, or show its details. */
export function registerShowLatestOutcome(services: SendServices): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.showLatestOutcome', async () => {
    const entry = services.status.latest();
    if (entry === null) void vscode.window.showInformationMessage('Nothing has been sent yet.');
    else await offer(services, entry);
  });
}

async function offer({ status, details }: SendServices, entry: HistoryEntry): Promise<void> {
  const id = jobIdOf(entry);
  const cancel = status.cancellation();
  const show = { label: '$(info) Show Details', run: () => details.show(entry) };
  const choices = [
    ...(cancel === null ? [] : [{ ...cancelItem, run: cancel }]),
    ...(id === null
      ? []
      : [{ label: '$(copy) Copy Job Id', description: id, run: () => vscode.env.clipboard.writeText(id) }]),
    show,
  ];
  if (choices.length === 1) return show.run();
  await (await vscode.window.showQuickPick(choices, { title: wordingOf(entry).label }))?.run();
}

const cancelItem = {
  label: '$(stop-circle) Cancel This Request',
  detail: 'The service keeps what it has already received.',
};
