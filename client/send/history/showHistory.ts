import * as vscode from 'vscode';
import { curlCommand } from '../../../send/journal/curl';
import type { HistoryEntry } from '../../../send/journal/history';
import { wordingOf } from '../../../send/journal/wording';
import { readHistory } from '../../../send/submit';
import { countOf } from '../../../send/words/counts';
import { inertText } from '../../../send/words/plainText';
import { createTrainingJob } from '../createTrainingJob';
import { logTrajectories } from '../logTrajectories';
import { send } from '../pipeline';
import type { SendArguments } from '../sendArguments';
import type { Sender } from '../sender';
import { jobIdOf, showDetails } from './showLatestOutcome';

/** A list that is longer than this is cut, and says so. */
const SHOWN = 1000;

/** `Trajectory: Show History`: every send with its outcome, and what can be done with it. */
export function registerShowHistory(sender: Sender): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.showHistory', async () => {
    const history = await readHistory(sender.journal.follow());
    if (history.length === 0) {
      void vscode.window.showInformationMessage('Nothing was sent yet.');
      return;
    }
    const cut = history.length > SHOWN ? `, the latest ${SHOWN} of them` : '';
    const choice = await vscode.window.showQuickPick(
      [...history].reverse().slice(0, SHOWN).map(historyItem),
      {
        title: `${countOf(history.length, 'send')}${cut}`,
        placeHolder: 'Type to filter by job id, model, split, document or time',
        matchOnDescription: true,
        matchOnDetail: true,
      },
    );
    if (choice !== undefined) await offerActions(sender, choice.entry);
  });
}

function historyItem(entry: HistoryEntry): vscode.QuickPickItem & { readonly entry: HistoryEntry } {
  const { icon, label } = wordingOf(entry);
  const when = new Date(entry.time).toLocaleString();
  const about = [jobIdOf(entry), entry.modelId, entry.split].filter((part) => part !== null);
  return {
    label: `$(${icon}) ${label}`,
    description: inertText([when, ...about].join(' · '), 400),
    detail: inertText(vscode.workspace.asRelativePath(vscode.Uri.parse(entry.documentUri)), 300),
    entry,
  };
}

async function offerActions(sender: Sender, entry: HistoryEntry): Promise<void> {
  const id = jobIdOf(entry);
  const uri = vscode.Uri.parse(entry.documentUri);
  const actions = [
    { label: '$(info) Show Details', run: () => showDetails(entry) },
    { label: '$(go-to-file) Open Document', run: () => vscode.commands.executeCommand('vscode.open', uri) },
    ...(id === null ? [] : [{ label: '$(copy) Copy Job Id', run: () => vscode.env.clipboard.writeText(id) }]),
    { label: '$(terminal) Copy as curl', run: () => vscode.env.clipboard.writeText(curlCommand(entry)) },
    { label: '$(refresh) Send Again…', run: () => sendAgain(sender, entry) },
  ];
  const title = wordingOf(entry).label;
  await (await vscode.window.showQuickPick(actions, { title }))?.run();
}

/** Sends the document's present text with the same answers; the confirmation is asked in any case. */
function sendAgain(sender: Sender, entry: HistoryEntry): Promise<unknown> {
  const operation = entry.operation === 'log' ? logTrajectories : createTrainingJob;
  return send(sender, operation, {
    uri: vscode.Uri.parse(entry.documentUri),
    modelId: entry.modelId,
    ...(entry.grouping === undefined ? {} : { grouping: entry.grouping }),
    ...(entry.split === null ? {} : { split: entry.split }),
    ...(entry.operation === 'log' ? {} : configArgument(entry)),
    again: entry,
  });
}

/** A job that was sent as it stood has its config in the document. */
function configArgument({ configUri, verbatim }: HistoryEntry): Pick<SendArguments, 'configUri'> {
  if (configUri !== null) return { configUri: vscode.Uri.parse(configUri) };
  return verbatim ? {} : { configUri: 'none' };
}
