import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import type { ServiceDiagnostics } from '../locations/serviceErrors/serviceDiagnostics';
import { openDocument } from '../openDocument';
import type { ExpandedLines } from './expandedLines';
import { mapRanges } from './mapRanges';

/**
 * Shows the service's validation errors of a line in its expanded line too: far to the right in a long line the editor
 * does not draw them.
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
  // One edit fires several events. The line's position is consistent only after the last one.
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

/** The validation errors of an expanded line, for values that are still the same in its current text. */
function diagnosticsIn(
  document: vscode.TextDocument,
  lines: ExpandedLines,
  serviceDiagnostics: ServiceDiagnostics,
): vscode.Diagnostic[] {
  const expanded = lines.get(document.uri);
  const source = expanded && openDocument(expanded.source);
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
