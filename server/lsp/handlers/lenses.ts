import type {
  CancellationToken,
  CodeLens,
  CodeLensParams,
  Command,
  ResponseError,
} from 'vscode-languageserver';
import type { Lens } from '../../core/features/lenses/lens';
import { lenses, maxLenses } from '../../core/features/lenses/lenses';
import type { Text } from '../../core/text/text';
import type { ServerContext } from '../feature';
import { toRange } from '../toLsp';
import { inSlices } from './inSlices';

export function lensesOf(
  server: ServerContext,
  { textDocument: { uri } }: CodeLensParams,
  token: CancellationToken,
): Promise<CodeLens[] | null | ResponseError<void>> {
  const isWanted = ({ kind }: Lens): boolean =>
    server.client.initOptions.commandLenses || !(kind in lensCommands);
  return inSlices(server, { uri, token }, function* (document) {
    const { commandLenses } = server.client.initOptions;
    const found = server.hasLenses ? yield* lenses(document, maxLenses, commandLenses) : [];
    return toLenses(document.text, uri, found.filter(isWanted));
  });
}

/** The client's commands that lenses run. Lenses of other kinds are plain text. */
const lensCommands: Partial<Record<Lens['kind'], string>> = {
  log: 'trajectory.logTrajectories',
  train: 'trajectory.createTrainingJob',
  view: 'trajectory.openView',
  line: 'trajectory.expandLine',
};

/**
 * Returns lenses without commands. VS Code resolves a lens when it scrolls into view, but creates a widget at once for
 * one that has its command; a change of all lines then takes lines × widgets.
 */
function toLenses(text: Text, uri: string, found: readonly Lens[]): CodeLens[] {
  return found.map(({ kind, title, trajectory = null, ...range }) => {
    const command = lensCommands[kind];
    const lspRange = toRange(text, range);
    const what = kind === 'line' ? { line: lspRange.start.line } : kind === 'view' ? { trajectory } : {};
    const argument = { uri, ...what };
    const data: Command =
      command === undefined ? { title, command: '' } : { title, command, arguments: [argument] };
    return { range: lspRange, data };
  });
}

/** Adds the command to a lens. */
export function resolveLens(_: ServerContext, { range, data }: CodeLens): CodeLens {
  return { range, command: data as Command };
}
