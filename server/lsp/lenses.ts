import type { CodeLens, CodeLensParams, Command, ResponseError } from 'vscode-languageserver';
import type { Lens } from '../core/features/lenses/lens';
import { lenses } from '../core/features/lenses/lenses';
import type { Text } from '../core/text/text';
import { withDocument } from './answers';
import { toRange } from './convert';
import type { Host } from './feature';

export function lensesOf(
  host: Host,
  { textDocument: { uri } }: CodeLensParams,
): Promise<CodeLens[] | null | ResponseError<void>> {
  return withDocument(host, uri, (document) =>
    toLenses(document.text, uri, host.hasLenses ? lenses(document) : []),
  );
}

/** Lenses that do something run the client's commands; the others only say something. */
const lensCommands: Partial<Record<Lens['kind'], string>> = {
  log: 'trajectory.logTrajectories',
  train: 'trajectory.createTrainingJob',
  line: 'trajectory.expandLine',
};

/**
 * Lenses whose commands are still to be resolved. VS Code asks for those that come into sight. Of a lens that has its
 * command it makes a widget at once, and when all lines change, it goes through all widgets for each line.
 */
function toLenses(text: Text, uri: string, found: readonly Lens[]): CodeLens[] {
  return found.map(({ kind, title, ...range }) => {
    const command = lensCommands[kind];
    const place = toRange(text, range);
    const argument = kind === 'line' ? { uri, line: place.start.line } : { uri };
    const data: Command =
      command === undefined ? { title, command: '' } : { title, command, arguments: [argument] };
    return { range: place, data };
  });
}

/** A lens with its command. */
export function resolveLens(_: Host, { range, data }: CodeLens): CodeLens {
  return { range, command: data as Command };
}
