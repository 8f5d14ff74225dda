import * as vscode from 'vscode';

/** The folder of the view's program. A page can load nothing else. */
function programFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist/viewer');
}

/** Webview options: scripts only, resources only from the program folder, no forms, no command URIs. */
export function pageOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [programFolder(extension)],
  };
}

/**
 * The page's HTML. Its content security policy allows the program by nonce, style sheets and fonts from the program
 * folder, and images embedded in the document. Nothing inline, no `eval`, no other origins. The program stores the URI
 * at once, so that VS Code can restore the view after a reload.
 */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri, shown: vscode.Uri): string {
  const nonce = randomText();
  const resource = (name: string) =>
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
<link rel="stylesheet" href="${resource('main.css')}">
</head>
<body>
<div id="view" data-uri="${attribute(shown.toString())}"></div>
<script nonce="${nonce}" src="${resource('main.js')}"></script>
</body>
</html>
`;
}

/** The page of a view that VS Code restores without its state. */
export const lostPageHtml = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Trajectory View</title>
</head>
<body>
<p role="alert">This view was closed before it had stored which document it shows. Close it, and open the view again from the text.</p>
</body>
</html>
`;

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
