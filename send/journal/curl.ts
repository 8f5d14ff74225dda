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
  try {
    const path = decodeURIComponent(new URL(documentUri).pathname).replace(/^\/(?=[a-z]:\/)/i, '');
    // A control character in a pasted command could end the line or move the cursor.
    return /[\p{Cc}\p{Cf}]/u.test(path) ? unknown : path;
  } catch {
    // The name is not valid text.
    return unknown;
  }
}

/** One word of a shell's command line, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
