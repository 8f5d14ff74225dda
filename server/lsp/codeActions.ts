import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type ResponseError,
} from 'vscode-languageserver';
import { type Document, problemsOf } from '../core/document';
import { extractConfig } from '../core/features/fixes/extractConfig';
import { hasAutomaticFixes } from '../core/features/fixes/fixEverything';
import { fixesFor } from '../core/features/fixes/fixes';
import { isRootProblem, wrapInLogRequest } from '../core/features/fixes/fixRoot';
import type { Problem } from '../core/schema/problem';
import { childAt, rootOf } from '../core/syntax/nodes';
import type { ActionTarget } from './actionTarget';
import { changed, tellUser, withDocument } from './answers';
import { type Action, cutRepairs, editOf, isCut } from './codeActionEdits';
import { toDiagnostic, toOffsets } from './convert';
import type { Host } from './feature';

interface Query {
  readonly from: number;
  readonly to: number;
  /** Kinds that are asked for; all where it is not set. */
  readonly only: readonly string[] | undefined;
}

/** What travels to the client and back with an action whose edit is still to be made. */
interface ActionData {
  readonly uri: string;
  readonly version: number;
  readonly action: Action;
}

/** Kinds of actions that there are. */
export const actionKinds = {
  fix: CodeActionKind.QuickFix,
  wrap: CodeActionKind.RefactorRewrite,
  extract: CodeActionKind.RefactorExtract,
  fixEverything: `${CodeActionKind.SourceFixAll}.trajectory`,
} as const;

export function codeActionsAt(
  host: Host,
  { textDocument: { uri }, range, context: { only } }: CodeActionParams,
): Promise<CodeAction[] | null | ResponseError<void>> {
  return withDocument(host, uri, (document, version) =>
    toCodeActions(targetOf(host, { document, uri, version }), { ...toOffsets(document.text, range), only }),
  );
}

/** Adds the edit of the action that was chosen; refuses where the document has changed since it was offered. */
export async function resolveCodeAction(
  host: Host,
  action: CodeAction,
): Promise<CodeAction | ResponseError<void>> {
  const data = action.data as ActionData;
  const { uri } = data;
  const resolved = await withDocument(host, uri, (document, version) => {
    if (version !== data.version) return null;
    const edit = editOf(targetOf(host, { document, uri, version }), data.action);
    if (edit && isCut(document, data.action)) tellUser(host.connection, cutRepairs);
    return edit && { ...action, edit };
  });
  return resolved ?? changed();
}

function targetOf(
  host: Host,
  place: { readonly document: Document; readonly uri: string; readonly version: number },
): ActionTarget {
  return { ...place, client: host.client.actions, context: { recentModelIds: host.recentModelIds } };
}

/** What can be done at a range of a document. */
function toCodeActions(target: ActionTarget, query: Query): CodeAction[] {
  const found = [
    ...fixes(target, query),
    ...wrap(target, query),
    ...extract(target, query),
    ...everything(target, query),
  ];
  return found.flatMap(([shown, action]): CodeAction[] => {
    if (target.client.resolvesActions) {
      const data: ActionData = { uri: target.uri, version: target.version, action };
      return [{ ...shown, data }];
    }
    const edit = editOf(target, action);
    return edit === null ? [] : [{ ...shown, edit }];
  });
}

type Offered = readonly [shown: CodeAction, action: Action];

/** Problems of a selection that fixes are offered for: each fix is tried first, which takes its time. */
const mostFixed = 20;

/** The quick fixes of the problems that a range touches, and for each code one that mends them all. */
function fixes(target: ActionTarget, query: Query): Offered[] {
  const { document, uri, context } = target;
  if (!wants(query, actionKinds.fix)) return [];
  const problems = problemsOf(document);
  const offered: Offered[] = [];
  const forAll = new Map<string, Offered>();
  const near = problems.filter(({ from, to }) => from <= query.to && to >= query.from);
  for (const problem of near.slice(0, mostFixed)) {
    const found = fixesFor(document, problem, context);
    const shown = { kind: actionKinds.fix, diagnostics: [toDiagnostic(document.text, uri, problem)] };
    const { code, from, to } = problem;
    for (const { title, isPreferred } of found) {
      offered.push([
        { ...shown, title, isPreferred },
        { type: 'fix', code, from, to, title },
      ]);
    }
    const isAutomatic = found.some(({ isPreferred, cursor }) => isPreferred && cursor === undefined);
    if (!isAutomatic || forAll.has(code) || problems.filter((other) => other.code === code).length < 2)
      continue;
    const title = `Fix all ${code} problems that have one obvious repair`;
    forAll.set(code, [
      { ...shown, title },
      { type: 'fix-all', code },
    ]);
  }
  return [...offered, ...forAll.values()];
}

/** At the root's bracket, where no quick fix says the same; or wherever somebody asks for it. */
function wrap({ document }: ActionTarget, query: Query): Offered[] {
  const root = childAt(rootOf(document.tree), 0);
  if (root === null || !wants(query, actionKinds.wrap)) return [];
  const isAtBracket = query.from <= root.from + 1 && query.to >= root.from;
  const isRootFix = (problem: Problem): boolean => isRootProblem(document, problem);
  if (query.only === undefined && (!isAtBracket || problemsOf(document).some(isRootFix))) return [];
  const fix = wrapInLogRequest(document);
  return fix === null ? [] : [[{ title: fix.title, kind: actionKinds.wrap }, { type: 'wrap' }]];
}

/** In the config of a request: it moves to a file of its own beside the request, or is copied there. */
function extract({ document, uri, client }: ActionTarget, query: Query): Offered[] {
  const isWanted = client.createsFiles && wants(query, actionKinds.extract);
  const segment = /^(?!untitled:).*\/([^/]+)$/s.exec(uri)?.[1];
  if (!isWanted || segment === undefined || extractConfig(document, query.from) === null) return [];
  const { config } = document.engine.schemas.names;
  const name = configFileName(segment);
  const file = uri.slice(0, uri.length - segment.length) + name;
  return (['Move', 'Copy'] as const).map((verb) => [
    { title: `${verb} ${config} to ${decoded(name)}`, kind: actionKinds.extract },
    { type: 'extract', file, at: query.from, isMove: verb === 'Move' },
  ]);
}

/** The name of that file: `run.training-job.json` → `run.training-config.json`. */
function configFileName(name: string): string {
  const stem = name.replace(/(\.(trajectory|trajectories|training-job))?\.json$/i, '');
  return `${stem}.training-config.json`;
}

/** Only where somebody asks for it by its kind: on save, or from a menu. */
function everything({ document }: ActionTarget, query: Query): Offered[] {
  const isAsked = query.only !== undefined && wants(query, actionKinds.fixEverything);
  if (!isAsked || !hasAutomaticFixes(document)) return [];
  const title = 'Fix all problems that have one obvious repair';
  return [[{ title, kind: actionKinds.fixEverything }, { type: 'fix-everything' }]];
}

function wants({ only }: Query, kind: string): boolean {
  return only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign: then nothing was encoded.
    return segment;
  }
}
