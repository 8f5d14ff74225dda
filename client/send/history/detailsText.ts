import { boundedText } from '../../../send/format/plainText';
import type { HistoryEntry } from '../../../send/journal/history';
import { factsOf } from '../../../send/journal/wording';

/** Everything about a send, as plain text. */
export interface DetailsText {
  readonly text: string;
  /** Where the text names documents. Columns are UTF-16 code units. */
  readonly documents: readonly NamedDocument[];
}

export interface NamedDocument {
  readonly uri: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Formats everything known about a send. `nameOf` gives a document's display name. */
export function detailsText(entry: HistoryEntry, nameOf: (uri: string) => string): DetailsText {
  const facts = factsOf(entry);
  const width = Math.max(...facts.map(({ label }) => label.length)) + 3;
  const documents: NamedDocument[] = [];
  const lines: string[] = [];
  for (const { label, value, isUri, more = [] } of facts) {
    const shown = boundedText(isUri ? nameOf(value) : value, 1000);
    if (isUri) documents.push({ uri: value, line: lines.length, from: width, to: width + shown.length });
    lines.push(`${`${label}:`.padEnd(width)}${shown}`);
    for (const text of more) lines.push(`${' '.repeat(width)}${boundedText(text, 1000)}`);
  }
  return { text: `${lines.join('\n')}\n`, documents };
}
