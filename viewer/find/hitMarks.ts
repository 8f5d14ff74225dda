import type { CutText, Hit, MessageCard } from '../../server/viewProtocol';
import { textKey } from '../state/loadedConversation';
import { fold, maxUnfoldedAtOnce, needText } from '../state/pages';
import type { View } from '../state/view';

/** Marks hits in the shown messages, and scrolls to the current one. Finds them in what is drawn by their texts alone. */
export interface HitMarks {
  drawn(): void;
}

/** Names of the highlights in `find.css`. */
const [markOfAll, markOfCurrent] = ['trajectory-hits', 'trajectory-hit'];
/** Maximum marks of a message. */
const maxMarks = 500;

export function hitMarksOf(view: View): HitMarks {
  let isMarked = false;
  return {
    drawn() {
      if (!('highlights' in CSS)) return;
      const { search, conversation } = view;
      const hits =
        search?.hits.listed.filter(({ trajectory }) => trajectory === conversation?.trajectory) ?? [];
      if (hits.length === 0 && !isMarked) return;
      isMarked = hits.length > 0;
      const current = hits.find((hit) => hit === search?.current) ?? null;
      if (current !== null && view.hitWanted) unfold(view, current);
      const { all, one } = rangesOf(hits, current);
      CSS.highlights.set(markOfAll, new Highlight(...all));
      CSS.highlights.set(markOfCurrent, new Highlight(...(one === null ? [] : [one])));
      if (one !== null && view.hitWanted && view.scrollTarget === null) {
        view.hitWanted = false;
        scrollTo(one);
      }
    },
  };
}

/** Unfolds the message of a hit, its call and its reasoning, and loads more of a long text. */
function unfold(view: View, { message, path, found }: Hit): void {
  const { conversation } = view;
  const card = conversation?.cards.get(message);
  if (conversation === null || card === undefined) return;
  const wanted = [`card ${message}`, ...(card.answers === null ? [] : [`card ${card.answers.message}`])];
  const isHere = (text: CutText | null) => text !== null && String(text.path) === String(path);
  if (isHere(card.reasoning)) wanted.push(`reasoning ${message}`);
  for (const name of wanted) if (conversation.folds.get(name) !== false) fold(view, name, false);
  for (const text of textsOf(card).filter(isHere)) {
    const shown = conversation.texts.get(textKey(text))?.text ?? text.text;
    const left = Math.min(text.length, maxUnfoldedAtOnce) - shown.length;
    if (left > 0 && !shown.includes(found)) needText(view, text, shown, left);
  }
}

function textsOf({ content, reasoning, calls }: MessageCard): CutText[] {
  const texts = content.map((part) => (part.type === 'image' ? null : part.text));
  return [...texts, reasoning, ...calls.map((call) => call.arguments)].filter((text) => text !== null);
}

interface Ranges {
  readonly all: Range[];
  readonly one: Range | null;
}

function rangesOf(hits: readonly Hit[], current: Hit | null): Ranges {
  const all: Range[] = [];
  let one: Range | null = null;
  for (const message of new Set(hits.map((hit) => hit.message))) {
    const article = document.getElementById(`message-${message}`);
    if (article === null) continue;
    const inside = hits.filter((hit) => hit.message === message);
    const found = rangesIn(article, new Set(inside.map((hit) => hit.found)));
    if (current?.message === message) one = nearest(found, inside, current);
    all.push(...found.filter((range) => range !== one));
  }
  return { all, one };
}

/** The ranges of some texts in a message, without those in messages under its calls. */
function rangesIn(article: Element, texts: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < maxMarks; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('article') !== article || parent.closest('.text, .markdown, .tool') === null) continue;
    const { data } = node as Text;
    for (const text of texts) {
      for (let at = data.indexOf(text); at >= 0; at = data.indexOf(text, at + text.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        ranges.push(range);
        if (ranges.length >= maxMarks) break;
      }
    }
  }
  return ranges;
}

/** The range of the current hit: the one with the same text around it, or else the one with the same number. */
function nearest(
  ranges: readonly Range[],
  hits: readonly Hit[],
  { found, before, after, ...hit }: Hit,
): Range | null {
  const alike = ranges.filter((range) => range.toString() === found);
  const [head, tail] = [before.slice(-20), after.slice(0, 20)];
  const fits = alike.filter(({ startContainer, startOffset, endOffset }) => {
    const { data } = startContainer as Text;
    return data.slice(0, startOffset).endsWith(head) && data.slice(endOffset).startsWith(tail);
  });
  const candidates = fits.length > 0 ? fits : alike;
  const same = hits.filter((one) => one.found === found && (fits.length === 0 || isAround(one, head, tail)));
  const number = same.findIndex((one) => one.from === hit.from && String(one.path) === String(hit.path));
  return candidates[number] ?? candidates[0] ?? null;
}

function isAround({ before, after }: Hit, head: string, tail: string): boolean {
  return before.endsWith(head) && after.startsWith(tail);
}

/** Scrolls the conversation if a range is out of view. */
function scrollTo(range: Range): void {
  const scroller = range.startContainer.parentElement?.closest('.feed-scroller');
  if (scroller == null) return;
  const [{ top, bottom }, seen] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (top < seen.top || bottom > seen.bottom) scroller.scrollTop += top - seen.top - seen.height / 3;
}
