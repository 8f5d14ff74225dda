import * as vscode from 'vscode';
import { registerOpenView } from './openView';
import { lostPageHtml } from './pageHtml';
import { registerViewCommands } from './viewCommands';
import { openIfLarge } from './viewedDocument';
import type { ViewServices } from './viewServices';
import { createViews, customEditorType, fileEditorType, panelType, type Views } from './views';

/** Registers the trajectory view: its commands, panels and custom editor. */
export function registerTrajectoryView(extension: vscode.Uri, services: ViewServices): vscode.Disposable {
  const views = createViews(extension, services);
  return vscode.Disposable.from(
    views,
    registerOpenView(views, services),
    registerViewCommands(views),
    vscode.window.registerWebviewPanelSerializer(panelType, restorer(views, services)),
    vscode.window.registerCustomEditorProvider(customEditorType, customEditor(views), {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.window.registerCustomEditorProvider(fileEditorType, fileEditor(views, services), {
      supportsMultipleEditorsPerDocument: true,
    }),
  );
}

/** VS Code restores panels after a reload, with the state that their pages stored. */
function restorer(views: Views, services: ViewServices): vscode.WebviewPanelSerializer {
  return {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const uri = uriIn(state);
      if (uri === null) {
        // The page had not stored any state yet. A tab that vanishes would need an explanation, too.
        panel.webview.html = lostPageHtml;
        return;
      }
      await openIfLarge(services, uri);
      views.adopt(panel, uri);
    },
  };
}

function uriIn(state: unknown): vscode.Uri | null {
  const { uri } = (state ?? {}) as { readonly uri?: unknown };
  if (typeof uri !== 'string') return null;
  try {
    return vscode.Uri.parse(uri, true);
  } catch {
    return null;
  }
}

/** *Reopen Editor With… › Trajectory View*: the same view in place of the text editor. Read-only. */
function customEditor(views: Views): vscode.CustomTextEditorProvider {
  return {
    resolveCustomTextEditor: ({ uri }, panel) => {
      views.adopt(panel, uri);
    },
  };
}

/** The same for a file: VS Code opens no document for it, which it could not give to extensions. */
function fileEditor(views: Views, services: ViewServices): vscode.CustomReadonlyEditorProvider {
  return {
    openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
    resolveCustomEditor: async ({ uri }, panel) => {
      await openIfLarge(services, uri);
      views.adopt(panel, uri);
    },
  };
}
