import * as vscode from 'vscode';
import type { DescribedSource, DocumentSnapshot } from '../../send/request/body';
import { missingGroupsMessage } from '../../send/request/requestBodies';
import type { Documents } from '../../send/submission';
import { cancelled, impossible, type Stop } from '../documents/stop';
import { showProblems } from '../notifications';

/**
 * Stops when the documents have nothing to send, or when the user does not want to send them with errors. Skips the
 * snapshots in `checked`.
 */
export async function checkSources(
  { groups, config }: Documents,
  checked: readonly (DocumentSnapshot | undefined)[] = [],
): Promise<Stop | null> {
  const isNew = ({ source }: DescribedSource) => !checked.includes(source);
  const missing = isNew(groups) ? missingGroups(groups) : null;
  return missing ?? agreeToErrors([groups, config].filter((one) => one !== null && isNew(one)));
}

/** If a document has nothing to send, stops and says why. */
function missingGroups(described: DescribedSource): Stop | null {
  const message = missingGroupsMessage(described);
  if (message === null) return null;
  const actions = described.summary.kind === 'unrecognized' ? [showProblems] : [];
  return impossible('document', message, ...actions);
}

/** Lets the user choose to stop at errors, because the service will find them too. */
async function agreeToErrors(sources: readonly (DescribedSource | null)[]): Promise<Stop | null> {
  const errors = sources.reduce((sum, one) => sum + (one?.summary.errors ?? 0), 0);
  if (errors === 0) return null;
  const [show, send] = [showProblems.label, 'Send Anyway'] as const;
  // Plain "in the document": parts of it may not be sent, such as the config of a training job when logging.
  const where = sources.length === 1 ? 'the document' : 'the documents';
  const choice = await vscode.window.showWarningMessage(
    `There ${errors === 1 ? 'is an error' : `are ${errors} errors`} in ${where}.`,
    { modal: true, detail: 'The service will most likely reject the request.' },
    show,
    send,
  );
  if (choice === send) return null;
  if (choice === show) await showProblems.run();
  return cancelled;
}
