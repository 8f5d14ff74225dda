import * as vscode from 'vscode';
import { isAboutAbsence } from '../../../send/response/marks';
import type { ValidationError } from '../../../send/response/validationErrors';

/**
 * Our diagnostic at the range of a validation error, if any; the most severe one. The two are merged into one entry. For
 * a missing key the name must match too, because both mark the object.
 */
export function matchingDiagnostic(
  own: readonly vscode.Diagnostic[],
  range: vscode.Range,
  error: ValidationError,
): vscode.Diagnostic | undefined {
  const there = own.filter((one) => isAt(one, range)).sort((a, b) => a.severity - b.severity);
  const name = String(error.loc.at(-1) ?? '');
  const named = there.find(({ message }) => name !== '' && message.includes(name));
  return isAboutAbsence(error) ? named : (named ?? there[0]);
}

/** Indexes our diagnostics by line, so that each lookup does not scan them all. */
export function diagnosticsByLine(
  own: readonly vscode.Diagnostic[],
): (range: vscode.Range) => readonly vscode.Diagnostic[] {
  const lines = new Map<number, vscode.Diagnostic[]>();
  for (const one of own) {
    for (const line of new Set([one.range.start.line, one.range.end.line])) {
      const there = lines.get(line);
      if (there === undefined) lines.set(line, [one]);
      else there.push(one);
    }
  }
  return ({ start }) => lines.get(start.line) ?? [];
}

/** Whether it is a problem of the request, as a validation error is; else it only explains what is there. */
export function isSevere({ severity }: vscode.Diagnostic): boolean {
  return severity === vscode.DiagnosticSeverity.Error || severity === vscode.DiagnosticSeverity.Warning;
}

/** Parsers disagree about the exact position of a syntax error, so an overlap suffices. */
function isAt({ range, code }: vscode.Diagnostic, other: vscode.Range): boolean {
  const name = typeof code === 'object' ? code.value : code;
  if (name === 'syntax') return range.intersection(other) !== undefined;
  return range.start.isEqual(other.start);
}
