import {
  type Compared,
  compareTrajectories,
  type TrajectoryIn,
} from '../../collection/comparison/comparison';
import { readNumbering } from '../../collection/reading/numbering';
import type { Document } from '../../document';
import type { Work } from '../../work';
import { messageHtml, pageEnd, pageStart, trajectoryEnd, trajectoryStart } from './html';
import { inline, messageMarkdown, paragraphs, trajectoryMarkdown } from './markdown';
import { type ExportedPage, exportedPage } from './reading';
import { trajectoryFacts, trajectoryTitle } from './words';

/** Where an export continues: in a trajectory, before a message. Of a comparison, `message` is a row. */
export interface ExportCursor {
  readonly trajectory: number;
  readonly message: number;
}

/** A part of an export, and where the next one begins; null after the last. */
export interface ExportStep {
  readonly text: string;
  readonly next: ExportCursor | null;
}

export const exportStart: ExportCursor = { trajectory: 0, message: 0 };

/** Code units of a part after which it ends. */
const maxStepLength = 250_000;

/** The next part of the whole document as one HTML page. */
export function* htmlStep(document: Document, title: string, from: ExportCursor): Work<ExportStep> {
  const { trajectoryStarts, groupStarts } = yield* readNumbering(document);
  const total = trajectoryStarts.at(-1) ?? 0;
  const facts = `${count(groupStarts.at(-1) ?? 0, 'group', 'groups')}, ${count(total, 'trajectory', 'trajectories')}`;
  let text = from.trajectory === 0 && from.message === 0 ? pageStart(title, facts) : '';
  for (let { trajectory, message } = from; trajectory < total; ) {
    const page = yield* exportedPage(document, trajectory, { from: message });
    if (page !== null) text += htmlOf(page, { isStart: message === 0, isOpen: total === 1 });
    [trajectory, message] =
      page === null || page.next === null ? [trajectory + 1, 0] : [trajectory, page.next];
    if (text.length >= maxStepLength && trajectory < total) return { text, next: { trajectory, message } };
    yield;
  }
  return { text: text + pageEnd, next: null };
}

/** Some trajectories of a text as a page: from one up to another. */
export interface SomeTrajectories {
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The next part of a page with some trajectories. `document` needs to contain only the one at the cursor, by the number
 * `local`. Null if it does not exist.
 */
export function* htmlStepOfSome(
  document: Document,
  { at, local }: { readonly at: ExportCursor; readonly local: number },
  { title, from, to }: SomeTrajectories,
): Work<ExportStep | null> {
  const { trajectory, message: first } = at;
  const total = to - from;
  let text =
    trajectory === from && first === 0 ? pageStart(title, count(total, 'trajectory', 'trajectories')) : '';
  for (let message = first; ; ) {
    const page = yield* exportedPage(document, local, { from: message });
    if (page === null) return null;
    text += htmlOf(page, { isStart: message === 0, isOpen: total === 1 });
    if (page.next === null) break;
    message = page.next;
    if (text.length >= maxStepLength) return { text, next: { trajectory, message } };
  }
  const next = trajectory + 1;
  return next < to ? { text, next: { trajectory: next, message: 0 } } : { text: text + pageEnd, next: null };
}

function htmlOf(
  page: ExportedPage,
  { isStart, isOpen }: { readonly isStart: boolean; readonly isOpen: boolean },
): string {
  const start = isStart ? trajectoryStart(page, isOpen) : '';
  const messages = page.messages.map(messageHtml).join('');
  return `${start}${messages}${page.next === null ? trajectoryEnd : ''}`;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** One message as Markdown; null if it does not exist. */
export function* markdownOfMessage(
  document: Document,
  trajectory: number,
  message: number,
): Work<string | null> {
  const page = yield* exportedPage(document, trajectory, { from: message, count: 1 });
  const [first] = page?.messages ?? [];
  return first === undefined ? null : messageMarkdown(first);
}

/** The next part of a conversation as Markdown; null if it does not exist. */
export function* markdownStep(
  document: Document,
  { trajectory, message }: ExportCursor,
): Work<ExportStep | null> {
  let text = '';
  for (let from = message; ; ) {
    const page = yield* exportedPage(document, trajectory, { from });
    if (page === null) return null;
    if (from === 0) text += `${trajectoryMarkdown(page)}\n`;
    text += page.messages.map((one) => `${messageMarkdown(one)}\n`).join('');
    if (page.next === null) return { text, next: null };
    from = page.next;
    if (text.length >= maxStepLength) return { text, next: { trajectory, message: from } };
    yield;
  }
}

/** A trajectory of an exported comparison, with the name of its document if there are several. */
export interface ComparedIn extends TrajectoryIn {
  readonly name: string | null;
}

/** The next part of a comparison as Markdown: what all have in common in a line, and what differs in full. */
export function* comparisonStep(
  all: readonly ComparedIn[],
  { message: from }: ExportCursor,
): Work<ExportStep | null> {
  const found = yield* compareTrajectories(all);
  if (found === null) return null;
  const { trajectories, rows, alike, firstDifference, firstOfAssistant } = found;
  let text = from === 0 ? yield* comparisonHead(all, trajectories) : '';
  for (let row = from; row < rows.length; ) {
    if (text.length >= maxStepLength) return { text, next: { trajectory: 0, message: row } };
    let end = row;
    while (end < rows.length && alike[end] === 1) end++;
    if (end > row) {
      text += `${paragraphs(`*${count(end - row, 'message is', 'messages are')} the same in all.*`)}\n`;
      row = end;
      continue;
    }
    if (row === firstDifference) text += `${paragraphs('## First difference')}\n`;
    if (row === firstOfAssistant) text += `${paragraphs('## First difference of the assistant')}\n`;
    for (const [column, index] of rows[row]!.entries()) {
      const { document, trajectory, name } = all[column]!;
      const page = index < 0 ? null : yield* exportedPage(document, trajectory, { from: index, count: 1 });
      const [message] = page?.messages ?? [];
      if (message !== undefined)
        text += `${paragraphs(`### ${columnTitle(name, trajectories[column]!)}`)}\n${messageMarkdown(message, 4)}\n`;
    }
    row++;
    yield;
  }
  const rest = found.isCut ? `${paragraphs('*Further messages are not compared.*')}` : '';
  return { text: text + rest, next: null };
}

/** `Trajectory 2`; of several documents `Group 1, trajectory 2 of after.jsonl`. */
function columnTitle(name: string | null, { group, member }: Compared): string {
  if (name === null) return `Trajectory ${member + 1}`;
  return `${trajectoryTitle({ group, member })} of ${inline(name)}`;
}

function* comparisonHead(all: readonly ComparedIn[], trajectories: readonly Compared[]): Work<string> {
  const lines: string[] = [];
  for (const [column, { callCount }] of trajectories.entries()) {
    const { document, trajectory, name } = all[column]!;
    const page = yield* exportedPage(document, trajectory, { from: 0, count: 1 });
    if (page !== null)
      lines.push(
        `- ${trajectoryTitle(page)}${name === null ? '' : ` of ${inline(name)}`}: ${inline(trajectoryFacts(page))}, ${count(callCount, 'call', 'calls')}`,
      );
  }
  return `${paragraphs('# Comparison', lines.join('\n'))}\n`;
}
