import { basename } from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import { columnsOf } from '../core/collection/summaries/columns';
import { label } from '../core/features/visible';
import type { Work } from '../core/work';
import type { OpenFile } from '../lsp/viewedFiles/files';
import { NotShown } from '../lsp/viewedFiles/notShown';
import type { FileSource, Summaries } from '../lsp/viewedFiles/viewSource';
import type { FileProblem } from '../viewProtocol/files';
import { ExcerptCache } from './excerptCache';
import { FollowedFile } from './followedFile';
import { inSlices, type Opened, rejectNotShown } from './opened';

/** Opens files whose threads run a program. */
export function diskFiles(program: string): OpenFile {
  return (path, context) => {
    const name = basename(path);
    const file = new FollowedFile({ path, name, program, context });
    return sourceOfFile({ path, name, file, context });
  };
}

function sourceOfFile(opened: Opened): FileSource {
  const { file } = opened;
  const excerpts = new ExcerptCache(opened);
  return {
    state: () => file.state,
    problems: () => problemsIn(file),
    cancel: () => file.cancel(),
    readAgain: () => file.readAgain(),
    close: () => file.close(),
    summaries: (token, start) => summariesOf(opened, token, start),
    about: async (wanted, token, start) => {
      if (wanted === 'everything')
        throw new NotShown(`${opened.name} is too large for a page: export one of its groups.`);
      const read = await excerpts.of(wanted, token);
      if (read === null) return null;
      const { excerpt, version } = read;
      return inSlices(opened, token, () => start(excerpt, version));
    },
  };
}

async function summariesOf<Result>(
  opened: Opened,
  token: CancellationToken,
  start: (found: Summaries) => Work<Result>,
): Promise<Result | null> {
  const { file } = opened;
  while (file.content.index.pieceCount === 0 && file.status === 'reading') {
    await file.progress();
    if (token.isCancellationRequested) return null;
  }
  rejectNotShown(opened);
  return inSlices(opened, token, function* () {
    const { content, version } = file;
    const { rows, groupSizes: groups } = content.index;
    const collection = { rows, groups, columns: yield* columnsOf(rows) };
    return yield* start({
      collection,
      kind: content.type.kind,
      version,
      problemsElsewhere: 0,
      wrongFile: null,
    });
  });
}

function problemsIn({ content: { checked, index } }: FollowedFile): readonly FileProblem[] | null {
  if (checked === null) return null;
  return [...checked.problems, ...checked.hints].map(({ severity, message, start, from }) => ({
    ...{ severity, message: label(message), line: start.line, character: start.character },
    trajectory: index.trajectoryAt(from),
  }));
}
