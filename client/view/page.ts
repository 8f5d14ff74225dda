import * as vscode from 'vscode';

/** The folder of the view's program: all that a page may load. */
function programFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist/viewer');
}

/** What a page may do: run the view's own program, and load from its folder. It has no forms and no commands. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [programFolder(extension)],
  };
}

/**
 * The page of the view. Its policy allows the program by its nonce, style sheets and fonts of the program's folder,
 * and images that are in the document themselves; nothing inline, nothing evaluated, nothing from elsewhere.
 */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomText();
  const address = (name: string) =>
    attribute(webview.asWebviewUri(vscode.Uri.joinPath(programFolder(extension), name)).toString());
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trajectory View</title>
<link rel="stylesheet" href="${address('main.css')}">
</head>
<body>
<div id="view"></div>
<script nonce="${nonce}" src="${address('main.js')}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
