import * as vscode from 'vscode';
import type { ServiceProblem } from '../../send/answer/serviceProblems';
import { type DescribedSource, wholeDocument } from '../../send/request/body';
import { countOf } from '../../send/words/counts';
import type { Location, PathSegment } from '../../server/protocol';
import { explain, targetOf, tell } from '../documents/commandTarget';
import { describeDocument } from '../documents/resolve';
import { isStop } from '../documents/stop';
import type { LanguageServer } from '../lsp/requests';
import { land } from './land';
import { readLocation } from './locationInput';
import { locInDocument } from './locInDocument';
import { type Place, placesOf } from './places';
import type { Rejections } from './rejections';

interface Parts {
  readonly server: LanguageServer;
  readonly rejections: Rejections;
}

/** A document, and the text of it that offsets are about. */
interface Target {
  readonly document: vscode.TextDocument;
  readonly described: DescribedSource;
}

/**
 * `Trajectory: Go to Location…`: asks for a path or an error body and goes there; the entries of an error body
 * become diagnostics as after a send. With `{ location }` nothing is asked.
 */
export function registerGoToLocation(parts: Parts): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.goToLocation', async (argument: unknown) => {
    const document = await targetOf(argument);
    if (document === null) return;
    const input = givenLocation(argument) ?? (await askForLocation());
    if (input === undefined) return;
    const location = readLocation(input);
    if (location.kind === 'invalid') return tell(location.message);
    const described = await describeDocument(parts.server, document);
    if (isStop(described)) return explain(described);
    const target = { document, described };
    if (location.kind === 'path') await goToPath(parts, target, location.path);
    else await showProblems(parts, target, location.problems);
  });
}

function givenLocation(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { location } = argument as { readonly location?: unknown };
  return typeof location === 'string' ? location : undefined;
}

function askForLocation(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Go to Location',
    prompt: 'A path, a JSON pointer, or the error body of the service.',
    placeHolder: 'body.trajectory_groups.0.trajectories.1.reward',
    ignoreFocusOut: true,
    validateInput: (input) => {
      const location = input.trim() === '' ? null : readLocation(input);
      return location?.kind === 'invalid' ? location.message : null;
    },
  });
}

async function goToPath(parts: Parts, target: Target, path: readonly PathSegment[]): Promise<void> {
  const [place] = placesIn(target, [{ loc: path, message: '', type: '' }]);
  if (place === undefined || place === null) {
    return tell('This path is about the address of the request, not about its body.');
  }
  const location = await goToPlace(parts, target, place);
  if (location !== null && 'path' in place && location.matched < place.path.length) {
    tell(`${path.join('.')} is not in this document. This is the nearest place that is.`);
  }
}

async function showProblems(
  parts: Parts,
  target: Target,
  problems: readonly ServiceProblem[],
): Promise<void> {
  const { document, described } = target;
  const { kind } = described.summary;
  const followed = parts.rejections.follow([described]);
  parts.rejections.clear([described]);
  const body = wholeDocument(described.source);
  const inDocument = problems.map((problem) => ({ ...problem, loc: locInDocument(kind, problem.loc) }));
  const marked = await parts.rejections.show({ body, problems: inDocument, followed });
  followed.dispose();
  const first = placesIn(target, problems).find((place) => place !== null);
  if (first !== undefined) await goToPlace(parts, target, first);
  else await vscode.window.showTextDocument(document);
  vscode.window.setStatusBarMessage(`Marked ${countOf(marked, 'problem')} of the service`, 5000);
}

function placesIn({ described }: Target, problems: readonly ServiceProblem[]): readonly (Place | null)[] {
  const { source, summary } = described;
  const inDocument = problems.map((one) => ({ ...one, loc: locInDocument(summary.kind, one.loc) }));
  return placesOf(wholeDocument(source), inDocument);
}

/** Goes to a place; null when the document was edited meanwhile. */
async function goToPlace(
  { server }: Parts,
  { document, described }: Target,
  place: Place,
): Promise<Location | null> {
  const location =
    'offset' in place
      ? locationOf(document, place.offset)
      : ((await server.locate(described.source, [place.path]))?.[0] ?? null);
  if (location === null) return null;
  await land(document, location);
  if ('path' in place) offerToExpand(document, location, place.path);
  return location;
}

function locationOf(document: vscode.TextDocument, offset: number): Location {
  const start = document.positionAt(offset);
  return { from: offset, to: offset, start, end: start, matched: 0 };
}

/** Columns of a line that the editor draws where it is not set: to extensions it does not say so. */
const DRAWN = 10_000;

/** What is far to the right in a long line is not drawn; in the expanded line it is. */
function offerToExpand(
  document: vscode.TextDocument,
  location: Location,
  path: readonly PathSegment[],
): void {
  const { line, character } = location.start;
  const drawn = vscode.workspace
    .getConfiguration('editor', document)
    .get<number>('stopRenderingLineAfter', DRAWN);
  if (document.languageId !== 'trajectory-jsonl' || drawn < 0 || character < drawn) return;
  const expand = 'Expand This Line';
  const message = `The place is at column ${character + 1}; the editor draws ${drawn} columns of a line.`;
  // What comes before the index of the line are names of the body.
  const index = path.findIndex((segment) => /^\d+$/.test(String(segment)));
  void vscode.window.showInformationMessage(message, expand).then((choice) => {
    if (choice !== expand) return;
    const argument = { uri: document.uri, line, path: path.slice(index + 1) };
    void vscode.commands.executeCommand('trajectory.expandLine', argument);
  });
}
