import {
  type Compared,
  compareTrajectories,
  type TrajectoryIn,
} from '../../collection/comparison/comparison';
import type { Work } from '../../work';
import { type ExportCursor, type ExportStep, maxStepLength } from './exportStep';
import { type ExportedMessage, exportedPage } from './reading';
import { count, trajectoryFacts, trajectoryTitle } from './words';

/** A trajectory of an exported comparison, with the name of its document if there are several. */
export interface ComparedIn extends TrajectoryIn {
  readonly name: string | null;
}

/** How the parts of a comparison are written. Nothing in the texts that it takes is escaped. */
export interface ComparisonFormat {
  start(title: string, columns: readonly ComparedColumn[]): string;
  /** Before and after a run of messages that are the same in all. */
  runStart(length: number): string;
  readonly runEnd: string;
  /** A message of a run; null if they are left out. */
  readonly same: ((message: ExportedMessage) => string) | null;
  /** A heading, such as that of the first difference. */
  mark(name: string): string;
  /** Messages beside each other, by column; null where a trajectory has none. */
  row(columns: readonly ComparedColumn[], messages: readonly (ExportedMessage | null)[]): string;
  /** `note` says what is left out. */
  end(note: string | null): string;
}

export interface ComparedColumn {
  /** `Group 2, trajectory 1`; of several documents `Group 2, trajectory 1 of after.jsonl`. */
  readonly title: string;
  readonly facts: string;
}

/** What to export of a comparison, and how. */
export interface ComparisonExport {
  readonly title: string;
  readonly all: readonly ComparedIn[];
  readonly format: ComparisonFormat;
}

/** The next part of a comparison: what all have in common as a run, and what differs in full. */
export function* comparisonStep(
  { title, all, format }: ComparisonExport,
  { message: from }: ExportCursor,
): Work<ExportStep | null> {
  const found = yield* compareTrajectories(all);
  if (found === null) return null;
  const { trajectories, rows, alike, firstDifference, firstOfAssistant } = found;
  const columns: ComparedColumn[] = [];
  for (const [i, compared] of trajectories.entries()) columns.push(yield* columnOf(all[i]!, compared));
  let text = from === 0 ? format.start(title, columns) : '';
  for (let row = from; row < rows.length; row++) {
    if (text.length >= maxStepLength) return { text, next: { trajectory: 0, message: row } };
    if (alike[row] === 1) {
      if (row === 0 || alike[row - 1] !== 1) text += format.runStart(runLength(alike, row));
      const message = format.same === null ? null : yield* messageIn(all[0]!, rows[row]![0]!);
      if (message !== null) text += format.same!(message);
      if (alike[row + 1] !== 1) text += format.runEnd;
      continue;
    }
    if (row === firstDifference) text += format.mark('First difference');
    if (row === firstOfAssistant) text += format.mark('First difference of the assistant');
    const messages: (ExportedMessage | null)[] = [];
    for (const [column, index] of rows[row]!.entries()) messages.push(yield* messageIn(all[column]!, index));
    text += format.row(columns, messages);
    yield;
  }
  return { text: text + format.end(found.isCut ? 'Further messages are not compared.' : null), next: null };
}

function* columnOf({ document, trajectory, name }: ComparedIn, compared: Compared): Work<ComparedColumn> {
  const page = yield* exportedPage(document, trajectory, { from: 0, count: 1 });
  const facts = [...(page === null ? [] : [trajectoryFacts(page)]), callFacts(compared)];
  const title = trajectoryTitle(compared);
  return { title: name === null ? title : `${title} of ${name}`, facts: facts.join(', ') };
}

/** `2 calls: get_user, send ×2`. */
function callFacts({ calls, callCount }: Compared): string {
  const names = calls.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name));
  const left = callCount - calls.reduce((sum, { count }) => sum + count, 0);
  const all = [...names, ...(left > 0 ? [`${count(left, 'call', 'calls')} of others`] : [])];
  return [count(callCount, 'call', 'calls'), ...(all.length > 0 ? [all.join(', ')] : [])].join(': ');
}

function runLength(alike: ArrayLike<number>, from: number): number {
  let end = from;
  while (alike[end] === 1) end++;
  return end - from;
}

/** Null without the message; its index is negative then. */
function* messageIn({ document, trajectory }: TrajectoryIn, index: number): Work<ExportedMessage | null> {
  const page = index < 0 ? null : yield* exportedPage(document, trajectory, { from: index, count: 1 });
  return page?.messages[0] ?? null;
}
