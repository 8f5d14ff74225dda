import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CancellationToken } from 'vscode-languageserver';
import { type Excerpt, excerptOf, type Stretch } from '../core/collection/excerpt';
import { columnsOf } from '../core/collection/summaries/columns';
import { label } from '../core/features/visible';
import type { Problem } from '../core/schema/problem';
import type { Span } from '../core/streaming/items/itemIndex';
import type { Checked } from '../core/streaming/verdict';
import type { Work } from '../core/work';
import type { FileProblem } from '../fileProtocol';
import { runInSlices } from '../lsp/scheduling/slices';
import type { FileContext, OpenFile } from '../lsp/viewedFiles/files';
import { NotShown } from '../lsp/viewedFiles/notShown';
import type { FileSource, Summaries, Wanted } from '../lsp/viewedFiles/viewSource';
import type { FindQuery } from '../viewProtocol';
import { isSame } from './fileIdentity';
import { FollowedFile } from './followedFile';
import { readText } from './readText';
import { reasonOf } from './reason';
import { screened, screenFor } from './screen';

/** Code units of a file that are read at once: as many as VS Code gives to extensions. */
const maxLength = 50 * 2 ** 20;

/** Opens files whose threads run a program. */
export function diskFiles(program: string): OpenFile {
  return (path, context) => {
    const name = basename(path);
    const file = new FollowedFile({ path, name, program, context });
    return sourceOfFile({ path, name, file, context });
  };
}

interface Opened {
  readonly path: string;
  readonly name: string;
  readonly file: FollowedFile;
  readonly context: FileContext;
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
    return yield* start({ collection, kind: content.type.kind, version });
  });
}

function rejectNotShown({ file, name }: Opened): void {
  const { status, reason } = file.state;
  if (file.isGone) throw new NotShown(`${name} is gone: it was moved or deleted.`);
  if (status === 'failed') throw new NotShown(`${name} cannot be read. ${reason}`);
}

/** Runs work in slices. Null if the file is replaced meanwhile, or the request is cancelled. */
async function inSlices<Result>(
  { file, context: { lane } }: Opened,
  token: CancellationToken,
  start: () => Work<Result>,
): Promise<Result | null> {
  const { version } = file;
  const isWanted = (): boolean => !token.isCancellationRequested && file.version === version;
  const done = await runInSlices(start(), { lane, isWanted });
  return done?.result ?? null;
}

function problemsIn({ content: { checked, index } }: FollowedFile): readonly FileProblem[] | null {
  if (checked === null) return null;
  return [...checked.problems, ...checked.hints].map(({ severity, message, start, from }) => ({
    ...{ severity, message: label(message), line: start.line, character: start.character },
    trajectory: index.trajectoryAt(from),
  }));
}

/** A search. */
type Searched = Extract<Wanted, { readonly query: FindQuery }>;

/** Bytes of the longest escape. */
const maxEscapeLength = 6;

interface Read {
  readonly excerpt: Excerpt;
  readonly version: number;
}

/** An excerpt that may be needed again. */
interface Kept {
  readonly key: string;
  /** What was known of all of the file, such as its hints. */
  readonly checked: Checked | null;
  readonly excerpt: Excerpt;
}

/** Excerpts that are kept. A page asks several times about the same trajectory. */
const maxKept = 2;
/** Code units of an excerpt that is kept. */
const maxKeptLength = 4_000_000;

/** Reads excerpts of a file. */
class ExcerptCache {
  private kept: Kept[] = [];
  private readonly opened: Opened;

  constructor(opened: Opened) {
    this.opened = opened;
  }

