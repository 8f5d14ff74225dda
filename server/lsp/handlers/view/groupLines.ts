import type { CancellationToken } from 'vscode-languageserver';
import type { Excerpt } from '../../../core/collection/excerpt';
import { type GroupLines, groupLines } from '../../../core/features/lines/groupLines';
import type { Work } from '../../../core/work';
import type { groupLinesRequest } from '../../../viewProtocol/export';
import { integersOf } from '../../base64';
import type { ServerContext } from '../../feature';
import type { Asked } from '../../params';
import { showWarning } from '../inSlices';
import { sourceOf } from './viewSources';

/** Groups as JSON Lines. */
export async function groupLinesOf(
  server: ServerContext,
  { uri, version, groups }: Asked<typeof groupLinesRequest>,
  token: CancellationToken,
): Promise<string | null> {
  const wanted = integersOf(groups);
  const lines = function* (
    { document, groupOf }: Excerpt,
    newest: number,
  ): Work<GroupLines | { readonly refused: 'edited' }> {
    return newest === version
      ? yield* groupLines(document, numbersOf(wanted, groupOf))
      : { refused: 'edited' };
  };
  const found = await sourceOf(server, uri).about({ groups: wanted }, token, lines);
  if (found !== null && 'text' in found) return found.text;
  if (found !== null || !token.isCancellationRequested)
    showWarning(server.connection, `The selection is not saved: ${whyRefused[found?.refused ?? 'edited']}`);
  return null;
}

/** The numbers of groups in an excerpt, one after the other: there may be a million. */
function* numbersOf(groups: Iterable<number>, groupOf: Excerpt['groupOf']): Generator<number> {
  for (const group of groups) {
    const number = groupOf(group);
    if (number !== null) yield number;
  }
}

const whyRefused = {
  edited: 'the text has changed in the meantime.',
  'not-json': 'a group in it is not JSON. Fix its syntax errors first.',
  'too-long':
    'it has more than 50 million characters. Select fewer groups, and save them one after the other.',
};
