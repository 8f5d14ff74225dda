import * as vscode from 'vscode';
import { traceOf } from '../../../send/format/errorTrace';
import type { PartOfValue } from '../../../server/viewProtocol/places';
import { columnBeside } from '../../documents/columns';
import { displayName } from '../../documents/displayName';
import { offerToExpandAt } from '../../locations/offerToExpand';
import { rangeOfItem } from '../../locations/rangeOfItem';
import { showInfo, showReason } from '../../notifications';
import { viewedDocument } from '../viewedDocument';
import type { ViewServices } from '../viewServices';
import { newestOnly } from './newestOnly';

/** A trajectory by its index in the document, and optionally a message of it. Counted from 0. */
export interface ViewTarget {
  readonly trajectory: number;
  readonly message: number | null;
  /** Only this part of the message. */
  readonly part?: PartOfValue;
}

/** What the cursor of a text editor is at, and in which version of the document. */
export interface ItemAtCursor {
  readonly trajectory: number;
  readonly message: number | null;
  readonly version: number;
}

export interface Revealed extends ViewTarget {
  /** Moves the cursor there and focuses the editor. */
  readonly focus: boolean;
}

/**
 * Synchronizes a view and the text editors of its document: they reveal what the view shows, and the view follows their
 * cursor.
 */
export interface EditorSync extends vscode.Disposable {
  reveal(target: Revealed): void;
  /** Same as `reveal`, but only in a visible editor, if any. */
  follow(target: ViewTarget): void;
  /** Shows the item at the text cursor in the view. */
  syncView(): void;
  /** Same, if the cursor moved while the view was hidden. */
  catchUp(): void;
}

/** Milliseconds without another key until the view follows the cursor of someone typing: problems come first. */
const typingDelay = 150;

interface Dependencies {
  readonly services: ViewServices;
  readonly uri: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
  /** Shows an item in the view. */
  readonly show: (target: ItemAtCursor) => void;
}

/** Synchronizes a view with the text editors of its document without echoing moves back. */
export function createEditorSync(dependencies: Dependencies): EditorSync {
  const { services, uri, panel } = dependencies;
  const { requests, server, log } = services;
  const mark = vscode.window.createTextEditorDecorationType(markStyle);
  // The selection that the view set itself.
  let own: vscode.Selection | null = null;
  // The cursor's position after moving while the view was hidden.
  let missed: vscode.Position | null = null;
  const moveView = newestOnly(
    (position: vscode.Position) => showCursor(dependencies, position),
    (error) => log.error(`The view could not follow the cursor: ${traceOf(error)}`),
  );
  const revealInText = async ({ focus, ...target }: Revealed) => {
    const document = await viewedDocument(uri);
    const range = await rangeOfItem(requests, document, target);
    if (range === null) return showInfo(`This item is no longer in ${displayName(uri)}.`);
    if (focus) own = new vscode.Selection(range.start, range.start);
    const editor = await editorFor(document, { range, focus, column: panel.viewColumn });
    editor.setDecorations(mark, [range]);
    if (focus) await offerToExpandAt(server, document, range.start);
  };
  // One queue for both kinds: the newest one is the view's current item.
  const moveText = newestOnly(
    (target: Revealed | ViewTarget) =>
      'focus' in target ? revealInText(target) : highlightInText(dependencies, mark, target),
    showReason,
  );
  let typing: ReturnType<typeof setTimeout> | undefined;
  const moves = onDidMoveCursor(uri, (editor, { selection, isTyped }) => {
    if (own !== null && selection.isEqual(own)) return;
    own = null;
    editor.setDecorations(mark, []);
    clearTimeout(typing);
    if (!panel.visible) missed = selection.active;
    else if (isTyped) typing = setTimeout(() => moveView(selection.active), typingDelay);
    else moveView(selection.active);
  });
  return {
    reveal: moveText,
    follow: moveText,
    syncView: () => {
      const editor = shownEditor(uri);
      if (editor !== undefined) moveView(editor.selection.active);
    },
    catchUp: () => {
      if (missed !== null) moveView(missed);
      missed = null;
    },
    dispose: () => {
      clearTimeout(typing);
      vscode.Disposable.from(moves, mark).dispose();
    },
  };
}

/** Highlights the view's item in a visible editor. Only logs failures: the user is reading the view. */
async function highlightInText(
  { services: { requests, log }, uri }: Dependencies,
  mark: vscode.TextEditorDecorationType,
  target: ViewTarget,
): Promise<void> {
  const document = shownEditor(uri)?.document;
  if (document === undefined) return;
  try {
    const range = await rangeOfItem(requests, document, target);
    const editor = shownEditor(uri);
    editor?.setDecorations(mark, range === null ? [] : [range]);
    if (range !== null && editor !== undefined) revealStart(editor, range);
  } catch (error) {
    log.error(`The text could not follow the view: ${traceOf(error)}`);
  }
}

async function showCursor({ services, uri, show }: Dependencies, position: vscode.Position): Promise<void> {
  const { line, character } = position;
  const at = await services.requests.itemAt(uri, { position: { line, character } });
  if (at === null || at.trajectory === null) return;
  show({ trajectory: at.trajectory, message: at.message, version: at.version });
}

interface Move {
  readonly selection: vscode.Selection;
  /** Whether it came with an edit. */
  readonly isTyped: boolean;
}

/**
 * Fires when the user moves the cursor. Ignores selection changes without a `kind` (a tab is restored, another edit
 * shifts the text), except after undo and redo.
 */
function onDidMoveCursor(
  uri: vscode.Uri,
  moved: (editor: vscode.TextEditor, move: Move) => void,
): vscode.Disposable {
  const key = uri.toString();
  let isUndone = false;
  let isTyped = false;
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
      if (document.uri.toString() !== key) return;
      isUndone = reason !== undefined;
      isTyped = contentChanges.length > 0;
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
      const [selection] = selections;
      if (selection === undefined || textEditor.document.uri.toString() !== key) return;
      const isMove = kind !== undefined || isUndone;
      if (isMove) moved(textEditor, { selection, isTyped });
      [isUndone, isTyped] = [false, false];
    }),
  );
}

/** Highlights a revealed range until the cursor moves. */
const markStyle: vscode.DecorationRenderOptions = {
  backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
};

interface Landing {
  readonly range: vscode.Range;
  readonly focus: boolean;
  readonly column: vscode.ViewColumn | undefined;
}

/** Shows a range in a text editor of the document. With `focus`, puts the cursor at its start. */
async function editorFor(
  document: vscode.TextDocument,
  { range, focus, column }: Landing,
): Promise<vscode.TextEditor> {
  const start = new vscode.Range(range.start, range.start);
  const shown = shownEditor(document.uri);
  const editor =
    shown === undefined || focus
      ? await vscode.window.showTextDocument(document, {
          viewColumn: shown?.viewColumn ?? columnBeside(column, document.uri),
          preserveFocus: !focus,
          preview: false,
          ...(focus ? { selection: start } : {}),
        })
      : shown;
  revealStart(editor, range);
  return editor;
}

function revealStart(editor: vscode.TextEditor, { start }: vscode.Range): void {
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A visible text editor of a document, preferring the active one. */
function shownEditor(uri: vscode.Uri): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const key = uri.toString();
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document.uri.toString() === key);
}
