import * as vscode from 'vscode';
import { boundedText } from '../../../send/format/plainText';
import type { ServiceMark } from '../../../send/response/marks';
import { introduction, type ValidationError } from '../../../send/response/validationErrors';
import { type Merge, serviceSource } from '../../lsp/publishedDiagnostics';
import { diagnosticsByLine, isSevere, matchingDiagnostic } from './matchingDiagnostic';
import { moveRange, type OffsetChange } from './moveRange';

/**
 * A validation error, whether a problem of ours absorbed it, and the message of our information that it absorbed. That
 * stays so while both move with the text.
 */
export interface ShownMark extends ServiceMark {
  readonly isOwn?: boolean;
  readonly also?: string;
}

export const noMerge: Merge = { said: new Map(), absorbed: new Set() };

/** Finds validation errors where our diagnostics are, too. */
export function compareWith(
  own: readonly vscode.Diagnostic[],
  document: vscode.TextDocument,
  list: readonly ShownMark[],
): { readonly known: readonly ShownMark[]; readonly merge: Merge } {
  const said = new Map<vscode.Diagnostic, string[]>();
  const absorbed = new Set<vscode.Diagnostic>();
  const at = diagnosticsByLine(own);
  const known = list.map(({ also: _, ...mark }) => {
    const diagnostic = toDiagnostic(document, mark);
    const same = matchingDiagnostic(at(diagnostic.range), diagnostic.range, mark.error);
    if (same === undefined) return { ...mark, isOwn: false };
    if (!isSevere(same)) {
      absorbed.add(same);
      return { ...mark, isOwn: false, also: same.message };
    }
    // The same sentence is not repeated.
    const added = diagnostic.message === same.message ? [] : [`${serviceSource}: ${diagnostic.message}`];
    said.set(same, [...(said.get(same) ?? []), ...added]);
    return { ...mark, isOwn: true };
  });
  return { known, merge: { said, absorbed } };
}

/** Moves marks through edits. One that an edit touched is gone. */
export function moveAll(list: readonly ShownMark[], edits: readonly OffsetChange[]): readonly ShownMark[] {
  return list.flatMap((mark) => {
    const moved = moveRange(mark, edits);
    return moved ? [{ ...mark, ...moved }] : [];
  });
}

export function toDiagnostic(document: vscode.TextDocument, mark: ShownMark): vscode.Diagnostic {
  const { from, to, error, needsPath, also } = mark;
  const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
  const diagnostic = diagnosticOf(error, range, needsPath);
  if (also !== undefined)
    diagnostic.relatedInformation = [
      new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, range), also),
    ];
  return diagnostic;
}

/** A validation error as a diagnostic. `needsPath`: the range alone does not say what it is about. */
export function diagnosticOf(
  error: ValidationError,
  range: vscode.Range,
  needsPath: boolean,
): vscode.Diagnostic {
  const path = needsPath ? introduction(error) : '';
  const diagnostic = new vscode.Diagnostic(range, `${path}${boundedText(error.message, 500)}`);
  diagnostic.source = serviceSource;
  if (error.type !== '') diagnostic.code = boundedText(error.type, 60);
  return diagnostic;
}
