import * as vscode from 'vscode';
import { type DescribedSource, isFile } from '../../send/request/body';
import { missingConfigMessage, missingGroupsMessage } from '../../send/request/requestBodies';
import type { Documents } from '../../send/submission';
import { displayName } from '../documents/displayName';
import { cancelled, impossible, type Stop } from '../documents/stop';
import { commandAction, type MessageAction, showProblems } from '../notifications';

/**
 * Stops when the documents have nothing to send, or when the user does not want to send them with errors. Skips the
 * snapshots in `checked`.
 */
export async function checkSources(
  { groups, config }: Documents,
  checked: readonly (DescribedSource['source'] | undefined)[] = [],
): Promise<Stop | null> {
  const isNew = ({ source }: DescribedSource) => !checked.includes(source);
  const missing = isNew(groups) ? missingGroups(groups) : null;
  const noConfig = config !== null && isNew(config) ? missingConfig(config) : null;
  return (
    missing ??
    noConfig ??
    agreeToErrors([groups, config].flatMap((one) => (one !== null && isNew(one) ? [one] : [])))
  );
}

/** If a document has nothing to send, stops and says why. */
function missingGroups(described: DescribedSource): Stop | null {
  const message = missingGroupsMessage(described);
  if (message === null) return null;
  const { kind, errors, mixedLine } = described.summary;
  const areShown = kind === 'unrecognized' || errors > 0 || mixedLine !== null;
  const actions = areShown ? [showErrors([described])] : [];
  return impossible('document', message, ...actions);
}

/** If the document chosen as the config contains none, stops and says so. */
function missingConfig(config: DescribedSource): Stop | null {
  const message = missingConfigMessage(displayName(vscode.Uri.parse(config.source.uri)), config);
  const actions = config.summary.errors > 0 ? [showErrors([config])] : [];
  return message === null ? null : impossible('document', message, ...actions);
}

/** Lets the user choose to stop at errors, because the service will find them too. */
async function agreeToErrors(sources: readonly DescribedSource[]): Promise<Stop | null> {
  const wrong = sources.filter(({ summary }) => summary.errors > 0);
  const errors = wrong.reduce((sum, one) => sum + one.summary.errors, 0);
  if (errors === 0) return null;
  const [show, send] = [showErrors(wrong), 'Send Anyway'] as const;
  const names = wrong.map(({ source }) => displayName(vscode.Uri.parse(source.uri)));
  // Not "in the request": parts of a document may not be sent, such as the config of a training job when logging.
  const choice = await vscode.window.showWarningMessage(
    `There ${errors === 1 ? 'is an error' : `are ${errors.toLocaleString('en')} errors`} in ${names.join(' and ')}.`,
    {
      modal: true,
      detail: 'The service will most likely reject the request, unless they are outside of what is sent.',
    },
    show.label,
    send,
  );
  if (choice === send) return null;
  if (choice === show.label) await show.run();
  return cancelled;
}

/** VS Code lists no problems of a file that it gives extensions no text of; the view does. */
function showErrors(sources: readonly DescribedSource[]): MessageAction {
  const file = sources.find(isFile);
  if (file === undefined) return showProblems;
  const target = { uri: vscode.Uri.parse(file.source.uri), problems: true };
  return commandAction('Open View', 'trajectory.openView', target);
}
