import * as vscode from 'vscode';
import { countOf } from '../../send/format/counts';
import { boundedText } from '../../send/format/plainText';
import { type DescribedDocument, verbatimBody } from '../../send/request/body';
import { type SourceLocation, sourceLocationsOf } from '../../send/response/sourceLocations';
import type { ValidationError } from '../../send/response/validationErrors';
import type { PathLocation, PathSegment } from '../../server/protocol';
import { explain, registerDocumentCommand } from '../documents/commandTarget';
import { displayName } from '../documents/displayName';
import { describeDocument } from '../documents/resolve';
import { isStop } from '../documents/stop';
import type { LanguageServer } from '../lsp/languageServer';
import type { ViewRequests } from '../lsp/viewRequests';
import { findFile, showInfo } from '../notifications';
import { documentAt, shortPath } from './fileAtPath';
import { goToReference } from './goToReference';
import { type LocationInput, readLocation } from './locationInput';
import { locInDocument } from './locInDocument';
import { offerToExpand, offerToExpandAt } from './offerToExpand';
import { fileName, isAtPath } from './pathEnd';
import type { Reference } from './reference';
import type { ServiceDiagnostics } from './serviceErrors/serviceDiagnostics';
import { columnOfText, showLocation } from './showLocation';

interface Dependencies {
  readonly server: LanguageServer;
  readonly serviceDiagnostics: ServiceDiagnostics;
  readonly view: ViewRequests;
}

/** A document, and the version of its text that offsets refer to. */
interface Target {
  readonly document: vscode.TextDocument;
  readonly described: DescribedDocument;
}

/**
 * `Trajectory: Go to Location…`: asks for a path, a reference or an error body and goes there. Entries of an error body
 * become diagnostics, as after a send. With `{ location }` it asks nothing.
 */
export function registerGoToLocation(dependencies: Dependencies): vscode.Disposable {
  return registerDocumentCommand('trajectory.goToLocation', async (document, argument) => {
    const input = givenLocation(argument) ?? (await askForLocation());
    if (input === undefined) return;
    const location = readLocation(input);
    if (location.kind === 'invalid') return showInfo(location.message);
    if (location.kind === 'position') return goToPosition(document, location);
    const described = await describeDocument(dependencies.server, document);
    if (isStop(described)) return explain(described);
    const target = { document, described };
    if (location.kind === 'path') await goToPath(dependencies, target, location.path);
    else if (location.kind === 'reference') await goToPart(dependencies, document, location.reference);
    else await showErrors(dependencies, target, location.errors);
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
    prompt:
      'A path, a JSON pointer, the error response of the service, “group 1 trajectory 2 message 3”, “trajectory 37”, or “file:line:column”.',
    placeHolder: 'body.trajectory_groups.0.trajectories.1.reward',
    ignoreFocusOut: true,
    validateInput: (input) => {
      const location = input.trim() === '' ? null : readLocation(input);
      return location?.kind === 'invalid' ? location.message : null;
    },
  });
}

async function goToPath(
  dependencies: Dependencies,
  target: Target,
  path: readonly PathSegment[],
): Promise<void> {
  const [sourceLocation] = locationsIn(target, [{ loc: path, message: '', type: '' }]);
  if (sourceLocation === undefined || sourceLocation === null) {
    return showInfo("This path is part of the request's URL, not of its body.");
  }
  const location = await locate(dependencies, target, sourceLocation);
  if (location === null) return;
  const isLost = 'path' in sourceLocation && location.matched < sourceLocation.path.length;
  // The service may name an absent property of the root. Any other word would lead to the start of the document.
  if (isLost && location.matched === 0 && path[0] !== 'body') return showInfo(notInDocument(target, path));
  await showSourceLocation(target, sourceLocation, location);
  if (isLost) showInfo(`${path.join('.')} is not in this document. Showing the nearest location.`);
}

function notInDocument({ document }: Target, path: readonly PathSegment[]): string {
  const name = displayName(document.uri);
  return `${name} has no “${boundedText(path.join('.'), 100)}”. A path begins with a property of the document; “group 2 trajectory 1” and “12:5” work, too.`;
}

async function goToPosition(
  document: vscode.TextDocument,
  { file, line, character }: Extract<LocationInput, { kind: 'position' }>,
): Promise<void> {
  const name = displayName(document.uri);
  if (file !== null && !isAtPath(document.uri, file)) {
    const { found, similar } = await documentAt(file, document);
    const goTo = (other: vscode.TextDocument) =>
      goToPosition(other, { kind: 'position', file: null, line, character });
    if (found !== null) return goTo(found);
    const instead =
      similar === null ? [] : [{ label: `Go to ${shortPath(similar.uri)}`, run: () => goTo(similar) }];
    return showInfo(
      `This location is in ${file}, not in ${shortPath(document.uri)}.`,
      ...instead,
      findFile(fileName(file)),
    );
  }
  if (line >= document.lineCount)
    return showInfo(`${name} has no line ${line + 1}: it has ${countOf(document.lineCount, 'line')}.`);
  const start = document.validatePosition(new vscode.Position(line, character));
  await showLocation(document, { start, end: start, from: 0, to: 0 });
}

async function goToPart(
  { server, view }: Dependencies,
  document: vscode.TextDocument,
  reference: Reference,
): Promise<void> {
  const start = await goToReference(view, document, reference);
  if (start !== null) await offerToExpandAt(server, document, start);
}

async function showErrors(
  dependencies: Dependencies,
  target: Target,
  errors: readonly ValidationError[],
): Promise<void> {
  const { document, described } = target;
  const { kind } = described.summary;
  const followed = dependencies.serviceDiagnostics.follow([described]);
  dependencies.serviceDiagnostics.clear([described]);
  const body = verbatimBody(described.source);
  const inDocument = errors.map((error) => ({ ...error, loc: locInDocument(kind, error.loc) }));
  const marked = await dependencies.serviceDiagnostics.show({ body, errors: inDocument, followed });
  followed.dispose();
  const first = locationsIn(target, errors).find((sourceLocation) => sourceLocation !== null);
  const location = first === undefined ? null : await locate(dependencies, target, first);
  if (first !== undefined && location !== null) await showSourceLocation(target, first, location);
  else await vscode.window.showTextDocument(document, { viewColumn: columnOfText(document) });
  vscode.window.setStatusBarMessage(`Underlined ${countOf(marked, 'error')} reported by the service`, 5000);
}

function locationsIn(
  { described }: Target,
  errors: readonly ValidationError[],
): readonly (SourceLocation | null)[] {
  const { source, summary } = described;
  const inDocument = errors.map((one) => ({ ...one, loc: locInDocument(summary.kind, one.loc) }));
  return sourceLocationsOf(verbatimBody(source), inDocument);
}

/** Null when the document was edited meanwhile. */
async function locate(
  { server }: Dependencies,
  { document, described }: Target,
  sourceLocation: SourceLocation,
): Promise<PathLocation | null> {
  if ('offset' in sourceLocation) return locationOf(document, sourceLocation.offset);
  return (await server.locate(described.source, [sourceLocation.path]))?.[0] ?? null;
}

async function showSourceLocation(
  { document }: Target,
  sourceLocation: SourceLocation,
  location: PathLocation,
): Promise<void> {
  await showLocation(document, location);
  if ('path' in sourceLocation) offerToExpand(document, location.start, sourceLocation.path);
}

function locationOf(document: vscode.TextDocument, offset: number): PathLocation {
  const start = document.positionAt(offset);
  return { from: offset, to: offset, start, end: start, matched: 0 };
}
