import * as vscode from 'vscode';
import type { Rejections } from '../ui/rejections';
import { type ExpandedLines, SCHEME } from './expandedLines';
import { placesIn } from './sameButLaidOut';

/**
 * Shows what the service has found in a line of JSON Lines in the editor of the expanded line too, where it
 * can be seen: far to the right in its line it is not drawn.
 */
export function showExpandedFindings(lines: ExpandedLines, rejections: Rejections): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('trajectory service, expanded lines');
  const show = (document: vscode.TextDocument) => {
    if (document.uri.scheme === SCHEME) collection.set(document.uri, findingsIn(document, lines, rejections));
  };
  const showAll = () => {
    for (const document of vscode.workspace.textDocuments) show(document);
  };
  showAll();
  return vscode.Disposable.from(
    collection,
    rejections.onDidChange(showAll),
    vscode.workspace.onDidOpenTextDocument(show),
    // An edit of JSON Lines may have moved the line.
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      document.languageId === 'trajectory-jsonl' ? showAll() : show(document),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
  );
}

/** The findings of an expanded line that are still in it as it is laid out, and maybe edited, now. */
function findingsIn(
  document: vscode.TextDocument,
  lines: ExpandedLines,
  rejections: Rejections,
): vscode.Diagnostic[] {
  const expanded = lines.get(document.uri);
  const source = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === expanded?.source);
  const line = expanded?.mark.line ?? null;
  if (source === undefined || line === null || line >= source.lineCount) return [];
  const found = rejections.foundIn(source.uri).filter(({ range }) => range.start.line === line);
  if (found.length === 0) return [];
  const stretches = found.map(({ range }) => ({ from: range.start.character, to: range.end.character }));
  const places = placesIn(source.lineAt(line).text, document.getText(), stretches);
  return found.flatMap((finding, i) => {
    const place = places[i];
    if (place === undefined || place === null) return [];
    const range = new vscode.Range(document.positionAt(place.from), document.positionAt(place.to));
    const copy = new vscode.Diagnostic(range, finding.message, finding.severity);
    return [Object.assign(copy, { source: finding.source, code: finding.code })];
  });
}
