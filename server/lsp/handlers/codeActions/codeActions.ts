import type {
  CancellationToken,
  CodeAction,
  CodeActionParams,
  ResponseError,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { type Document, listProblems, maxProblems } from '../../../core/document';
import { isFixableHint } from '../../../core/features/fixes/fixes';
import { findHints } from '../../../core/features/hints/hints';
import { label } from '../../../core/features/visible';
import type { Work } from '../../../core/work';
import type { ServerContext } from '../../feature';
import { isRange } from '../../params';
import { toOffsetRange } from '../../toLsp';
import { contentModified, inSlices, showWarning } from '../inSlices';
import type { ActionTarget } from './actionTarget';
import { type Action, cutRepairs, editOf, isCut } from './edits';
import { maxFixed, offers, type Query } from './offers';
import { tellAbout } from './tellAbout';

/** Sent to the client with an action that has no edit yet, and back to resolve it. */
interface ActionData {
  readonly uri: string;
  readonly version: number;
  readonly action: Action;
}

export function codeActionsAt(
  server: ServerContext,
  { textDocument: { uri }, range, context: { only, diagnostics } }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[] | null | ResponseError<void>> {
  return inSlices(server, { uri, token }, function* (document, version) {
    if (!server.client.actions.takesActions) return [];
    const target = targetOf(server, { document, uri, version });
    // The client sends the diagnostics that it shows.
    const isHinted = diagnostics?.some(({ code }) => isFixableHint(code)) === true;
    const hints = isHinted ? yield* findHints(document, maxProblems) : [];
    const problems = [...(yield* listProblems(document, maxProblems)), ...hints];
    return yield* toCodeActions(target, {
      ...toOffsetRange(document.text, range),
      only: only && new Set(only),
      problems,
      shown: (diagnostics ?? [])
        .filter(({ range }) => isRange(range))
        .slice(0, maxFixed)
        .map(({ range }) => toOffsetRange(document.text, range)),
    });
  });
}

/**
 * Adds the edit of a chosen action. Rejects it if the document has changed since the offer. VS Code also resolves an
 * action that is only a command: it has no data, and stays as it is.
 */
export async function resolveCodeAction(
  server: ServerContext,
  action: CodeAction,
  token: CancellationToken,
): Promise<CodeAction | ResponseError<void>> {
  const data = action.data as ActionData | undefined;
  if (data === undefined) return action;
  const { uri } = data;
  const resolved = await inSlices(server, { uri, token }, function* (document, version) {
    if (version !== data.version) return null;
    const target = { ...targetOf(server, { document, uri, version }), tell: tellAbout(server, uri) };
    const edit = yield* editOf(target, data.action);
    if (edit && isCut(document, data.action)) showWarning(server.connection, cutRepairs);
    return edit && { ...action, edit };
  });
  return resolved ?? contentModified();
}

function targetOf(
  server: ServerContext,
  place: { readonly document: Document; readonly uri: string; readonly version: number },
): ActionTarget {
  const { actions, diagnostics, initOptions } = server.client;
  return {
    ...place,
    runsCommands: initOptions.commandLenses,
    client: { ...actions, ...diagnostics },
    context: { recentModelIds: server.recentModelIds },
  };
}

/** The code actions for a range. */
function* toCodeActions(target: ActionTarget, query: Query): Work<CodeAction[]> {
  const actions: CodeAction[] = [];
  for (const [{ title, ...others }, action] of yield* offers(target, query)) {
    // The title may quote the document.
    const shown = { ...others, title: label(title) };
    if (action === null) {
      actions.push(shown);
      continue;
    }
    if (target.client.resolvesActions) {
      const data: ActionData = { uri: target.uri, version: target.version, action };
      actions.push({ ...shown, data });
      continue;
    }
    const edit = yield* editOf(target, action);
    if (edit !== null && changesText(edit)) actions.push({ ...shown, edit });
  }
  return actions;
}

/** Whether an edit changes anything: a problem that may have a fix without a decision need not have one. */
function changesText({ changes, documentChanges }: WorkspaceEdit): boolean {
  return documentChanges !== undefined || Object.values(changes ?? {}).some((edits) => edits.length > 0);
}
