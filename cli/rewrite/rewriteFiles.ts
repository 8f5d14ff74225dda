import { countOf } from '../../send/format/counts';
import { analyze, type Document } from '../../server/core/document';
import { createEngine, type Engine } from '../../server/core/engine';
import { label, visible } from '../../server/core/features/visible';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { charAt, type Edit, editText, sliceText, type Text } from '../../server/core/text/text';
import type { Work } from '../../server/core/work';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import { contained } from '../contained';
import { ExitCode } from '../exitCode';
import { fail } from '../fail';
import { type Failure, findInputs, type Input, ours, totalSize } from '../files/inputs';
import { isGzipName, isOurs } from '../files/names';
import { standardOutput } from '../files/openOutput';
import { readDocument, type Source } from '../files/readDocument';
import { NoFileBeside, replaceFile, type Stamp, stampOf } from '../files/replaceFile';
import { runInSlices } from '../inSlices';
import { status } from '../status';
import { paintFor } from '../terminal/colours';
import { type Progress, startProgress } from '../terminal/progress';
import { tell } from '../terminal/tell';
import { diffLines } from './unifiedDiff';

/** What a command does to a document. */
export interface Rewriting {
  /** Ordered and disjoint edits. */
  readonly edits: readonly Edit[];
  /** What to report about the file, besides that it was changed. */
  readonly note?: string;
  /** Whether something remains that makes the command exit with 1. */
  readonly isLeft?: boolean;
}

export interface RewriteOptions {
  readonly as?: LanguageId;
  readonly dryRun?: boolean;
}

/** A command that changes files in place. */
export interface RewriteCommand {
  /** Past participle for a changed file, such as `formatted`. */
  readonly done: string;
  rewrite(document: Document): Work<Rewriting>;
}

/** Changes files in place; standard input is written changed to standard output. */
export async function rewriteFiles(
  paths: readonly string[],
  options: RewriteOptions,
  command: RewriteCommand,
): Promise<void> {
  const engine = createEngine();
  // Skip compressed files in folders.
  const inputs = await findInputs(paths, { ...ours, isWanted: (name) => isOurs(name) && !isGzipName(name) });
  const progress = startProgress(inputs.length, totalSize(inputs));
  let changed = 0;
  for (const input of inputs) {
    const result =
      'message' in input ? input : await contained(rewriteOne(engine, input, { options, command, progress }));
    if ('message' in result) fail(input.shown, result.message);
    else if (result.isChanged) changed++;
    progress.fileDone();
  }
  if (inputs.some((input) => 'message' in input || input.path !== null))
    tell(
      `${options.dryRun === true ? 'Would change' : 'Changed'} ${changed.toLocaleString('en')} of ${countOf(inputs.length, 'file')}.`,
    );
}

interface Task {
  readonly options: RewriteOptions;
  readonly command: RewriteCommand;
  readonly progress: Progress;
}

type Result = Pick<Failure, 'message'> | { readonly isChanged: boolean };

async function rewriteOne(
  engine: Engine,
  input: Input,
  { options, command, progress }: Task,
): Promise<Result> {
  const stamp = input.path === null ? null : await stampOf(input.path).catch(() => null);
  const source = await readDocument(input, { ...options, onBytes: progress.bytes });
  if ('message' in source) return source;
  if (source.isCompressed) return { message: 'This file is compressed. Decompress it first.' };
  const { edits, note, isLeft } = await runInSlices(rewriting(engine, source, command), progress.tick);
  if (isLeft === true) status.add(ExitCode.problems);
  const isChanged = edits.length > 0;
  if (options.dryRun === true) {
    if (isChanged) status.add(ExitCode.problems);
    await writeDiff(input, withMark(source, edits));
  } else if (input.path === null || stamp === null) await writeOut(source, edits);
  else if (isChanged) {
    const failure = await replace(input.path, { source, edits, stamp });
    if (failure !== null) return failure;
  }
  const what = isChanged && options.dryRun !== true ? [command.done] : [];
  const notes = [...what, ...(note === undefined ? [] : [note])];
  if (notes.length > 0) tell(`${label(input.shown)}: ${notes.join('; ')}`);
  return { isChanged };
}

function* rewriting(
  engine: Engine,
  { text, language, name }: Source,
  command: RewriteCommand,
): Work<Rewriting> {
  return yield* command.rewrite(yield* analyze(engine, text, { language, name }));
}

interface Change {
  readonly source: Source;
  readonly edits: readonly Edit[];
  readonly stamp: Stamp;
}

async function replace(path: string, { source, edits, stamp }: Change): Promise<Failure | null> {
  try {
    const isDone = await replaceFile(path, contentOf(source, edits), stamp);
    return isDone
      ? null
      : { shown: path, message: 'Not changed: another program has changed the file. Run this again.' };
  } catch (error) {
    const message =
      error instanceof NoFileBeside
        ? `Not changed, because no file can be made in its folder: ${fileErrorReason(error.cause)}`
        : `Cannot be written: ${fileErrorReason(error)}`;
    return { shown: path, message };
  }
}

async function writeOut(source: Source, edits: readonly Edit[]): Promise<void> {
  for (const piece of contentOf(source, edits)) await standardOutput.write(piece);
}

/** The byte order mark. */
const mark = '\ufeff';

/** Code units per piece. */
const pieceLength = 1_048_576;

/** The changed text in pieces, which can be encoded one by one. */
function* contentOf({ text, hasByteOrderMark }: Source, edits: readonly Edit[]): Generator<string> {
  if (hasByteOrderMark) yield mark;
  let at = 0;
  for (const edit of [...edits, { from: text.length, to: text.length, insert: '' }]) {
    while (at < edit.from) {
      let end = Math.min(edit.from, at + pieceLength);
      // Keep surrogate pairs together: a half cannot be encoded.
      if (end < edit.from && isHighSurrogate(charAt(text, end - 1))) end--;
      yield sliceText(text, at, end);
      at = end;
    }
    yield edit.insert;
    at = edit.to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The text and its edits with the byte order mark, which is a part of the first line for `patch`. */
function withMark({ text, hasByteOrderMark }: Source, edits: readonly Edit[]): Marked {
  if (!hasByteOrderMark) return { text, edits };
  return {
    text: editText(text, { from: 0, to: 0, insert: mark }),
    edits: edits.map(({ from, to, insert }) => ({ from: from + mark.length, to: to + mark.length, insert })),
  };
}

interface Marked {
  readonly text: Text;
  readonly edits: readonly Edit[];
}

async function writeDiff({ shown }: Input, { text, edits }: Marked): Promise<void> {
  if (edits.length === 0) return;
  const paint = paintFor(process.stdout);
  // Escape control characters on a terminal; a patch needs every byte.
  const clean = process.stdout.isTTY ? visible : (line: string): string => line;
  // `patch` ends a name at its first space, unless a tab follows it.
  const name = `${label(shown)}${shown.includes(' ') ? '\t' : ''}`;
  await standardOutput.write(`${paint('bold', `--- ${name}\n+++ ${name}`)}\n`);
  const styles = { '-': 'red', '+': 'green', '@': 'cyan' } as const;
  for (const line of diffLines(text, edits)) {
    const style = styles[line[0] as keyof typeof styles];
    await standardOutput.write(style === undefined ? clean(line) : paint(style, clean(line)));
  }
}
