import { availableParallelism } from 'node:os';
import type { Engine } from '../core/engine';
import type { DocumentType } from '../core/schema/documentKind';
import { ItemIndex } from '../core/streaming/items/itemIndex';
import type { ItemsOfDocument } from '../core/streaming/items/itemsCheck';
import type { LinesPart } from '../core/streaming/lines/linesPart';
import type { StreamOptions } from '../core/streaming/streamOptions';
import type { Checked } from '../core/streaming/verdict';
import { checkInRanges } from '../ranges/checkInRanges';
import type { ByteRange } from '../ranges/ranges';
import { startWorkers, type Workers } from '../ranges/workers';
import type { DiskResult, DiskTask, DocumentPart, FileForm, IndexedRange } from './tasks';

/** Problems that are listed. */
const maxProblems = 1000;
/** Threads that read a file. Each needs about 100 MB of memory. */
const maxJobs = 3;

/** A range of lines that was read. */
interface KeptRange {
  readonly range: ByteRange;
  readonly part: LinesPart;
}

/** What is known of a file's content. Grows while the file is read. */
export class FileContent {
  index = new ItemIndex();
  /** How the trajectories are interpreted; provisional until all is read. */
  type: DocumentType = typeOf(false, 'trajectory');
  /** Null until all is read. */
  checked: Checked | null = null;
  options: StreamOptions;
  /** The ranges of a file of lines. */
  kept: KeptRange[] = [];

  constructor(name: string) {
    this.options = { language: 'trajectory', name, limit: maxProblems, hints: true };
  }
}

/** One pass over a file. */
export interface Pass {
  /** Bytes read so far. */
  read: number;
  /** Ends it; its promise then never settles. */
  end(): void;
}

interface PassOptions {
  readonly engine: Engine;
  /** The program of the threads. */
  readonly program: string;
  readonly path: string;
  readonly size: number;
  /** Receives what is found. A file of lines that has become longer is read from its last range on. */
  readonly content: FileContent;
  readonly onProgress: () => void;
}

/** Starts to read a file. `done` is resolved when all of it is read. */
export function startPass(options: PassOptions): { readonly pass: Pass; readonly done: Promise<void> } {
  const jobs = Math.min(maxJobs, availableParallelism());
  let isEnded = false;
  const workers = startWorkers<DiskTask, DiskResult>(
    { file: options.program, role: 'view' },
    jobs,
    (count) => {
      pass.read += count;
      if (!isEnded) options.onProgress();
    },
  );
  const pass: Pass = {
    read: 0,
    end: () => {
      isEnded = true;
      void workers.end();
    },
  };
  const never = new Promise<never>(() => undefined);
  const run: Run = async (task, onPart) => {
    const result = await workers.run(task, (part) => (isEnded ? undefined : onPart?.(part)));
    return isEnded ? never : result;
  };
  return { pass, done: readAll(options, { run, jobs, pass }).finally(() => workers.end()) };
}

type Run = Workers<DiskTask, DiskResult>['run'];

interface Running {
  readonly run: Run;
  readonly jobs: number;
  readonly pass: Pass;
}

async function readAll(options: PassOptions, running: Running): Promise<void> {
  const { path, content } = options;
  const form = (await running.run({ type: 'form', path, name: content.options.name })) as FileForm;
  content.options = { ...content.options, language: form.language };
  if (form.language !== 'trajectory-jsonl') return readDocument(options, running);
  // Lines that were read already have shown what they hold, even if the first megabytes do not.
  const isBare =
    content.kept.length > 0 ? content.type.kind === 'trajectory-lines' : form.held === 'trajectory';
  let lines: Lines = { form, isBare };
  if (!(await readLines(options, running, lines))) {
    // With so many syntax errors, reading stops at one of them: in one piece, as in an editor.
    lines = { ...lines, form: { ...form, ranges: [{ from: 0, to: options.size }] } };
    await again(options, running, lines);
  }
  const { kind } = content.checked!.type;
  // What lines hold was not known after the first megabytes.
  if (isBare !== (kind === 'trajectory-lines') && kind !== 'unrecognized')
    await again(options, running, { ...lines, isBare: !isBare });
  // What is added to a file that is something else may show what all of it is.
  if (kind === 'unrecognized') forget(content);
}

/** Nothing is kept of what was read. */
function forget(content: FileContent): void {
  content.index = new ItemIndex();
  content.kept = [];
}

async function readDocument(
  { path, size, content, onProgress }: PassOptions,
  { run }: Running,
): Promise<void> {
  const { options } = content;
  const onPart = (part: unknown): void => {
    const { items, marks } = part as DocumentPart;
    content.type = typeOf(items.groups === null, options.language);
    content.index.add(items, marks, { units: 0, bytes: 0, line: 0 });
    onProgress();
  };
  const found = (await run({ type: 'document', path, size, options }, onPart)) as ItemsOfDocument;
  if (!found.hasItems) content.index = new ItemIndex();
  content.checked = found.checked;
  content.type = found.checked.type;
}

interface Lines {
  readonly form: FileForm;
  readonly isBare: boolean;
}

/** Returns false if the lines have to be read in one piece. */
async function readLines(
  { engine, path, content, onProgress }: PassOptions,
  { run, jobs, pass }: Running,
  { form, isBare }: Lines,
): Promise<boolean> {
  const { options } = content;
  content.type = typeOf(isBare, options.language);
  const old = content.kept;
  const place = { index: 0, units: 0, line: 0 };
  const isOld = ({ from, to }: ByteRange): boolean =>
    old.some(({ range }) => range.from === from && range.to === to);
  const found = await checkInRanges<IndexedRange>(engine, path, {
    ...{ options, jobs, ranges: form.ranges, expected: form.held },
    run: async (task) => {
      const known = old.find(({ range }) => range.from === task.range.from && range.to === task.range.to);
      if (known === undefined) return (await run({ type: 'range', task, isBare })) as IndexedRange;
      pass.read += task.range.to - task.range.from;
      return { part: known.part, invalid: null } as IndexedRange;
    },
    onRange: ({ part, items, marks }, range) => {
      if (!isOld(range)) {
        // The last range before the file became longer.
        content.index.keep(place.index);
        content.kept = [...content.kept.slice(0, place.index), { range, part }];
        content.index.add(items, marks, { units: place.units, bytes: range.from, line: place.line });
      }
      place.index++;
      place.units += part.length;
      place.line += part.lineEnds;
      onProgress();
    },
  });
  if (found.type !== 'checked') return false;
  content.checked = found.checked;
  content.type = found.checked.type;
  return true;
}

async function again(options: PassOptions, running: Running, lines: Lines): Promise<void> {
  forget(options.content);
  running.pass.read = 0;
  if (!(await readLines(options, running, lines)))
    throw new Error('Lines can be read neither in ranges nor at once.');
}

/** The type of a text with groups, or with bare trajectories, before it is known. */
function typeOf(isBare: boolean, language: StreamOptions['language']): DocumentType {
  const about = { shape: null, wrongFile: null, linesHold: null };
  if (language === 'trajectory-jsonl') return { ...about, kind: isBare ? 'trajectory-lines' : 'group-lines' };
  return isBare
    ? { ...about, kind: 'unrecognized', shape: 'trajectories' }
    : { ...about, kind: 'log-request' };
}
