import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { type Document, listProblems, maxProblems } from '../../../core/document';
import { escapeSnippet } from '../../../core/features/completion/snippets';
import { areTooMany, fixAllOfCode } from '../../../core/features/fixes/all/fixAll';
import { automatic, fixEverything } from '../../../core/features/fixes/all/fixEverything';
import { extractConfig } from '../../../core/features/fixes/extractConfig';
import type { QuickFix } from '../../../core/features/fixes/fix';
import { fixesFor, isFixableHint } from '../../../core/features/fixes/fixes';
import { wrapInLogRequest } from '../../../core/features/fixes/fixRoot';
import { findHints } from '../../../core/features/hints/hints';
import { indentationAt } from '../../../core/features/indentation';
import { rewriteDocument } from '../../../core/features/rewrites/rewrites';
import type { Rewrite } from '../../../core/schema/documentKind';
import type { Code } from '../../../core/schema/problem';
import type { Edit } from '../../../core/text/text';
import type { Work } from '../../../core/work';
import { toRange, toTextEdit } from '../../toLsp';
import { mergeIfMany } from '../wholeEdits';
import type { ActionTarget } from './actionTarget';

/** Editors are slow with more edits. */
const maxEdits = 10_000;

/** Everything needed to compute the edit of an action for one version of a document. */
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
  | { readonly type: 'rewrite'; readonly rewrite: Rewrite }
  /** `file` is the URI of the new file, `at` an offset in the extracted value. */
  | { readonly type: 'extract'; readonly file: string; readonly at: number; readonly isMove: boolean };

/** The edit of an action; null if the document does not call for it. */
export function* editOf(target: ActionTarget, action: Action): Work<WorkspaceEdit | null> {
  const { document } = target;
  switch (action.type) {
    case 'fix':
      return withCursor(target, yield* chosenFix(target, action));
    case 'fix-all':
      return plain(
        target,
        yield* mergeIfMany(document.text, yield* fixAllOfCode(document, action.code), maxEdits),
      );
    case 'fix-everything':
      return plain(target, yield* mergeIfMany(document.text, yield* fixEverything(document), maxEdits));
    case 'wrap':
      return withCursor(target, wrapInLogRequest(document));
    case 'rewrite':
      return yield* rewritten(target, action.rewrite);
    case 'extract':
      return yield* newFile(target, action);
  }
}

/** Whether an action fixes only the first of its problems, because there are too many. */
export function isCut(document: Document, action: Action): boolean {
  if (action.type === 'fix-all') return areTooMany(document, action.code);
  return action.type === 'fix-everything' && automatic.some((code) => areTooMany(document, code));
}

/** The warning for a cut action. */
export const cutRepairs =
  'Too many problems to fix at once: only the first were fixed. Run this again to fix the rest.';

function* chosenFix(
  { document, context }: ActionTarget,
  chosen: Extract<Action, { type: 'fix' }>,
): Work<QuickFix | null> {
  const { code, from, to, title } = chosen;
  const isIt = (other: { code: Code; from: number; to: number }): boolean =>
    other.code === code && other.from === from && other.to === to;
  const problems = isFixableHint(code)
    ? yield* findHints(document, maxProblems)
    : yield* listProblems(document, maxProblems);
  for (const problem of problems.filter(isIt)) {
    const fixes = yield* fixesFor(document, problem, context);
    const fix = fixes.find((one) => one.title === title);
    if (fix !== undefined) return fix;
  }
  return null;
}

/** Rewrites a document that is something else. If that is refused, nothing changes and the user sees the reason. */
function* rewritten(target: ActionTarget, rewrite: Rewrite): Work<WorkspaceEdit | null> {
  const { edits, notice } = yield* rewriteDocument(target.document, rewrite);
  // In another language the document shows why it is not rewritten.
  const language = edits.length === 0 ? target.document.type.wrongFile?.language : null;
  if (notice !== null) target.tell?.(notice, language ?? undefined);
  if (edits.length === 0 && target.tell === undefined) return null;
  return plain(target, yield* mergeIfMany(target.document.text, edits, maxEdits));
}

function plain({ document, uri }: ActionTarget, edits: readonly Edit[]): WorkspaceEdit {
  return { changes: { [uri]: edits.map((edit) => toTextEdit(document.text, edit)) } };
}

/** Edits that put the cursor where the user has to fill in something, if the client supports snippets. */
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
      const range = toRange(document.text, edit);
      const written = (from: number, to?: number): string =>
        withoutIndent(document, edit.insert.slice(from, to), edit.from);
      if (cursor < 0 || cursor > edit.insert.length) return { range, newText: written(0) };
      const value = `${escapeSnippet(written(0, cursor))}$0${escapeSnippet(written(cursor))}`;
      return { range, snippet: { kind: 'snippet', value } };
    });
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

/**
 * New lines without the indentation of the line that they are inserted in: like that of a completion, the editor adds it
 * to a snippet, and VS Code also to the edits beside one.
 */
function withoutIndent({ text }: Document, inserted: string, at: number): string {
  if (!/[\r\n]/.test(inserted)) return inserted;
  const { line } = indentationAt(text, at);
  return inserted.replace(/(\r\n|\n|\r)([ \t]*)/g, (whole, lineEnd: string, blank: string) =>
    blank.startsWith(line) ? lineEnd + blank.slice(line.length) : whole,
  );
}

/**
 * Never overwrites a file: if it exists, the client refuses the whole edit. A client without `documentChanges` creates
 * the file itself on its first edit, and inserts the text at the start of an existing one.
 */
function* newFile(
  { document, uri, version, client }: ActionTarget,
  { file, at, isMove }: Extract<Action, { type: 'extract' }>,
): Work<WorkspaceEdit | null> {
  const extracted = yield* extractConfig(document, at);
  if (extracted === null) return null;
  const start = { line: 0, character: 0 };
  const content = { range: { start, end: start }, newText: extracted.content };
  const removal = isMove ? extracted.edits.map((edit) => toTextEdit(document.text, edit)) : [];
  if (!client.takesSteps) return { changes: { [file]: [content], ...(isMove ? { [uri]: removal } : {}) } };
  return {
    documentChanges: [
      { kind: 'create', uri: file, options: { overwrite: false, ignoreIfExists: false } },
      { textDocument: { uri: file, version: null }, edits: [content] },
      ...(isMove ? [{ textDocument: { uri, version }, edits: removal }] : []),
    ],
  };
}
