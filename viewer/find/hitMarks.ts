import type { CutText, MessageCard } from '../../server/viewProtocol/conversation';
import { cellName, showMore } from '../comparison/comparedCard';
import { areSame, type ComparedRef, ownRef } from '../data/comparing';
import { type FileHit, trajectoryOfHit } from '../data/finding/hits';
import { showInView } from '../scrollWithin';
import { loadedOf, textKey } from '../state/loadedConversation';
import { fold, maxUnfoldedAtOnce, needText } from '../state/pages';
import type { View } from '../state/view';
import { type Found, foundIn } from './foundRanges';

/** Marks hits in the shown messages, and scrolls to the current one. Finds them in what is drawn by their texts alone. */
export interface HitMarks {
  drawn(): void;
}

/** Code units around a hit by which it is told apart from others of the same words. */
const aroundHit = 20;
/** Code units of a hit that the server sends. */
const maxFoundLength = 120;

/** Names of the highlights in `find.css`. */
const [markOfAll, markOfCurrent] = ['trajectory-hits', 'trajectory-hit'];

export function hitMarksOf(view: View): HitMarks {
  let isMarked = false;
  return {
    drawn() {
      if (!('highlights' in CSS)) return;
      const hits = hitsShown(view);
      if (hits.length === 0 && !isMarked) return;
      isMarked = hits.length > 0;
      const current = hits.find((hit) => hit === view.search?.current) ?? null;
      const wanted = view.hitWanted ? current : null;
      const isHidden = wanted !== null && unfold(view, wanted);
      const { all, one } = rangesOf(view, hits, current);
      CSS.highlights.set(markOfAll, new Highlight(...all));
      CSS.highlights.set(markOfCurrent, new Highlight(...(one === null ? [] : [one])));
      // Each has a target of its own, and keeps it while it is not shown.
      const target = view.comparison === null ? view.scrollTarget : view.comparisonTarget;
      const isMoving = target !== null;
      if (wanted === null || isMoving || (one === null && isHidden)) return;
      // What is drawn may not have the text of the hit: JSON is laid out, and Markdown has no marks.
      const place = one ?? articleOf(view, trajectoryOfHit(wanted), wanted.message);
      if (place === null) return;
      view.hitWanted = false;
      scrollTo(place);
    },
  };
}

/** The hits in trajectories whose messages are drawn. */
function hitsShown({ search, comparison, conversation }: View): readonly FileHit[] {
  if (search === null) return [];
  const own = conversation === null ? [] : [ownRef(conversation.trajectory)];
  const shown = comparison === null ? own : comparison.refs;
  return [search.hits, search.otherHits].flatMap(
    (hits) => hits?.listed.filter((hit) => shown.some((one) => areSame(one, trajectoryOfHit(hit)))) ?? [],
  );
}

/** Unfolds the message of a hit, its call and its reasoning, and loads more of a long text; false if nothing hides it. */
function unfold(view: View, hit: FileHit): boolean {
  if (view.comparison !== null) return loadCompared(view, hit);
  const { message, path } = hit;
  const { conversation } = view;
  const card = conversation?.cards.get(message);
  if (conversation === null || card === undefined) return true;
  const wanted = [`card ${message}`, ...(card.answers === null ? [] : [`card ${card.answers.message}`])];
  const isHere = (text: CutText | null) => text !== null && String(text.path) === String(path);
  if (isHere(card.reasoning)) wanted.push(`reasoning ${message}`);
  const folded = wanted.filter((name) => conversation.folds.get(name) !== false);
  for (const name of folded) fold(view, name, false);
  let isHidden = folded.length > 0;
  for (const text of textsOf(card).filter(isHere)) {
    const shown = loadedOf(conversation, text);
    const left = Math.min(text.length, maxUnfoldedAtOnce) - shown.length;
    if (left <= 0 || isIn(shown, text, hit)) continue;
    isHidden = true;
    needText(view, text, shown, left);
  }
  return isHidden;
}

