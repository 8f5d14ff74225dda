import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { guard } from 'lit/directives/guard.js';
import { createRef, type Ref, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isField } from '../../focus';
import { counted } from '../../format/numbers';
import { focusMessage } from '../../state/actions';
import { needMessages } from '../../state/pages';
import type { View } from '../../state/view';
import { styled } from '../../styled';
import { follow, withFocused } from './feedFocus';
import { estimated, itemOf } from './feedItems';
import { firstOfWindow, maxMessagesInWindow } from './scrollWindow';

/** The scrolling list of messages. Renders and fetches only messages near the visible ones. */
export interface Feed {
  template(): TemplateResult;
  /** Call after the template is rendered. */
  drawn(): void;
}

/** Messages to fetch beyond the visible ones. */
const prefetchedMessages = 12;

interface FeedState {
  readonly scroller: Ref<HTMLElement>;
  readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  /** The `id` of the shown conversation. */
  shown: number;
  /** The first message of the scroll window. */
  first: number;
  isAtEnd: boolean;
  /** Pixels scrolled, as last noticed, or as corrected since for messages above that have changed their heights. */
  top: number;
  /** Counts changes of the virtualizer: visible items and their sizes. */
  changes: number;
  /** Rendered again, but not measured yet. Measuring makes the browser compute the layout at once. */
  isUnmeasured: boolean;
}

export function feedOf(view: View): Feed {
  const scroller = createRef<HTMLElement>();
  const blank = { scroller, shown: -1, first: 0, isAtEnd: false, top: 0, changes: 0, isUnmeasured: false };
  // The virtualizer reads the state, and is part of it.
  const state: FeedState = Object.assign(blank, { virtualizer: new Virtualizer(optionsOf(view, blank)) });
  state.virtualizer._didMount();
  return {
    template: () => html`${guard(shownIn(view, state), () => feedTemplate(view, state))}`,
    drawn: () => feedDrawn(view, state),
  };
}

/** Everything that the feed renders. Scrolling the list, for example, changes none of it. */
function shownIn(
  { conversation, settings, message, scrollTarget, theme }: View,
  { changes }: FeedState,
): unknown[] {
  return [conversation, settings, message, scrollTarget, theme, changes];
}

function optionsOf(
  view: View,
  state: Omit<FeedState, 'virtualizer'>,
): VirtualizerOptions<HTMLElement, HTMLElement> {
  return {
    count: Math.min(maxMessagesInWindow, (view.conversation?.total ?? 0) - state.first),
    getScrollElement: () => state.scroller.value ?? null,
    estimateSize: (index: number) => estimated(view, state.first + index),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    overscan: 3,
    indexAttribute: 'data-index',
    rangeExtractor: withFocused,
    onChange: ({ scrollOffset }) => {
      state.top = scrollOffset ?? 0;
      state.changes++;
      view.update();
    },
  };
}

function feedTemplate(view: View, state: FeedState): TemplateResult {
  const { virtualizer } = state;
  state.isUnmeasured = true;
  const { id, total, isCurrent } = view.conversation!;
  const first = firstOfWindow(id === state.shown ? state.first : 0, view.scrollTarget, total);
  const isOther = id !== state.shown || first !== state.first;
  if (isOther) Object.assign(state, { shown: id, first, isAtEnd: false });
  virtualizer.setOptions(optionsOf(view, state));
  if (isOther) virtualizer.measure();
  const size = { height: `${virtualizer.getTotalSize()}px` };
  const last = first + maxMessagesInWindow;
  return html`<div class="feed-scroller" ${ref(state.scroller)} @scroll=${({ target }: Event) => noticeEnd(state, target as HTMLElement)} @keydown=${(event: KeyboardEvent) => goToEnd(view, state, event)}>
    ${first > 0 ? further(view, first - 1, `Messages before ${counted(first + 1)}`) : nothing}
    <div role="feed" aria-label="Conversation" aria-busy=${!isCurrent} ${styled(size)}>
      ${repeat(
        virtualizer.getVirtualItems(),
        ({ index }) => `${id}/${first + index}`,
        ({ index, start }) =>
          html`<div class="feed-item" data-index=${index} ${styled({ transform: `translateY(${start}px)` })}>${itemOf(view, first + index)}</div>`,
      )}
    </div>
    ${total === 0 ? html`<p class="empty">This trajectory has no messages.</p>` : nothing}
    ${last < total ? further(view, last, `Messages after ${counted(last)}`) : nothing}
  </div>`;
}

/** A button for the previous or next window of a conversation that is too long for one. */
function further(view: View, message: number, text: string): TemplateResult {
  return html`<button class="plain further" @click=${() => focusMessage(view, message)}>${text}</button>`;
}

/**
 * Messages that come into view change the height of the whole: only a user who scrolls up leaves the end. Hears of an
 * event before the virtualizer, which then knows the new position.
 */
function noticeEnd(state: FeedState, { scrollTop, clientHeight, scrollHeight }: HTMLElement): void {
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) state.isAtEnd = true;
  else if (scrollTop < state.top - 1) state.isAtEnd = false;
  state.top = scrollTop;
}

/** The browser would scroll to where the end was estimated to be. */
function goToEnd(view: View, state: FeedState, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (key !== 'End' || ctrlKey || metaKey || altKey || shiftKey || isField(target)) return;
  event.preventDefault();
  state.isAtEnd = true;
  view.update();
}

function feedDrawn(view: View, state: FeedState): void {
  const { virtualizer, first } = state;
  virtualizer._willUpdate();
  if (view.conversation === null) return;
  if (state.isUnmeasured) measure(state);
  // Stay at the end after the user scrolled there, even when the last messages change height.
  if (state.isAtEnd && virtualizer.getDistanceFromEnd() > 1) virtualizer.scrollToEnd();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: prefetchedMessages };
  needMessages(view, first + startIndex - prefetchedMessages, first + endIndex + prefetchedMessages);
  if (view.scrollTarget !== null) state.isAtEnd = false;
  follow(view, virtualizer, first);
}

function measure(state: FeedState): void {
  const { virtualizer, scroller } = state;
  state.isUnmeasured = false;
  for (const item of scroller.value?.querySelectorAll<HTMLElement>('.feed-item') ?? [])
    virtualizer.measureElement(item);
  virtualizer.measureElement(null);
}
