import type { Diagnostic, Range, TextEdit } from 'vscode-languageserver';
import { label } from '../core/features/visible';
import type { Problem, Severity } from '../core/schema/problem';
import type { Range as OffsetRange } from '../core/text/range';
import { type Edit, offsetAt, positionAt, type Text, textOf } from '../core/text/text';
import type { DiagnosticSupport } from './clientSupport';

/** `source` of our diagnostics. */
export const source = 'trajectory';

const severities: Record<Severity, 1 | 2 | 3 | 4> = { error: 1, warning: 2, information: 3, hint: 4 };

/** Converts an offset range to an LSP range. */
export function toRange(text: Text, { from, to }: OffsetRange): Range {
  return { start: positionAt(text, from), end: positionAt(text, to) };
}

/** Converts an LSP range to an offset range. */
export function toOffsetRange(text: Text, { start, end }: Range): OffsetRange {
  return { from: offsetAt(text, start), to: offsetAt(text, end) };
}

export function toTextEdit(text: Text, edit: Edit): TextEdit {
  return { range: toRange(text, edit), newText: edit.insert };
}

/** Reports, at the start of a document, that the language server failed: not an error of the document. */
export function failureDiagnostic(message: string, client: DiagnosticSupport): Diagnostic {
  const problem = { code: 'internal-error', severity: 'information', from: 0, to: 0, message } as const;
  return toDiagnostic(problem, { text: textOf(''), uri: '', client });
}

/** Converts a problem to a diagnostic that the client supports. */
export function toDiagnostic(
  problem: Problem,
  { text, uri, client }: { readonly text: Text; readonly uri: string; readonly client: DiagnosticSupport },
): Diagnostic {
  const diagnostic: Diagnostic = {
    range: toRange(text, problem),
    severity: severities[problem.severity],
    code: problem.code,
    source,
    // The message quotes the document, which may contain invisible or bidirectional characters.
    message: label(problem.message),
  };
  const href = client.linkOf(problem.code);
  if (href !== null) diagnostic.codeDescription = { href };
  if (client.takesRelated && problem.related !== undefined) {
    const message = label(problem.related.message);
    diagnostic.relatedInformation = [{ location: { uri, range: toRange(text, problem.related) }, message }];
  }
  return diagnostic;
}
