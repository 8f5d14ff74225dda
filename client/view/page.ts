import * as vscode from 'vscode';
import type { Program } from './pageHtml';

/** Webview options: scripts only, resources only from the program's folder, no forms, no command URIs. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [programFolder(extension)],
  };
}

/** The view's program as a page in a webview finds it. */
export function programFor(webview: vscode.Webview, extension: vscode.Uri): Program {
  const folder = programFolder(extension);
  return {
    source: webview.cspSource,
    url: (name) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString(),
  };
}

/** The folder of the view's program. A page can load nothing else. */
function programFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist/viewer');
}
