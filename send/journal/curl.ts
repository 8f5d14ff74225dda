import type { HistoryEntry } from './history';

/**
 * A send's request as a command for a POSIX shell. The token is the variable `TOKEN`. A body assembled from several
 * pieces is stored nowhere, so the command names a file for it.
 */
export function curlCommand(entry: HistoryEntry): CurlCommand {
  const file = documentFile(entry);
  const command = commandWith(file ?? bodyFile, entry);
  return { command, needsBody: file === null };
}

/** A command line. `needsBody`: the user must first create the file `bodyFile` with the request body. */
export interface CurlCommand {
  readonly command: string;
  readonly needsBody: boolean;
}

/** The file name for a body that is not a file. */
export const bodyFile = 'body.json';

function commandWith(file: string, entry: HistoryEntry): string {
  return [
    // Without this, curl expands brackets and braces in the URL into several requests.
    'curl --globoff --request POST',
    '--header "Authorization: Bearer $TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data-binary ${quoted(`@${file}`)}`,
    quoted(entry.endpoint),
  ].join(' \\\n  ');
}

/** The path of a file that was sent verbatim. */
function documentFile({ verbatim, documentUri }: HistoryEntry): string | null {
  if (!verbatim || !documentUri.startsWith('file:///')) return null;
  try {
    const path = decodeURIComponent(new URL(documentUri).pathname).replace(/^\/(?=[a-z]:\/)/i, '');
    // A control character in a pasted command could end the line or move the cursor.
    return /[\p{Cc}\p{Cf}]/u.test(path) ? null : path;
  } catch {
    // The name is not valid text.
    return null;
  }
}

/** Quotes any text as one word of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
