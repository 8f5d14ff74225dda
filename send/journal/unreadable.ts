import { inertText } from '../format/plainText';
import type { JournalReader } from './reader';

/** A warning for each unreadable file of the journal. */
export function unreadableLines(reader: JournalReader): readonly string[] {
  return reader
    .unreadable()
    .map(
      (file) =>
        `A part of the history cannot be read (${inertText(file, 300)}), so earlier requests in it are unknown.`,
    );
}
