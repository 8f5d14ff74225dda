import * as vscode from 'vscode';
import { countOf } from '../../../send/format/counts';
import { reasonOf } from '../../../send/format/errorReason';
import { inertText } from '../../../send/format/plainText';
import type { HistoryEntry } from '../../../send/journal/history';
import { readHistory } from '../../../send/journal/priorSends';
import { unreadableLines } from '../../../send/journal/unreadable';
import { causeOf, localTime, wordingOf } from '../../../send/journal/wording';
import { operations } from '../../../send/operations';
import { showError, showWarning } from '../../notifications';
import { jobIdOf } from '../jobId';
import { operationOf } from '../operations/operationOf';
import { send } from '../pipeline';
import type { SendArguments } from '../sendArguments';
import type { SendServices } from '../sendServices';
import { copyAsCurl } from './copyAsCurl';

/** A longer list is cut; the title says so. */
const maxListed = 1000;

/** `Trajectory: Show History`: lists every request with its outcome and its actions. */
export function registerShowHistory(services: SendServices): vscode.Disposable {
  const show = async () => {
    const reader = services.journal.follow();
    const history = await readHistory(reader);
    const warnings = unreadableLines(reader).map(warningItem);
    if (history.length + warnings.length === 0) {
      void vscode.window.showInformationMessage('Nothing has been sent yet.');
      return;
    }
    const cut = history.length > maxListed ? `, the latest ${maxListed} of them` : '';
    const choice = await vscode.window.showQuickPick(
      [...warnings, ...[...history].reverse().slice(0, maxListed).map(historyItem)],
      {
        title: `${countOf(history.length, 'request')}${cut}`,
        placeHolder: 'Type to filter by status, job id, host, model, split, document or time',
        matchOnDescription: true,
        matchOnDetail: true,
      },
    );
    if (choice?.entry) await offerActions(services, choice.entry);
    else if (choice !== undefined) showWarning(choice.detail);
  };
  return vscode.commands.registerCommand('trajectory.showHistory', () =>
    show().catch((error: unknown) => showError(`The history cannot be shown: ${reasonOf(error)}`)),
  );
}

/** A row of the list; `entry` is null for a warning. */
interface Item extends vscode.QuickPickItem {
  readonly entry: HistoryEntry | null;
  readonly detail: string;
}

function warningItem(line: string): Item {
  return { label: '$(warning) Incomplete', detail: line, alwaysShow: true, entry: null };
}

function historyItem(entry: HistoryEntry): Item {
  const { icon, label } = wordingOf(entry);
  const when = localTime(entry.time, 'medium');
  const { operation, outcome, endpoint, modelId, split } = entry;
  const status = 'httpStatus' in outcome && jobIdOf(entry) === null ? (outcome.httpStatus ?? null) : null;
  const about = [
    operations[operation].name,
    status,
    causeOf(outcome),
    jobIdOf(entry),
    hostOf(endpoint),
    modelId,
    split,
  ].filter((part) => part !== null);
  return {
    label: `$(${icon}) ${label}`,
    description: inertText([when, ...about].join(' · '), 400),
    detail: inertText(vscode.workspace.asRelativePath(vscode.Uri.parse(entry.documentUri)), 300),
    entry,
  };
}

function hostOf(endpoint: string): string | null {
  return URL.canParse(endpoint) ? new URL(endpoint).host : null;
}

async function offerActions(services: SendServices, entry: HistoryEntry): Promise<void> {
  const id = jobIdOf(entry);
  const named = vscode.Uri.parse(entry.documentUri);
  const uri = await services.moves.current(named);
  const config = entry.configUri === null ? undefined : vscode.Uri.parse(entry.configUri);
  const configUri = config && ((await services.moves.current(config)) ?? config);
  const args = argumentsOf(entry, { uri: uri ?? named, configUri });
  const open = () => vscode.commands.executeCommand('vscode.open', uri);
  // Sends the current text with the same answers. Always asks for confirmation.
  const sendAgain = () => send(services, operationOf(entry), { ...args, again: entry });
  const actions = [
    { label: '$(info) Show Details', run: () => services.details.show(entry) },
    ...(uri === undefined ? [] : [{ label: '$(go-to-file) Open Document', run: open }]),
    ...(id === null ? [] : [{ label: '$(copy) Copy Job Id', run: () => vscode.env.clipboard.writeText(id) }]),
    { label: '$(terminal) Copy as curl', run: () => copyAsCurl(services, entry, args) },
    ...(uri === undefined ? [] : [{ label: '$(refresh) Send Again…', run: sendAgain }]),
  ];
  const title = wordingOf(entry).label;
  await (await vscode.window.showQuickPick(actions, { title }))?.run();
}

/** Arguments that repeat the answers of a send. What was in the document itself may have been corrected there since. */
function argumentsOf(
  entry: HistoryEntry,
  { uri, configUri }: { readonly uri: vscode.Uri; readonly configUri: vscode.Uri | undefined },
): SendArguments {
  const { operation, modelId, split, grouping, verbatim } = entry;
  // The model of a log request is part of the URL, so it may have been an answer even then.
  const hasOwnModel = verbatim && operation === 'train';
  return {
    uri,
    ...(hasOwnModel ? {} : { modelId }),
    ...(grouping === undefined ? {} : { grouping }),
    ...(split === null || verbatim ? {} : { split }),
    ...(operations[operation].takesConfig ? configArgument(verbatim, configUri) : {}),
  };
}

/** A training job sent verbatim has its config in the document. */
function configArgument(
  verbatim: boolean,
  configUri: vscode.Uri | undefined,
): Pick<SendArguments, 'configUri'> {
  if (configUri !== undefined) return { configUri };
  return verbatim ? {} : { configUri: 'none' };
}
