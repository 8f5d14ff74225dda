import * as vscode from 'vscode';
import { type DescribedSource, isFile } from '../../send/request/body';
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
  checked: readonly (DescribedSource['source'] | undefined)[] = [],
): Promise<Stop | null> {
  const isNew = ({ source }: DescribedSource) => !checked.includes(source);
  const missing = isNew(groups) ? missingGroups(groups) : null;
  return (
    missing ?? agreeToErrors([groups, config].flatMap((one) => (one !== null && isNew(one) ? [one] : [])))
  );
}

/** If a document has nothing to send, stops and says why. */
function missingGroups(described: DescribedSource): Stop | null {
  const message = missingGroupsMessage(described);
  if (message === null) return null;
  const hasProblems = described.summary.kind === 'unrecognized' && !isFile(described);
  const actions = hasProblems ? [showProblems] : [];
  return impossible('document', message, ...actions);
}

/** Lets the user choose to stop at errors, because the service will find them too. */
async function agreeToErrors(sources: readonly DescribedSource[]): Promise<Stop | null> {
  const errors = sources.reduce((sum, one) => sum + one.summary.errors, 0);
  if (errors === 0) return null;
  const [show, send] = [showProblems.label, 'Send Anyway'] as const;
  // Plain "in the document": parts of it may not be sent, such as the config of a training job when logging.
  const where = sources.length === 1 ? 'the document' : 'the documents';
  const isListed = !sources.some(isFile);
  const detail = `The service will most likely reject the request.${isListed ? '' : unlisted}`;
  const choice = await vscode.window.showWarningMessage(
    `There ${errors === 1 ? 'is an error' : `are ${errors} errors`} in ${where}.`,
    { modal: true, detail },
    ...(isListed ? [show] : []),
    send,
  );
  if (choice === send) return null;
  if (choice === show) await showProblems.run();
  return cancelled;
}

/** VS Code lists no problems of files that extensions get no text of. */
const unlisted = ' Run `trajectory check` on the file to list the errors.';
