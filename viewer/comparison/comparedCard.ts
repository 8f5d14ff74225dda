import type { DirectiveResult } from 'lit/directive.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CutText, MessageCard } from '../../server/viewProtocol/conversation';
import { leftOut, nameOf, roleClass } from '../conversation/card';
import { copyCard } from '../conversation/copying';
import { problemList } from '../conversation/problems';
import { plain, plainName } from '../conversation/text';
import type { ComparedRef } from '../data/comparing';
import { counted } from '../format/numbers';
import { icon, iconButton, stopping } from '../icons';
import { inFile, showInText, showProblemInText } from '../state/actions';
import { changeComparison } from '../state/comparison/comparing';
import { focusCompared, isCurrent } from '../state/comparison/steps';
import { type LoadedComparison, messageAt } from '../state/loadedComparison';
import { textKey } from '../state/loadedConversation';
import { type FetchedIn, textIn } from '../state/pages';
import type { View } from '../state/view';
import type { KnownMarks } from './knownMarks';
import { markedBeside } from './markedBeside';
import type { MarkedPiece } from './wordMarks';

/** A message in a row and a column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly marks: KnownMarks;
  readonly card: MessageCard;
  readonly place: DirectiveResult;
}

/** A message of a compared trajectory: its text and calls, with the words and tools marked that differ. */
export function comparedCard(view: View, shown: LoadedComparison, cell: Cell): TemplateResult {
  const { card, column, row, place } = cell;
  const { total } = shown.trajectories[column]!;
  const ref = shown.refs[column]!;
  const focus = () => focusCompared(view, ref, card.index);
  const own = textsOf(card, column);
  const others = textsBeside(shown, cell);
  const images = card.content.flatMap((part) => (part.type === 'image' ? [part.description] : []));
  return html`<article
    class="card ${roleClass(card)}"
    aria-label=${nameOf(card, total)}
    aria-current=${isCurrent(view, ref, card.index) ? 'true' : nothing}
    data-row=${row}
    data-cell=${cellName(ref, card.index)}
    tabindex="-1"
    @focusin=${focus}
    @dblclick=${() => showInText(view, card.index, true)}
    ${place}
  >
    <header>
      <span class="number">${counted(card.index + 1)}</span>
      <span class="role">${card.role === null ? 'no role' : plainName(card.role)}</span>
      ${card.name === null ? nothing : html`<span class="name">${plainName(card.name)}</span>`}
      <span class="actions">
        ${iconButton('copy', 'Copy', () => void copyCard(view, fetchedIn(shown, column), card))}
        ${iconButton('link', 'Copy Reference', () => view.host.post({ type: 'copyReference', trajectory: ref.trajectory, message: card.index, ...inFile(ref.isOther) }))}
        ${iconButton('go-to-file', 'Show in Text', () => {
          focus();
          showInText(view, card.index, true);
        })}
      </span>
    </header>
    <div class="body">
      ${own.map((said) => textOf(view, shown, { ...cell, said, beside: counterparts(said, own, others) }))}
      ${images.map((description) => html`<p class="note">${plain(description)}</p>`)}
      ${leftOut(card)}
    </div>
    ${problemList(card.problems, (problem) => {
      focus();
      showProblemInText(view, card.index, problem);
    })}
  </article>`;
}

/** Identifies a message among the compared ones. */
export function cellName({ trajectory, isOther }: ComparedRef, message: number): string {
  return `${isOther ? 'other' : 'own'} ${trajectory} ${message}`;
}

/** Where the texts of a column come from. */
function fetchedIn({ refs, versions }: LoadedComparison, column: number): FetchedIn {
  return { ...refs[column]!, version: versions[column]! };
}

/** A text of a message, or the name of a call before its arguments. */
interface SaidText {
  readonly text: CutText | null;
  /** Under which more of the text is kept. */
  readonly key: string;
  readonly tool: string | null;
  readonly isReasoning: boolean;
}

function textsOf({ index, reasoning, content, calls }: MessageCard, column: number): SaidText[] {
  const said = (text: CutText | null, tool: string | null, isReasoning: boolean): SaidText => ({
    ...{ text, tool, isReasoning },
    key: text === null ? '' : `${column} ${index} ${textKey(text)}`,
  });
  const texts = content.flatMap((part) => (part.type === 'image' ? [] : [part.text]));
  return [
    ...(reasoning === null ? [] : [said(reasoning, null, true)]),
    ...texts.map((text) => said(text, null, false)),
    ...calls.map(({ name, arguments: given }) => said(given, name ?? 'no name', false)),
  ];
}

