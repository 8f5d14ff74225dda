import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { DescribedSource } from '../../send/request/body';
import { analyze, type Document } from '../../server/core/document';
import type { Engine } from '../../server/core/engine';
import { summarize } from '../../server/core/features/summary';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { stringOf } from '../../server/core/text/text';
import type { Input } from '../files/inputs';
import { readDocument } from '../files/readDocument';
import { runInSlices } from '../inSlices';

/** A document to send. */
export interface Described {
  readonly input: Input;
  readonly document: Document;
  readonly described: DescribedSource;
}

/** Code units that a body may have: it is one string. */
const maxLength = 500_000_000;

/** Reads and summarizes a document, or returns why it cannot. */
export async function describe(
  engine: Engine,
  input: Input,
  as: LanguageId | undefined,
): Promise<Described | { readonly message: string }> {
  const read = await readDocument(input, { as });
  if ('message' in read) return read;
  const { text, language, name } = read;
  if (text.length > maxLength) return { message: 'Too long for one request. Split it into smaller files.' };
  const document = await runInSlices(analyze(engine, text, { language, name }));
  const summary = { ...(await runInSlices(summarize(document))), version: 1 };
  const source = { uri: await uriOf(input), version: 1, text: stringOf(text) };
  return { input, document, described: { source, summary } };
}

/** Standard input is a new document each time. */
async function uriOf({ path }: Input): Promise<string> {
  return path === null ? `stdin:${randomUUID()}` : pathToFileURL(await realpath(path)).href;
}
