import type { Diagnostic, Range, TextEdit } from 'vscode-languageserver';
import { visible } from '../core/features/visible';
import type { Problem, Severity } from '../core/schema/problem';
import { type Edit, offsetAt, positionAt, type Text, textOf } from '../core/text/text';

/** What diagnostics of ours are signed with. */
export const source = 'trajectory';

/** Where each problem code is explained. */
const documentation = 'https://github.com/trajectory-tools/trajectory-tools/blob/main/docs/problems.md';

const severities: Record<Severity, 1 | 2 | 3 | 4> = { error: 1, warning: 2, information: 3, hint: 4 };

/** A range of offsets as LSP has it. */
export function toRange(text: Text, { from, to }: { readonly from: number; readonly to: number }): Range {
  return { start: positionAt(text, from), end: positionAt(text, to) };
}

/** Offsets of a range as LSP has it. */
export function toOffsets(text: Text, { start, end }: Range): { from: number; to: number } {
  return { from: offsetAt(text, start), to: offsetAt(text, end) };
}

export function toTextEdit(text: Text, edit: Edit): TextEdit {
  return { range: toRange(text, edit), newText: edit.insert };
}

/** Says at the start of a document that something went wrong in the language server, and not in the document. */
export function failureDiagnostic(message: string): Diagnostic {
  const problem = { code: 'internal-error', severity: 'information', from: 0, to: 0, message } as const;
  return toDiagnostic(textOf(''), '', problem);
}

export function toDiagnostic(text: Text, uri: string, problem: Problem): Diagnostic {
  const diagnostic: Diagnostic = {
    range: toRange(text, problem),
    severity: severities[problem.severity],
    code: problem.code,
    codeDescription: { href: `${documentation}#${problem.code}` },
    source,
    // It quotes the document, which may hold characters that hide or turn the message.
    message: visible(problem.message),
  };
  if (problem.related !== undefined) {
    const message = visible(problem.related.message);
    diagnostic.relatedInformation = [{ location: { uri, range: toRange(text, problem.related) }, message }];
  }
  return diagnostic;
}
