import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type ResponseError,
} from 'vscode-languageserver';
import { type Document, maxProblems, problemsOf } from '../../core/document';
import { hasAutomaticFixes } from '../../core/features/fixes/all/fixEverything';
import { extractConfig } from '../../core/features/fixes/extractConfig';
import { fixesFor, isFixableHint } from '../../core/features/fixes/fixes';
import { wrapInLogRequest } from '../../core/features/fixes/fixRoot';
import { findHints } from '../../core/features/hints/hints';
import { rewriteTitles } from '../../core/features/rewrites/rewrites';
import { label } from '../../core/features/visible';
import type { LanguageId } from '../../core/schema/documentKind';
import type { Problem } from '../../core/schema/problem';
import { childAt, rootOf } from '../../core/syntax/tree/nodes';
import type { Range as OffsetRange } from '../../core/text/range';
import { runWithin, type Work } from '../../core/work';
import type { ServerContext } from '../feature';
import { toDiagnostic, toOffsetRange } from '../toLsp';
import type { ActionTarget } from './actionTarget';
import { type Action, cutRepairs, editOf, isCut } from './codeActionEdits';
import { contentModified, inSlices, showWarning } from './inSlices';

interface Query extends OffsetRange {
  /** Kinds that are asked for; all where it is not set. */
  readonly only: readonly string[] | undefined;
  /** Those of the document that are listed. */
  readonly problems: readonly Problem[];
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
  server: ServerContext,
  { textDocument: { uri }, range, context: { only, diagnostics } }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[] | null | ResponseError<void>> {
  return inSlices(server, { uri, token }, function* (document, version) {
    if (!server.client.actions.takesActions) return [];
    const target = targetOf(server, { document, uri, version });
    // The client sends what it shows.
    const isHinted = diagnostics?.some(({ code }) => isFixableHint(code)) === true;
    const hints = isHinted ? yield* findHints(document, maxProblems) : [];
    const problems = [...problemsOf(document), ...hints];
    return yield* toCodeActions(target, { ...toOffsetRange(document.text, range), only, problems });
  });
}

/** Adds the edit of the action that was chosen; refuses where the document has changed since it was offered. */
export async function resolveCodeAction(
  server: ServerContext,
  action: CodeAction,
  token: CancellationToken,
): Promise<CodeAction | ResponseError<void>> {
  const data = action.data as ActionData;
  const { uri } = data;
  const resolved = await inSlices(server, { uri, token }, function* (document, version) {
    if (version !== data.version) return null;
    const tell = (message: string): void => showWarning(server.connection, message);
    const target = { ...targetOf(server, { document, uri, version }), tell };
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

/** What can be done at a range of a document. */
function* toCodeActions(target: ActionTarget, query: Query): Work<CodeAction[]> {
  const found = [
    ...(yield* fixes(target, query)),
    ...rewrites(target, query),
    ...wrap(target, query),
    ...(yield* extract(target, query)),
    ...everything(query),
  ];
  const actions: CodeAction[] = [];
  for (const [{ title, ...others }, action] of found) {
    // It may quote the document.
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
    if (edit !== null) actions.push({ ...shown, edit });
  }
  return actions;
}

/** Without an action it is a command. */
type Offered = readonly [shown: CodeAction, action: Action | null];

/** Problems of a selection that fixes are offered for: each fix is tried first, which takes its time. */
const maxFixed = 20;
/** Steps that all these trials may take; each takes some milliseconds where nearly everything is wrong. */
const maxSteps = 500;

/** The quick fixes of the problems that a range touches, and for each code one that mends them all. */
function* fixes(target: ActionTarget, query: Query): Work<Offered[]> {
  const { document, uri, client, context } = target;
  if (!wants(query, actionKinds.fix)) return [];
  const { problems } = query;
  const offered: Offered[] = [];
  const forAll = new Map<string, Offered>();
  const near = problems.filter(({ from, to }) => from <= query.to && to >= query.from);
  const budget = { left: maxSteps };
  for (const problem of near.slice(0, maxFixed)) {
    const found = yield* runWithin(fixesFor(document, problem, context), budget);
    if (found === null) break;
    const shown = {
      kind: actionKinds.fix,
      diagnostics: [toDiagnostic(problem, { text: document.text, uri, client })],
    };
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
    const title = `Fix all ${code} problems that have one obvious fix`;
    forAll.set(code, [
      { ...shown, title },
      { type: 'fix-all', code },
    ]);
  }
  return [...offered, ...forAll.values()];
}

/** What makes a document of ours of one that is something else as a whole. */
function rewrites({ document, uri, client, runsCommands }: ActionTarget, query: Query): Offered[] {
  const { wrongFile } = document.type;
  const problem = query.problems[0];
  const isNear = problem !== undefined && problem.from <= query.to && problem.to >= query.from;
  if (wrongFile === null || !isNear || !wants(query, actionKinds.fix)) return [];
  const diagnostics = [toDiagnostic(problem, { text: document.text, uri, client })];
  const offered: Offered[] = [];
  if (wrongFile.language !== null && runsCommands) {
    const title = `Treat as ${languageNames[wrongFile.language]}`;
    const command = { title, command: treatAsCommand, arguments: [{ uri, language: wrongFile.language }] };
    offered.push([{ title, kind: actionKinds.fix, diagnostics, isPreferred: true, command }, null]);
  }
  for (const rewrite of wrongFile.rewrites) {
    // That one has a place for the cursor, and is among the fixes.
    if (rewrite === 'wrap') continue;
    const isPreferred = offered.length === 0;
    const shown = { title: rewriteTitles[rewrite], kind: actionKinds.fix, diagnostics, isPreferred };
    offered.push([shown, { type: 'rewrite', rewrite }]);
  }
  return offered;
}

/** The command of our extension that changes the language of a document. */
const treatAsCommand = 'trajectory.treatAsTrajectoryFile';

const languageNames: Readonly<Record<LanguageId, string>> = {
  trajectory: 'Trajectory',
  'trajectory-jsonl': 'Trajectory Lines',
  'training-config': 'Training Config',
};

/** At the root's bracket, where no quick fix says the same; or wherever somebody asks for it. */
function wrap({ document }: ActionTarget, query: Query): Offered[] {
  const root = childAt(rootOf(document.tree), 0);
  if (root === null || !wants(query, actionKinds.wrap)) return [];
  const isAtBracket = query.from <= root.from + 1 && query.to >= root.from;
  if (query.only === undefined && (!isAtBracket || query.problems.some(({ code }) => code === 'wrong-file')))
    return [];
  const fix = wrapInLogRequest(document);
  return fix === null ? [] : [[{ title: fix.title, kind: actionKinds.wrap }, { type: 'wrap' }]];
}

/** In the config of a request: it moves to a file of its own beside the request, or is copied there. */
function* extract({ document, uri, client }: ActionTarget, query: Query): Work<Offered[]> {
  const isWanted = client.createsFiles && wants(query, actionKinds.extract);
  const segment = /^(?!untitled:).*\/([^/]+)$/s.exec(uri)?.[1];
  if (!isWanted || segment === undefined) return [];
  if ((yield* extractConfig(document, query.from)) === null) return [];
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
function everything(query: Query): Offered[] {
  const isAsked = query.only !== undefined && wants(query, actionKinds.fixEverything);
  if (!isAsked || !hasAutomaticFixes(query.problems)) return [];
  const title = 'Fix all problems that have one obvious fix';
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
