import type { HistoryEntry } from './history';

/**
 * The request of a send as a command line for a POSIX shell. The token stands there as the variable `TOKEN`.
 * A body that was put together from several pieces is not kept anywhere, so the command names a file for it.
 */
export function curlCommand(entry: HistoryEntry): string {
  return [
    // Brackets and braces in an address would make several requests of one.
    'curl --globoff --request POST',
    '--header "Authorization: Bearer $TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data-binary ${quoted(`@${bodyFile(entry)}`)}`,
    quoted(entry.endpoint),
  ].join(' \\\n  ');
}

function bodyFile({ verbatim, documentUri }: HistoryEntry): string {
  const unknown = 'body.json';
  if (!verbatim || !documentUri.startsWith('file:///')) return unknown;
  const path = decodedPath(documentUri);
  // A control character in a pasted command could end the line or move the cursor.
  return path === null || /[\p{Cc}\p{Cf}]/u.test(path) ? unknown : path;
}

function decodedPath(uri: string): string | null {
  try {
    const path = decodeURIComponent(new URL(uri).pathname);
    return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}

/** One word of a shell's command line, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
