import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import { fixAllOfCode } from '../../../core/features/fixes/all/fixAll';
import { hasAutomaticFixes } from '../../../core/features/fixes/all/fixEverything';
import { extractConfig } from '../../../core/features/fixes/extractConfig';
import { fixesFor } from '../../../core/features/fixes/fixes';
import { wrapInLogRequest } from '../../../core/features/fixes/fixRoot';
import { rewriteTitles } from '../../../core/features/rewrites/rewrites';
import type { Problem } from '../../../core/schema/problem';
import { childAt } from '../../../core/syntax/nodes/children';
import { rootOf } from '../../../core/syntax/nodes/node';
import type { Range as OffsetRange } from '../../../core/text/range';
import { runWithin, type Work } from '../../../core/work';
import { lineScheme } from '../../../protocol';
import { toDiagnostic } from '../../toLsp';
import type { ActionTarget } from './actionTarget';
import type { Action } from './edits';
import { treatAsTitle } from './tellAbout';

/** The range and kinds that actions are requested for. */
export interface Query extends OffsetRange {
  /** Requested kinds; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** The problems listed for the document. */
  readonly problems: readonly Problem[];
  /** Ranges of the diagnostics that the client wants actions for. Some send those of the whole line. */
  readonly shown: readonly OffsetRange[];
}

/** The kinds of actions that we offer. */
export const actionKinds = {
  fix: CodeActionKind.QuickFix,
  wrap: CodeActionKind.RefactorRewrite,
  extract: CodeActionKind.RefactorExtract,
  fixEverything: `${CodeActionKind.SourceFixAll}.trajectory`,
} as const;

/** The actions for a range, without their edits. */
export function* offers(target: ActionTarget, query: Query): Work<Offered[]> {
  return [
    ...(yield* fixes(target, query)),
    ...rewrites(target, query),
    ...wrap(target, query),
    ...(yield* extract(target, query)),
    ...everything(target, query),
  ];
}

/** A null action means a command. */
type Offered = readonly [shown: CodeAction, action: Action | null];

/** Number of problems in a selection that get fixes. Each fix is tried first, which takes time. */
export const maxFixed = 20;
/** Steps for all these trials. A step takes milliseconds in a document where nearly everything is wrong. */
const maxSteps = 500;

/** Whether a problem touches the range, or is among the diagnostics for which the client wants actions. */
function isNear(problem: Problem, query: Query): boolean {
  const { from, to } = problem;
  return touches(problem, query) || query.shown.some((range) => range.from === from && range.to === to);
}

function touches({ from, to }: Problem, query: Query): boolean {
  return from <= query.to && to >= query.from;
}

/** The quick fixes of the problems near a range, and one per code that fixes all of its problems. */
function* fixes(target: ActionTarget, query: Query): Work<Offered[]> {
  const { document, uri, client, context } = target;
  if (!wants(query, actionKinds.fix)) return [];
  const { problems } = query;
  const offered: Offered[] = [];
  /** By code; null if nothing is fixed together. */
  const forAll = new Map<string, Offered | null>();
  const near = problems.filter((problem) => isNear(problem, query));
  near.sort((a, b) => Number(touches(b, query)) - Number(touches(a, query)));
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
    // Where there are syntax errors, only those are fixed together that do not get in each other's way.
    const mayStay = document.tree.root.syntaxErrorCount > 0;
    const together = mayStay ? yield* runWithin(fixAllOfCode(document, code), { left: maxSteps }) : null;
    if (together?.length === 0) {
      forAll.set(code, null);
      continue;
    }
    const title = `Fix all ${code} problems that have one obvious fix`;
    forAll.set(code, [
      { ...shown, title },
      { type: 'fix-all', code },
    ]);
  }
  return [...offered, ...[...forAll.values()].filter((all) => all !== null)];
}

/** Offers to turn a wrong file into one of our documents. */
function rewrites({ document, uri, client, runsCommands }: ActionTarget, query: Query): Offered[] {
  const { wrongFile } = document.type;
  const problem = query.problems[0];
  if (
    wrongFile === null ||
    problem === undefined ||
    !isNear(problem, query) ||
    !wants(query, actionKinds.fix)
  )
    return [];
  const diagnostics = [toDiagnostic(problem, { text: document.text, uri, client })];
  const offered: Offered[] = [];
  if (wrongFile.language !== null && runsCommands) {
    const title = treatAsTitle(wrongFile.language);
    const command = { title, command: treatAsCommand, arguments: [{ uri, language: wrongFile.language }] };
    offered.push([{ title, kind: actionKinds.fix, diagnostics, isPreferred: true, command }, null]);
  }
  for (const rewrite of wrongFile.rewrites) {
    // Wrapping sets the cursor, so it is among the quick fixes.
    if (rewrite === 'wrap') continue;
    const isPreferred = offered.length === 0;
    const shown = { title: rewriteTitles[rewrite], kind: actionKinds.fix, diagnostics, isPreferred };
    offered.push([shown, { type: 'rewrite', rewrite }]);
  }
  return offered;
}

/** The command of our extension that changes the language of a document. */
const treatAsCommand = 'trajectory.treatAsTrajectoryFile';

/** Offered at the root's bracket unless a quick fix does the same; anywhere if the kind is requested. */
function wrap({ document, uri }: ActionTarget, query: Query): Offered[] {
  // A line of JSON Lines stays one.
  if (uri.startsWith(`${lineScheme}:`)) return [];
  const root = childAt(rootOf(document.tree), 0);
  if (root === null || !wants(query, actionKinds.wrap)) return [];
  const isAtBracket = query.from <= root.from + 1 && query.to >= root.from;
  if (query.only === undefined && (!isAtBracket || query.problems.some(({ code }) => code === 'wrong-file')))
    return [];
  const fix = wrapInLogRequest(document);
  return fix === null ? [] : [[{ title: fix.title, kind: actionKinds.wrap }, { type: 'wrap' }]];
}

/** Offered in the config of a request: moves or copies the config to a new file beside the request. */
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

/** The name of the new file: `run.training-job.json` → `run.training-config.json`. */
function configFileName(name: string): string {
  const stem = name.replace(/(\.(trajectory|trajectories|training-job))?\.json$/i, '');
  return `${stem}.training-config.json`;
}

/**
 * Offered without its edit unless its kind is requested, as on save: the edit takes time, and clients ask for all kinds
 * when the cursor moves.
 */
function everything({ client }: ActionTarget, query: Query): Offered[] {
  const isWanted = wants(query, actionKinds.fixEverything);
  const isCheap = query.only !== undefined || client.resolvesActions;
  if (!isWanted || !isCheap || !hasAutomaticFixes(query.problems)) return [];
  const title = 'Make all fixes that need no decision';
  return [[{ title, kind: actionKinds.fixEverything }, { type: 'fix-everything' }]];
}

/** Whether a kind, or a kind that it is of, is requested: `refactor` requests `refactor.extract`, too. */
function wants({ only }: Query, kind: string): boolean {
  const names = kind.split('.');
  return (
    only === undefined || only.has('') || names.some((_, i) => only.has(names.slice(0, i + 1).join('.')))
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign: nothing was encoded.
    return segment;
  }
}