/** In a comparison nothing but long texts hides a hit: the row of its message is unfolded already. */
function loadCompared(view: View, hit: FileHit): boolean {
  const { message, path } = hit;
  const shown = view.comparison!;
  const column = shown.refs.findIndex((ref) => areSame(ref, trajectoryOfHit(hit)));
  const card = shown.cards[column]?.get(message);
  if (card === undefined) return true;
  let isHidden = false;
  for (const text of textsOf(card)) {
    if (String(text.path) !== String(path)) continue;
    const key = `${column} ${message} ${textKey(text)}`;
    const all = shown.texts.get(key) ?? text.text;
    if (all.length >= Math.min(text.length, maxUnfoldedAtOnce) || isIn(all, text, hit)) continue;
    isHidden = true;
    void showMore(view, shown, { column, text, key, all });
  }
  return isHidden;
}

/**
 * Whether what is shown of a text has the hit, not just the same words elsewhere. The text around it does not tell in
 * JSON, which is laid out, and if only the beginning of a long hit is known.
 */
function isIn(shown: string, { form }: CutText, { before, found, after }: FileHit): boolean {
  const isAlone = form !== 'decoded' || found.length >= maxFoundLength;
  const [head, tail] = isAlone ? ['', ''] : [before.slice(-aroundHit), after.slice(0, aroundHit)];
  return (
    shown.includes(head + found + tail) || shown.startsWith(found + tail) || shown.endsWith(head + found)
  );
}

function textsOf({ content, reasoning, calls }: MessageCard): CutText[] {
  const texts = content.map((part) => (part.type === 'image' ? null : part.text));
  return [...texts, reasoning, ...calls.map((call) => call.arguments)].filter((text) => text !== null);
}

interface Ranges {
  readonly all: Range[];
  readonly one: Range | null;
}

function rangesOf(view: View, hits: readonly FileHit[], current: FileHit | null): Ranges {
  const all: Range[] = [];
  let one: Range | null = null;
  const messages = new Map(hits.map((hit) => [cellName(trajectoryOfHit(hit), hit.message), hit]));
  for (const first of messages.values()) {
    const article = articleOf(view, trajectoryOfHit(first), first.message);
    if (article === null) continue;
    const isHere = (hit: FileHit) =>
      areSame(trajectoryOfHit(hit), trajectoryOfHit(first)) && hit.message === first.message;
    const inside = hits.filter(isHere);
    const found = foundIn(article, new Set(inside.map((hit) => hit.found)));
    if (current !== null && isHere(current)) one = nearest(found, inside, current);
    all.push(...found.flatMap(({ range }) => (range === one ? [] : [range])));
  }
  return { all, one };
}

function articleOf({ comparison }: View, ref: ComparedRef, message: number): Element | null {
  if (comparison === null) return document.getElementById(`message-${message}`);
  return document.querySelector(`[data-cell="${cellName(ref, message)}"]`);
}

/**
 * The range of the current hit: the one with the same text around it, or else the one with the same number. Null if it
 * is not drawn.
 */
function nearest(
  ranges: readonly Found[],
  hits: readonly FileHit[],
  { found, before, after, ...hit }: FileHit,
): Range | null {
  const alike = ranges.filter(({ text }) => text === found);
  const [head, tail] = [before.slice(-aroundHit), after.slice(0, aroundHit)];
  const fits = alike.filter((one) => one.before.endsWith(head) && one.after.startsWith(tail));
  const candidates = fits.length > 0 ? fits : alike;
  const same = hits.filter((one) => one.found === found && (fits.length === 0 || isAround(one, head, tail)));
  const number = same.findIndex((one) => one.from === hit.from && String(one.path) === String(hit.path));
  return (candidates[number] ?? fits[0])?.range ?? null;
}

function isAround({ before, after }: FileHit, head: string, tail: string): boolean {
  return before.endsWith(head) && after.startsWith(tail);
}

/** Scrolls what contains a place if its start or its end is out of view, or below the head of a column. */
function scrollTo(place: Range | Element): void {
  const element = place instanceof Range ? place.startContainer.parentElement : place;
  const scroller = element?.closest('.feed-scroller, .apart .compared, .together .comparison-scroller');
  if (scroller == null) return;
  const heads = [...scroller.querySelectorAll<HTMLElement>('.column-head')].map((head) => head.offsetHeight);
  const [{ top, bottom }, seen] = [place.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (top < seen.top + Math.max(0, ...heads) || bottom > seen.bottom)
    scroller.scrollTop += top - seen.top - seen.height / 3;
  showInView(place, scroller);
}
