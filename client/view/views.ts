import * as vscode from 'vscode';
import { boundedText } from '../../send/format/plainText';
import { watchMoves } from '../documents/moves';
import { watchContextKeys } from './contextKeys';
import { pageOptions, programFor } from './page';
import { pageHtml } from './pageHtml';
import { soon } from './soon';
import { createView, type View } from './view';
import type { ViewServices } from './viewServices';

/** The view in its own panel, beside the text. */
export const panelType = 'trajectory.view';
/** The view as a custom editor, in place of the text; and of files whose text VS Code gives no extension. */
export const customEditorType = 'trajectory.viewEditor';
export const fileEditorType = 'trajectory.fileViewEditor';

/** How long a view command waits for a view to become active, in milliseconds. */
const patience = 1000;

/** All views of the window. */
export interface Views extends vscode.Disposable {
  /** Shows the view of a document or a file, in a new panel beside if there is none. */
  open(uri: vscode.Uri): View;
  /** Turns a panel created by VS Code into the view of a document. */
  adopt(panel: vscode.WebviewPanel, uri: vscode.Uri): View;
  /** The active view. */
  active(): View | undefined;
  /** Same, but waits: VS Code may report a key in a view before it reports the view as active. */
  soonActive(): Promise<View | undefined>;
}

/** Manages all views. A document has at most one panel. */
export function createViews(extension: vscode.Uri, services: ViewServices): Views {
  const views = new Set<View>();
  const active = () => [...views].find(({ panel }) => panel.active);
  const context = watchContextKeys(active);
  const changes = new vscode.EventEmitter<void>();
  const load = ({ panel: { webview }, uri }: View) => {
    webview.html = pageHtml(programFor(webview, extension), uri().toString());
  };
  const adopt = (panel: vscode.WebviewPanel, uri: vscode.Uri) => {
    const view = createView(services, panel, uri);
    views.add(view);
    panel.onDidChangeViewState(() => {
      context.tell();
      changes.fire();
    });
    panel.onDidDispose(() => {
      views.delete(view);
      view.dispose();
      context.tell();
    });
    // VS Code shows the file's icon for a custom editor.
    if (panel.viewType === panelType) panel.iconPath = iconIn(extension);
    panel.webview.options = pageOptions(extension);
    load(view);
    context.tell();
    return view;
  };
  const moves = watchMoves((moved) => {
    for (const view of views) {
      view.moveOther(moved);
      const to = moved(view.uri());
      if (to === null) continue;
      view.move(to);
      // VS Code sets the title of a custom editor.
      if (view.panel.viewType === panelType) view.panel.title = titleOf(to);
    }
    context.tell();
  });
  return {
    adopt,
    active,
    soonActive: () => soon(active, changes.event, views.size === 0 ? 0 : patience),
    open: (uri) => {
      const key = uri.toString();
      const found = [...views].find((view) => view.uri().toString() === key);
      if (found === undefined) return adopt(createPanel(extension, uri), uri);
      // A page that VS Code did not start says nothing of it: whoever opens the view again wants to see it.
      if (found.isBlank()) load(found);
      found.panel.reveal();
      return found;
    },
    dispose: () => {
      vscode.Disposable.from(moves, context, changes).dispose();
      for (const { panel } of views) panel.dispose();
    },
  };
}

function createPanel(extension: vscode.Uri, uri: vscode.Uri): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(panelType, titleOf(uri), columnForView(), pageOptions(extension));
}

/** The icon of a panel's tab. VS Code's own is pale in light themes. */
function iconIn(extension: vscode.Uri): NonNullable<vscode.WebviewPanel['iconPath']> {
  const image = (name: string) => vscode.Uri.joinPath(extension, 'images', name);
  return { light: image('view-light.svg'), dark: image('view-dark.svg') };
}

/**
 * Beside the text. If the text is in a column of views, because it was opened from one, its view opens in the column
 * before it instead of a new one after it.
 */
function columnForView(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const { viewColumn, tabs } = activeTabGroup;
  const isLast = all.every((group) => group.viewColumn <= viewColumn);
  const isAmongViews = tabs.some(({ input }) => isView(input));
  return isLast && isAmongViews && viewColumn > vscode.ViewColumn.One
    ? viewColumn - 1
    : vscode.ViewColumn.Beside;
}

/** VS Code prefixes the view type of a panel. */
function isView(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType);
}

/** Tab titles are plain text; escapes characters that change the writing direction. */
function titleOf({ path }: vscode.Uri): string {
  return `View ${boundedText(path.split('/').at(-1) ?? '', 200)}`;
}