  /** Null if what is wanted does not exist, the file is replaced meanwhile, or the request is cancelled. */
  async of(wanted: Exclude<Wanted, 'everything'>, token: CancellationToken): Promise<Read | null> {
    const { file } = this.opened;
    const spans = await this.spansOf('query' in wanted ? await this.screened(wanted) : wanted, token);
    if (spans === null || token.isCancellationRequested) return null;
    const { version, content } = file;
    const isChecked = 'trajectories' in wanted;
    const length = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    if (length > maxLength)
      throw new NotShown('This has more than 50 million characters, which is more than can be read at once.');
    const { options, type, checked } = content;
    const key = JSON.stringify([version, isChecked, spans]);
    const known = this.kept.find((one) => one.key === key && one.checked === checked);
    const stretches = await this.read(known === undefined ? spans : []);
    if (stretches === null || file.version !== version) return null;
    if (known !== undefined) return { excerpt: known.excerpt, version };
    const about = { options, type, ofWhole: checked === null ? [] : ofWhole(checked.problems), isChecked };
    const { engine } = this.opened.context;
    const excerpt = await inSlices(this.opened, token, () => excerptOf(engine, stretches, about));
    if (excerpt === null) return null;
    if (length <= maxKeptLength) this.kept = [{ key, checked, excerpt }, ...this.kept].slice(0, maxKept);
    return { excerpt, version };
  }

  /** Waits until the items are known, or all of the file is read. */
  private async spansOf(
    wanted: Exclude<Wanted, 'everything'>,
    token: CancellationToken,
  ): Promise<readonly Span[] | null> {
    const { file } = this.opened;
    for (;;) {
      rejectNotShown(this.opened);
      const { index } = file.content;
      const spans = spansIn(index, wanted);
      if (spans !== null || file.status !== 'reading' || token.isCancellationRequested) return spans;
      await file.progress();
    }
  }

  /** Leaves out trajectories without a match. */
  private async screened(wanted: Searched): Promise<Searched> {
    const screen = screenFor(wanted.query);
    if (screen === null || this.opened.file.content.index.placeOf(wanted.from) === null) return wanted;
    const about = { ...wanted, screen, overlap: wanted.query.text.length + maxEscapeLength };
    const from = await this.withFile((handle) => screened(handle, this.opened.file.content.index, about));
    return from === null ? wanted : { ...wanted, from };
  }

  /** Reads parts of the file. */
  private read(spans: readonly Span[]): Promise<Stretch[] | null> {
    const { file, context } = this.opened;
    const kernel = context.engine.analyzer().decoder;
    return this.withFile(async (handle) => {
      const stretches: Stretch[] = [];
      for (const span of spans) {
        const how = { mark: file.content.index.markBefore(span.from), kernel };
        stretches.push({ ...span, ...(await readText(handle, span, how)) });
      }
      return stretches;
    });
  }

  /** Reads the file, if it is what it was before and after that; else null. */
  private async withFile<Result>(use: (handle: FileHandle) => Promise<Result>): Promise<Result | null> {
    const { path, file } = this.opened;
    const { version } = file;
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      await file.look();
      throw new NotShown(`${this.opened.name} cannot be read. ${reasonOf(error)}`);
    }
    try {
      await this.rejectChanged(handle);
      if (file.version !== version) return null;
      const result = await use(handle);
      await this.rejectChanged(handle);
      return file.version === version ? result : null;
    } finally {
      await handle.close();
    }
  }

  /** Looks at the file if it has changed; a longer one may still begin with the same text. */
  private async rejectChanged(handle: FileHandle): Promise<void> {
    const { file } = this.opened;
    const { identity } = file;
    if (identity === null || !isSame(await handle.stat(), identity)) await file.look();
    rejectNotShown(this.opened);
  }
}

function spansIn(
  index: FollowedFile['content']['index'],
  wanted: Exclude<Wanted, 'everything'>,
): readonly Span[] | null {
  if ('trajectories' in wanted) return index.spansOf(wanted.trajectories);
  if ('groups' in wanted) {
    const spans = [...new Set(wanted.groups)].sort((a, b) => a - b).map((group) => index.spanOfGroup(group));
    return spans.every((span) => span !== null) ? spans : null;
  }
  const span = index.spanFrom(wanted.from, wanted.to, wanted.length);
  return span === null ? null : [span];
}

/** Problems that no part of a text shows by itself. */
function ofWhole(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ severity, code }) => severity === 'hint' || code === 'deep-nesting' || code === 'nothing-to-send',
  );
}
