import type { HistoryEntry } from './history';

/**
 * The request of a send as a command line for a POSIX shell. The token stands there as the variable `TOKEN`.
 * A body that was put together from several pieces is not kept anywhere, so the command names a file for it.
 */
export function curlCommand(entry: HistoryEntry): CurlCommand {
  const file = documentFile(entry);
  const command = commandWith(file ?? bodyFile, entry);
  return { command, needsBody: file === null };
}

/** A command line, and whether somebody has to make the file `bodyFile` of the request's body first. */
export interface CurlCommand {
  readonly command: string;
  readonly needsBody: boolean;
}

/** The file that stands in the command for a body that is no file. */
export const bodyFile = 'body.json';

function commandWith(file: string, entry: HistoryEntry): string {
  return [
    // Brackets and braces in an address would make several requests of one.
    'curl --globoff --request POST',
    '--header "Authorization: Bearer $TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data-binary ${quoted(`@${file}`)}`,
    quoted(entry.endpoint),
  ].join(' \\\n  ');
}

/** The path of the file that was sent as it stood. */
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

/** One word of a shell's command line, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
