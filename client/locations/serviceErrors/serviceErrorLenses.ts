import * as vscode from 'vscode';
import { countOf } from '../../../send/format/counts';
import type { ServiceDiagnostics } from './serviceDiagnostics';

/** A code lens of a line. Its command is resolved when it becomes visible. */
class ServiceErrorLens extends vscode.CodeLens {
  readonly uri: vscode.Uri;
  readonly count: number;

  constructor(line: number, { uri, count }: { readonly uri: vscode.Uri; readonly count: number }) {
    super(new vscode.Range(line, 0, line, 1));
    this.uri = uri;
    this.count = count;
  }
}

/**
 * Adds a code lens to each line of JSON Lines with validation errors: far to the right in a long line the editor does
 * not draw them. The server's lenses count problems and do not know validation errors.
 */
export function registerServiceErrorLenses(serviceDiagnostics: ServiceDiagnostics): vscode.Disposable {
  const provider: vscode.CodeLensProvider<ServiceErrorLens> = {
    onDidChangeCodeLenses: serviceDiagnostics.onDidChange,
    provideCodeLenses: ({ uri }) => {
      const isWanted = vscode.workspace.getConfiguration('trajectory').get('codeLens', true);
      return isWanted ? lensesFor(uri, serviceDiagnostics.foundIn(uri)) : [];
    },
    resolveCodeLens: (lens) => {
      const title = `Expand · ${countOf(lens.count, 'error')} from the service`;
      const { uri, range } = lens;
      lens.command = {
        title,
        command: 'trajectory.expandLine',
        arguments: [{ uri, line: range.start.line }],
      };
      return lens;
    },
  };
  return vscode.languages.registerCodeLensProvider({ language: 'trajectory-jsonl' }, provider);
}

function lensesFor(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): ServiceErrorLens[] {
  const counts = new Map<number, number>();
  for (const { range } of found) counts.set(range.start.line, (counts.get(range.start.line) ?? 0) + 1);
  return [...counts].map(([line, count]) => new ServiceErrorLens(line, { uri, count }));
}
