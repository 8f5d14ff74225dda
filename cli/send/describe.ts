import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type DescribedSource, largestDocument } from '../../send/request/body';
import { isUnchanged, snapshotOf } from '../../send/transport/files';
import { analyze, type Document } from '../../server/core/document';
import type { Engine } from '../../server/core/engine';
import { summarize } from '../../server/core/features/summary';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { stringOf } from '../../server/core/text/text';
import { describeFile } from '../../server/files/describeFile';
import { unreadable } from '../../server/files/unreadable';
import type { Input } from '../files/inputs';
import { openInput } from '../files/openInput';
import { changed } from '../files/readBytes';
import { readDocument } from '../files/readDocument';
import { runInSlices } from '../inSlices';
import { startProgress } from '../terminal/progress';
import { clearStatusLine } from '../terminal/statusLine';

/** A document to send. */
export interface Described {
  readonly input: Input;
  /** Null for a large file: it is sent from disk. */
  readonly document: Document | null;
  readonly described: DescribedSource;
}

type Result = Described | { readonly message: string };

/** Code units that a body in memory may have: it is one string. */
const maxLength = 500_000_000;

/** Reads and summarizes a document, or returns why it cannot. */
export async function describe(engine: Engine, input: Input, as: LanguageId | undefined): Promise<Result> {
  try {
    const language = await languageOnDisk(input, as);
    if (language !== null) return await describeOnDisk(engine, input, language);
  } catch (error) {
    return unreadable(error);
  }
  const read = await readDocument(input, { as });
  if ('message' in read) return read;
  const { text, language, name } = read;
  if (text.length > maxLength)
    return {
      message: 'Too long for one request. Decompress it into a file, or split it into smaller files.',
    };
  const document = await runInSlices(analyze(engine, text, { language, name }));
  const summary = { ...(await runInSlices(summarize(document))), version: 1 };
  const source = { uri: await uriOf(input), version: 1, text: stringOf(text) };
  return { input, document, described: { source, summary } };
}

/**
 * The language of a large file, which is sent from the disk; null for another input. Standard input and compressed files
 * are read into memory.
 */
async function languageOnDisk(input: Input, as: LanguageId | undefined): Promise<LanguageId | null> {
  if (input.path === null || input.size <= largestDocument) return null;
  const { language, isCompressed, close } = await openInput(input, { as });
  await close();
  return isCompressed ? null : language;
}

/** Checks a large file while it is read. */
async function describeOnDisk(engine: Engine, input: Input, language: LanguageId): Promise<Result> {
  const path = await realpath(input.path!);
  const source = await snapshotOf(path);
  if ('problem' in source) return { message: source.problem };
  const progress = startProgress(1, source.size);
  let read = 0;
  const summary = await describeFile(engine, path, {
    name: basename(input.path!),
    language,
    // Lets signals end the program.
    pause: () => setImmediate(true),
    onProgress: (share) => {
      const now = Math.round(share * source.size);
      progress.bytes(now - read);
      read = now;
    },
  });
  clearStatusLine();
  // Null means that it is no longer wanted.
  if (summary === null || 'message' in summary) return summary ?? { message: 'Not read.' };
  if (!(await isUnchanged(source))) return { message: changed().message };
  return { input, document: null, described: { source, summary } };
}

/** Standard input is a new document each time. */
async function uriOf({ path }: Input): Promise<string> {
  return path === null ? `stdin:${randomUUID()}` : pathToFileURL(await realpath(path)).href;
}
