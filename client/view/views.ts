import * as vscode from 'vscode';
import { boundedText } from '../../send/format/plainText';
import { watchContextKeys } from './contextKeys';
import { watchMoves } from './moves';
import { pageHtml, pageOptions } from './page';
import { soon } from './soon';
import { createView, type View } from './view';
import type { ViewServices } from './viewServices';

/** The view in a panel of its own, beside the text. */
export const panelType = 'trajectory.view';
/** The view in the place of the text. */
export const customEditorType = 'trajectory.viewEditor';

/** Milliseconds until a key counts as pressed where no view is. */
const patience = 1000;

/** All views of the window. */
export interface Views extends vscode.Disposable {
  /** The view of a document; in a panel beside if there is none yet. */
  open(uri: vscode.Uri): View;
  /** Makes a panel that VS Code has made the view of a document. */
  adopt(panel: vscode.WebviewPanel, uri: vscode.Uri): View;
  /** The view that is before the user. */
  active(): View | undefined;
  /** The same where VS Code tells of a key in a view before it tells that the view is before the user. */
  soonActive(): Promise<View | undefined>;
}

/** Keeps the views. A document has one panel, however often it is asked for. */
export function createViews(extension: vscode.Uri, services: ViewServices): Views {
  const views = new Set<View>();
  const active = () => [...views].find(({ panel }) => panel.active);
  const context = watchContextKeys(active);
  const changes = new vscode.EventEmitter<void>();
  const adopt = (panel: vscode.WebviewPanel, uri: vscode.Uri) => {
    const view = createView(services, panel, uri);
    views.add(view);
    view.onDidChangeTyping(context.tell);
    panel.onDidChangeViewState(() => {
      context.tell();
      changes.fire();
    });
    panel.onDidDispose(() => {
      views.delete(view);
      view.dispose();
      context.tell();
    });
    panel.webview.options = pageOptions(extension);
    panel.webview.html = pageHtml(panel.webview, extension);
    context.tell();
    return view;
  };
  const moves = watchMoves((moved) => {
    for (const view of views) {
      const to = moved(view.uri());
      if (to === null) continue;
      view.move(to);
      // The title of a custom editor is VS Code's.
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

/**
 * Beside the text. A text that stands in a column of views, because it was opened from one, gets its view on the other
 * side, and not a column behind the views.
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

/** VS Code puts a prefix before the type of a panel. */
function isView(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType);
}

/** A tab shows plain text, in which nothing may turn the direction of writing. */
function titleOf({ path }: vscode.Uri): string {
  return `View ${boundedText(path.split('/').at(-1) ?? '', 200)}`;
}
