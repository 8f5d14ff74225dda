import * as vscode from 'vscode';
import type { ServiceDiagnostics } from '../locations/serviceDiagnostics';
import { type ExpandedLines, lineScheme } from './expandedLines';
import { mapRanges } from './mapRanges';

/**
 * Shows what the service has found in a line of JSON Lines in the editor of the expanded line too, where it
 * can be seen: far to the right in its line it is not drawn.
 */
export function showExpandedLineDiagnostics(
  lines: ExpandedLines,
  serviceDiagnostics: ServiceDiagnostics,
): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('trajectory service, expanded lines');
  const show = () => {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme !== lineScheme) continue;
      const found = diagnosticsIn(document, lines, serviceDiagnostics);
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
    if (uri.scheme === lineScheme || languageId === 'trajectory-jsonl') showSoon();
  };
  const { onDidOpenTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
  showSoon();
  return vscode.Disposable.from(
    collection,
    serviceDiagnostics.onDidChange(showSoon),
    lines.onDidChange(showSoon),
    onDidOpenTextDocument(showFor),
    onDidChangeTextDocument(({ document }) => showFor(document)),
    onDidCloseTextDocument((document) => {
      collection.delete(document.uri);
      showFor(document);
    }),
  );
}

/** The validation errors of an expanded line that are still in it as it is laid out, and maybe edited, now. */
function diagnosticsIn(
  document: vscode.TextDocument,
  lines: ExpandedLines,
  serviceDiagnostics: ServiceDiagnostics,
): vscode.Diagnostic[] {
  const expanded = lines.get(document.uri);
  const source = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === expanded?.source);
  const line = expanded?.mark.line ?? null;
  if (source === undefined || expanded?.isGone === true || line === null || line >= source.lineCount)
    return [];
  const found = serviceDiagnostics.foundIn(source.uri).filter(({ range }) => range.start.line === line);
  if (found.length === 0) return [];
  const ranges = found.map(({ range }) => ({ from: range.start.character, to: range.end.character }));
  const mappedRanges = mapRanges(source.lineAt(line).text, document.getText(), ranges);
  return found.flatMap((diagnostic, i) => {
    const mapped = mappedRanges[i];
    if (mapped === undefined || mapped === null) return [];
    const range = new vscode.Range(document.positionAt(mapped.from), document.positionAt(mapped.to));
    const copy = new vscode.Diagnostic(range, diagnostic.message, diagnostic.severity);
    return [Object.assign(copy, { source: diagnostic.source, code: diagnostic.code })];
  });
}
