import { basename } from 'node:path';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { languageIn } from '../../server/files/language';
import { Unreadable } from '../../server/files/unreadable';
import { languages } from '../../server/languageDetection';
import type { Input } from './inputs';
import { contentName } from './names';
import { type Content, openBytes } from './readBytes';

/** An input whose language is known. */
export interface OpenedInput extends Content {
  readonly language: LanguageId;
  /** Last segment of its path, without `.gz`; empty for standard input. */
  readonly name: string;
}

export interface ReadOptions {
  /** The language, whatever the name. */
  readonly as?: LanguageId | undefined;
  /** Called with numbers of bytes that were read from the disk. */
  onBytes?(bytes: number): void;
}

/** Opens an input, and reads as much of it as tells its language. Throws `Unreadable` if it is not text of ours. */
export async function openInput(
  input: Input,
  { as, onBytes = () => undefined }: ReadOptions,
): Promise<OpenedInput> {
  const name = input.path === null ? '' : contentName(basename(input.path));
  const content = await openBytes(input, onBytes);
  try {
    const { language, read, isBlank } = await languageIn(content.blocks, name, as);
    // JSON Lines may have no line; JSON has a value.
    if (isBlank && language !== 'trajectory-jsonl') throw new Unreadable('The file is empty.');
    if (language === null) throw new Unreadable(foreign(name));
    return { ...content, language, name, blocks: continued(read, content.blocks) };
  } catch (error) {
    await content.close();
    throw error;
  }
}

async function* continued(
  read: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function foreign(name: string): string {
  const what = name === '' ? '' : 'Not named like a trajectory file. ';
  return `${what}No trajectories found at its beginning. Specify its language with --as ${languages.join('|')}.`;
}
