import { type FileHandle, open } from 'node:fs/promises';
import type { CancellationToken } from 'vscode-languageserver';
import { type Excerpt, excerptOf, type Stretch } from '../core/collection/excerpt';
import type { Code, Problem } from '../core/schema/problem';
import type { ItemIndex, Span } from '../core/streaming/items/itemIndex';
import type { Checked } from '../core/streaming/verdict';
import { NotShown } from '../lsp/viewedFiles/notShown';
import type { Wanted } from '../lsp/viewedFiles/viewSource';
import type { FindQuery } from '../viewProtocol/find';
import { isSame } from './fileIdentity';
import { inSlices, type Opened, rejectNotShown } from './opened';
import { readTexts } from './readTexts';
import { screened, screenFor } from './screen';
import { whyUnread } from './whyUnread';

/** Code units of a file that are read at once: as many as VS Code gives to extensions. */
const maxLength = 50 * 2 ** 20;

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
export class ExcerptCache {
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
      const spans = await this.spansIn(index, wanted, token);
      if (spans !== null || file.status !== 'reading' || token.isCancellationRequested) return spans;
      await file.progress();
    }
  }

  private async spansIn(
    index: ItemIndex,
    wanted: Exclude<Wanted, 'everything'>,
    token: CancellationToken,
  ): Promise<readonly Span[] | null> {
    if ('trajectories' in wanted) return index.spansOf(wanted.trajectories);
    if ('groups' in wanted) return inSlices(this.opened, token, () => index.spansOfGroups(wanted.groups));
    const span = index.spanFrom(wanted.from, wanted.to, wanted.length);
    return span === null ? null : [span];
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
    const { index } = file.content;
    return this.withFile(async (handle) => {
      const texts = await readTexts(handle, spans, { markBefore: (at) => index.markBefore(at), kernel });
      return spans.map((span, i) => ({ ...span, ...texts[i]! }));
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
      throw new NotShown(`${this.opened.name} cannot be read. ${whyUnread(error)}`);
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

/** Codes of problems that a document has as a whole. */
const codesOfWhole: ReadonlySet<Code> = new Set(['wrong-file', 'deep-nesting', 'nothing-to-send']);

/** Problems that no part of a text shows by itself. */
function ofWhole(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ severity, code }) => severity === 'hint' || codesOfWhole.has(code));
}
