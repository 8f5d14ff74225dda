import * as vscode from 'vscode';
import type { Rejections } from '../locations/rejections';
import { type ExpandedLines, SCHEME } from './expandedLines';
import { placesIn } from './sameButLaidOut';

/**
 * Shows what the service has found in a line of JSON Lines in the editor of the expanded line too, where it
 * can be seen: far to the right in its line it is not drawn.
 */
export function showExpandedFindings(lines: ExpandedLines, rejections: Rejections): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('trajectory service, expanded lines');
  const show = () => {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme !== SCHEME) continue;
      const found = findingsIn(document, lines, rejections);
      if (found.length > 0 || collection.has(document.uri)) collection.set(document.uri, found);
    }
  };
  // One edit is told in several ways, and only in the end everybody knows where the line is.
  let isDue = false;
  const showSoon = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      show();
    });
  };
  const showFor = ({ uri, languageId }: vscode.TextDocument) => {
    if (uri.scheme === SCHEME || languageId === 'trajectory-jsonl') showSoon();
  };
  const { onDidOpenTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
  showSoon();
  return vscode.Disposable.from(
    collection,
    rejections.onDidChange(showSoon),
    lines.onDidChange(showSoon),
    onDidOpenTextDocument(showFor),
    onDidChangeTextDocument(({ document }) => showFor(document)),
    onDidCloseTextDocument((document) => {
      collection.delete(document.uri);
      showFor(document);
    }),
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
  if (source === undefined || expanded?.isGone === true || line === null || line >= source.lineCount)
    return [];
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
