import * as vscode from 'vscode';
import type { ServiceProblem } from '../../send/answer/serviceProblems';
import type { Body, DescribedSource, Source } from '../../send/request/body';
import { boundedText } from '../../send/words/plainText';
import type { Location, PathSegment } from '../../server/protocol';
import type { LanguageServer } from '../lsp/requests';
import { type Edit, moveRange } from './edits';
import { type Finding, findMarks } from './marks';

/** What the service found wrong, marked in the text that was sent. */
export interface Rejections extends vscode.Disposable {
  /** Follows the edits of the documents from here on. */
  follow(sources: readonly DescribedSource[]): FollowedEdits;
  /** Removes the findings of the documents. */
  clear(sources: readonly DescribedSource[]): void;
  /** Marks findings; says how many entries of the answer are marked, which is not all of a very long list. */
  show(rejection: Rejection): Promise<number>;
  /** The findings of a document, where they stand now. */
  foundIn(uri: vscode.Uri): readonly vscode.Diagnostic[];
  /** Fires when those of any document have changed. */
  readonly onDidChange: vscode.Event<void>;
}

export interface Rejection {
  readonly body: Body;
  readonly problems: readonly ServiceProblem[];
  readonly followed: FollowedEdits;
}

/** The edits of some documents since their text was taken. */
export interface FollowedEdits extends vscode.Disposable {
  since(source: Source): readonly Edit[];
}

/** VS Code shows no more problems of one file. */
const FINDING_LIMIT = 1000;

/** Findings of the service as diagnostics of their own, gone when their place is edited or sent again. */
export function createRejections(server: LanguageServer): Rejections {
  const collection = vscode.languages.createDiagnosticCollection('trajectory service');
  const findings = new Map<string, readonly Finding[]>();
  const changes = new vscode.EventEmitter<void>();
  const publish = (uri: string) => {
    const document = shownDocument(uri);
    const list = findings.get(uri) ?? [];
    collection.set(vscode.Uri.parse(uri), document ? list.map((one) => toDiagnostic(document, one)) : []);
    changes.fire();
  };
  const moving = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const uri = document.uri.toString();
    const list = findings.get(uri);
    if (list === undefined || contentChanges.length === 0) return;
    findings.set(uri, moveAll(list, contentChanges.map(toEdit)));
    publish(uri);
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (!findings.delete(uri.toString())) return;
    collection.delete(uri);
    changes.fire();
  });
  return {
    follow: (sources) => followEdits(sources.map(({ source }) => source.uri)),
    clear: (sources) => {
      for (const { source } of sources) {
        findings.delete(source.uri);
        collection.delete(vscode.Uri.parse(source.uri));
      }
      changes.fire();
    },
    show: async (rejection) => {
      let marked = 0;
      const found = await findMarks(rejection, (source, paths) => locate(server, source, paths));
      for (const [source, located] of found) {
        const moved = moveAll(located, rejection.followed.since(source)).slice(0, FINDING_LIMIT);
        findings.set(source.uri, moved);
        publish(source.uri);
        marked += moved.reduce((sum, { entries }) => sum + entries, 0);
      }
      return marked;
    },
    foundIn: (uri) => collection.get(uri) ?? [],
    onDidChange: changes.event,
    dispose: () => vscode.Disposable.from(moving, closing, collection, changes).dispose(),
  };
}

/** The server forgets a document that was closed; opened again, it may still be the one that was sent. */
async function locate(
  server: LanguageServer,
  source: Source,
  paths: readonly (readonly PathSegment[])[],
): Promise<readonly Location[] | null> {
  const located = await server.locate(source, paths);
  if (located !== null) return located;
  // Without the document or the language server the marks stand at the start; what the service said is told
  // all the same.
  const again = await describeAgain(server, vscode.Uri.parse(source.uri)).catch(() => null);
  return again?.source.text === source.text ? server.locate(again.source, paths) : null;
}

async function describeAgain(server: LanguageServer, uri: vscode.Uri): Promise<DescribedSource | null> {
  return server.describe(await vscode.workspace.openTextDocument(uri));
}

function moveAll(list: readonly Finding[], edits: readonly Edit[]): readonly Finding[] {
  return list.flatMap((finding) => {
    const moved = moveRange(finding, edits);
    return moved ? [{ ...finding, ...moved }] : [];
  });
}

function followEdits(uris: readonly string[]): FollowedEdits {
  const edits = new Map<string, Edit[]>(uris.map((uri) => [uri, []]));
  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    edits.get(document.uri.toString())?.push(...contentChanges.map(toEdit));
  });
  return { since: ({ uri }) => edits.get(uri) ?? [], dispose: () => listener.dispose() };
}

function toEdit(change: vscode.TextDocumentContentChangeEvent): Edit {
  return { offset: change.rangeOffset, removed: change.rangeLength, inserted: change.text.length };
}

function toDiagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const { from, to, problem, needsPath } = finding;
  const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
  const path = needsPath ? `${boundedText(problem.loc.join('.'), 200)}: ` : '';
  const diagnostic = new vscode.Diagnostic(range, `${path}${boundedText(problem.message, 500)}`);
  diagnostic.source = 'trajectory service';
  if (problem.type !== '') diagnostic.code = boundedText(problem.type, 60);
  return diagnostic;
}

function shownDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}
