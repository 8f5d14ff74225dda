import { readNumbering } from '../../collection/reading/numbering';
import type { Document } from '../../document';
import type { Work } from '../../work';
import { type ExportCursor, type ExportStep, maxStepLength } from './exportStep';
import { messageHtml, pageEnd, pageStart, trajectoryEnd, trajectoryStart } from './html';
import { messageMarkdown, trajectoryMarkdown } from './markdown';
import { type ExportedPage, exportedPage } from './reading';
import { count } from './words';

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
