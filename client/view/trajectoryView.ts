import * as vscode from 'vscode';
import { registerOpenView } from './openView';
import { registerViewCommands } from './viewCommands';
import type { ViewServices } from './viewServices';
import { createViews, customEditorType, panelType, type Views } from './views';

/** The trajectory view: its commands, its panels, and the custom editor. */
export function registerTrajectoryView(extension: vscode.Uri, services: ViewServices): vscode.Disposable {
  const views = createViews(extension, services);
  return vscode.Disposable.from(
    views,
    registerOpenView(views),
    registerViewCommands(views),
    vscode.window.registerWebviewPanelSerializer(panelType, restorer(views)),
    vscode.window.registerCustomEditorProvider(customEditorType, customEditor(views), {
      supportsMultipleEditorsPerDocument: true,
    }),
  );
}

/** After a reload VS Code brings the panels back, with what their pages have kept. */
function restorer(views: Views): vscode.WebviewPanelSerializer {
  return {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const uri = uriIn(state);
      // It was closed before its page had kept anything.
      if (uri === null) panel.dispose();
      else views.adopt(panel, uri);
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

/** *Reopen Editor With… › Trajectory View*: the same view in the place of the text. It edits nothing. */
function customEditor(views: Views): vscode.CustomTextEditorProvider {
  return {
    resolveCustomTextEditor: ({ uri }, panel) => {
      views.adopt(panel, uri);
    },
  };
}
