import { inertText } from '../../../send/format/plainText';
import type { JournalReader } from '../../../send/journal/reader';

/** A line for each file of the journal that a reader could not read. */
export function unreadableLines(reader: JournalReader): readonly string[] {
  return reader
    .unreadable()
    .map(
      (file) =>
        `A part of the history cannot be read (${inertText(file, 300)}), so earlier requests in it are unknown.`,
    );
}
