/** Where the page finds the view's program. */
export interface Program {
  /** The source of its files, as in a content security policy. */
  readonly source: string;
  /** The URL of one of its files. */
  readonly url: (name: string) => string;
}

/**
 * The HTML of the view of a document. Its content security policy allows scripts by nonce, style sheets and fonts of the
 * program, and images embedded in the document. Nothing else inline, no `eval`, no other origins. The program stores the
 * URI at once, so that VS Code can restore the view after a reload.
 */
export function pageHtml({ source, url }: Program, uri: string): string {
  const nonce = randomText();
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `font-src ${source}`,
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trajectory View</title>
<script nonce="${nonce}">${loadAgain}</script>
<link rel="stylesheet" href="${attribute(url('main.css'))}">
</head>
<body>
<div id="view" data-uri="${attribute(uri)}"></div>
<script nonce="${nonce}" src="${attribute(url('main.js'))}"></script>
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

/**
 * A script: loads a file of the program again, a second after it could not be loaded. VS Code gives up after 30 s, and
 * needs longer while a slow connection transfers a large text: the page stayed blank. A script is not run twice, so it
 * cannot be cloned.
 */
const loadAgain = `addEventListener('error', ({ target }) => {
  if (target.localName !== 'link' && target.localName !== 'script') return;
  const again = document.createElement(target.localName);
  for (const name of ['rel', 'href', 'src', 'nonce']) if (target[name]) again[name] = target[name];
  setTimeout(() => target.replaceWith(again), 1000);
}, true);
`;

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