/** What is loaded of a text. */
function loadedOf({ texts }: LoadedComparison, { text, key }: SaidText): string {
  return texts.get(key) ?? text?.text ?? '';
}

/**
 * The texts of the messages beside it that it is compared with: those of the first column, and for that one itself the
 * others. None if all say the same.
 */
function textsBeside(shown: LoadedComparison, { row, column }: Cell): readonly (readonly SaidText[])[] {
  if (shown.alike[row] === 1) return [];
  const beside = shown.cards.map((cards, other) =>
    other === column ? undefined : cards.get(messageAt(shown, row, other)),
  );
  const compared = beside[0] === undefined ? beside : [beside[0]];
  return compared.flatMap((card, other) => (card === undefined ? [] : [textsOf(card, other)]));
}

/** What each of the other messages says in the same place, such as in its second call of the same tool. */
function counterparts(
  said: SaidText,
  own: readonly SaidText[],
  others: readonly (readonly SaidText[])[],
): readonly (SaidText | undefined)[] {
  const isLike = (one: SaidText) => one.tool === said.tool && one.isReasoning === said.isReasoning;
  const place = own.filter(isLike).indexOf(said);
  return others.map((texts) => texts.filter(isLike)[place]);
}

interface ShownText extends Cell {
  readonly said: SaidText;
  /** What it is compared with: undefined for a message that has nothing like it. */
  readonly beside: readonly (SaidText | undefined)[];
}

function textOf(view: View, shown: LoadedComparison, { said, beside, column, card, marks }: ShownText) {
  const { text, key, tool, isReasoning } = said;
  const heading =
    tool === null
      ? nothing
      : html`<div class="call-head">${icon('tools')} <span class="tool">${beside.includes(undefined) ? html`<mark>${plainName(tool)}</mark>` : plainName(tool)}</span></div>`;
  if (text === null) return html`${heading}<p class="note">No arguments.</p>`;
  const all = loadedOf(shown, said);
  const other = beside.find((one) => one?.text && loadedOf(shown, one) !== all);
  const marked =
    other === undefined
      ? undefined
      : markedBeside(marks, all, {
          text: loadedOf(shown, other),
          isCut: loadedOf(shown, other).length < other.text!.length,
        });
  const isOther = marked === null;
  const isCode = text.form !== 'decoded' || card.role === 'tool' || tool !== null;
  const left = text.length - all.length;
  // The row differs, but this text does not in what is loaded of it: the difference may be behind that.
  const isSameSoFar = left > 0 && other === undefined && beside.some((one) => one?.text);
  return html`${heading}
    ${isReasoning ? html`<div class="quiet">${icon('lightbulb')} Reasoning</div>` : nothing}
    ${isSameSoFar ? html`<p class="note">The same in its first ${counted(all.length)} characters.</p>` : nothing}
    <div
      class="text ${isCode ? 'code' : ''} ${isReasoning ? 'quiet' : ''} ${isOther ? 'other' : ''}"
      title=${isOther ? 'Differs from the text beside it in too many words to mark them' : nothing}
    >${marked?.map(piece) ?? plain(all)}</div>
    ${left > 0 ? html`<button class="link" @click=${stopping(() => void showMore(view, shown, { column, text, key, all }))}>show ${counted(Math.min(left, maxMore))} more characters</button>` : nothing}`;
}

function piece({ text, isMarked }: MarkedPiece) {
  return isMarked ? html`<mark>${plain(text)}</mark>` : plain(text);
}

/** Code units per request for the rest of a text. */
const maxMore = 50_000;

/** A text of a column of which only the beginning is shown. */
interface ShownInPart {
  readonly column: number;
  readonly text: CutText;
  readonly key: string;
  readonly all: string;
}

/** Requests that are pending. */
const asked = new Set<string>();

/** Loads more of a text. */
export async function showMore(
  view: View,
  shown: LoadedComparison,
  { column, text, key, all }: ShownInPart,
): Promise<void> {
  const question = `${shown.versions} ${cellName(shown.refs[column]!, 0)} ${key} ${all.length}`;
  if (asked.has(question)) return;
  asked.add(question);
  const to = Math.min(text.length, all.length + maxMore);
  const more = await textIn(view, fetchedIn(shown, column), text, all.length, to);
  asked.delete(question);
  const now = view.comparison;
  if (more === null || now === null || now.messages !== shown.messages) return;
  changeComparison(view, { texts: new Map(now.texts).set(key, all + more.text) });
}
