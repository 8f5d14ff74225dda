import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { type Document, problemsOf } from '../core/document';
import { escapeSnippet } from '../core/features/completion/snippets';
import { extractConfig } from '../core/features/fixes/extractConfig';
import type { QuickFix } from '../core/features/fixes/fix';
import { areTooMany, fixAllOfCode } from '../core/features/fixes/fixAll';
import { automatic, fixEverything } from '../core/features/fixes/fixEverything';
import { fixesFor } from '../core/features/fixes/fixes';
import { wrapInLogRequest } from '../core/features/fixes/fixRoot';
import type { Code } from '../core/schema/problem';
import type { Edit } from '../core/text/text';
import type { ActionTarget } from './actionTarget';
import { toRange, toTextEdit } from './convert';

/** Everything that is needed to make the edit of an action of one version of a document. */
export type Action =
  | {
      readonly type: 'fix';
      readonly code: Code;
      readonly from: number;
      readonly to: number;
      readonly title: string;
    }
  | { readonly type: 'fix-all'; readonly code: Code }
  | { readonly type: 'fix-everything' }
  | { readonly type: 'wrap' }
  /** `file` is the URI of the new file; `at` an offset in what goes there. */
  | { readonly type: 'extract'; readonly file: string; readonly at: number; readonly isMove: boolean };

/** The edit of an action; null where the document does not call for it. */
export function editOf(target: ActionTarget, action: Action): WorkspaceEdit | null {
  const { document } = target;
  switch (action.type) {
    case 'fix':
      return withCursor(target, chosenFix(target, action));
    case 'fix-all':
      return plain(target, fixAllOfCode(document, action.code));
    case 'fix-everything':
      return plain(target, fixEverything(document));
    case 'wrap':
      return withCursor(target, wrapInLogRequest(document));
    case 'extract':
      return newFile(target, action);
  }
}

/** Whether an action repairs only the first of its problems, because there are too many. */
export function isCut(document: Document, action: Action): boolean {
  if (action.type === 'fix-all') return areTooMany(document, action.code);
  return action.type === 'fix-everything' && automatic.some((code) => areTooMany(document, code));
}

/** What is said of that. */
export const cutRepairs =
  'The document has very many problems: the first of them are repaired at once, the others when you ask again.';

function chosenFix(
  { document, context }: ActionTarget,
  chosen: Extract<Action, { type: 'fix' }>,
): QuickFix | null {
  const { code, from, to, title } = chosen;
  const isIt = (other: { code: Code; from: number; to: number }): boolean =>
    other.code === code && other.from === from && other.to === to;
  for (const problem of problemsOf(document).filter(isIt)) {
    const fix = fixesFor(document, problem, context).find((one) => one.title === title);
    if (fix !== undefined) return fix;
  }
  return null;
}

function plain({ document, uri }: ActionTarget, edits: readonly Edit[]): WorkspaceEdit {
  return { changes: { [uri]: edits.map((edit) => toTextEdit(document.text, edit)) } };
}

/** Edits that leave the cursor where something is to be filled in, if the client can do that. */
function withCursor(target: ActionTarget, fix: QuickFix | null): WorkspaceEdit | null {
  if (fix === null) return null;
  const { document, uri, version, client } = target;
  if (!client.hasSnippets || fix.cursor === undefined) return plain(target, fix.edits);
  let moved = 0;
  const edits = [...fix.edits]
    .sort((a, b) => a.from - b.from)
    .map((edit): TextEdit | SnippetTextEdit => {
      const cursor = fix.cursor! - (edit.from + moved);
      moved += edit.insert.length - (edit.to - edit.from);
      if (cursor < 0 || cursor > edit.insert.length) return toTextEdit(document.text, edit);
      const value = `${escapeSnippet(edit.insert.slice(0, cursor))}$0${escapeSnippet(edit.insert.slice(cursor))}`;
      return { range: toRange(document.text, edit), snippet: { kind: 'snippet', value } };
    });
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

/** A file that is there already is left as it is: then the client refuses the whole edit. */
function newFile(
  { document, uri, version }: ActionTarget,
  { file, at, isMove }: Extract<Action, { type: 'extract' }>,
): WorkspaceEdit | null {
  const extracted = extractConfig(document, at);
  if (extracted === null) return null;
  const start = { line: 0, character: 0 };
  const content = { range: { start, end: start }, newText: extracted.content };
  const removal = extracted.edits.map((edit) => toTextEdit(document.text, edit));
  return {
    documentChanges: [
      { kind: 'create', uri: file, options: { overwrite: false, ignoreIfExists: false } },
      { textDocument: { uri: file, version: null }, edits: [content] },
      ...(isMove ? [{ textDocument: { uri, version }, edits: removal }] : []),
    ],
  };
}
