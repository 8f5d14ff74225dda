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
import { type FeedEnd, noticeEnd, pixelsLeft } from './feedEnd';
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

interface FeedState extends FeedEnd {
  readonly scroller: Ref<HTMLElement>;
  readonly virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  /** Tells the virtualizer how far the view is scrolled. */
  told: (offset: number, isScrolling: boolean) => void;
  /** The `id` of the shown conversation. */
  shown: number;
  /** The first message of the scroll window. */
  first: number;
  /** Counts changes of the virtualizer: visible items and their sizes. */
  changes: number;
  /** Rendered again, but not measured yet. Measuring makes the browser compute the layout at once. */
  isUnmeasured: boolean;
}

export function feedOf(view: View): Feed {
  const scroller = createRef<HTMLElement>();
  const blank = {
    ...{ scroller, told: () => {}, shown: -1, first: 0 },
    ...{ isAtEnd: false, top: 0, changes: 0, isUnmeasured: false },
  };
  // The virtualizer reads the state, and is part of it.
  const state: FeedState = Object.assign(blank, { virtualizer: new Virtualizer(optionsOf(view, blank)) });
  state.virtualizer._didMount();
  return {
    template: () => {
      notice(state);
      return html`${guard(shownIn(view, state), () => feedTemplate(view, state))}`;
    },
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
    scrollToFn: (offset, options, virtualizer) => {
      elementScroll(offset, options, virtualizer);
      state.top = state.scroller.value?.scrollTop ?? 0;
      // The event would tell it in the next frame: this one would show nothing where it has scrolled to.
      state.told(state.top, virtualizer.isScrolling);
    },
    observeElementRect,
    observeElementOffset: (virtualizer, told) => {
      state.told = told;
      return observeElementOffset(virtualizer, told);
    },
    overscan: 3,
    indexAttribute: 'data-index',
    rangeExtractor: withFocused,
    onChange: () => {
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
  return html`<div class="feed-scroller" ${ref(state.scroller)} @scroll=${() => notice(state)} @keydown=${(event: KeyboardEvent) => goToEnd(view, state, event)}>
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

function notice(state: FeedState): void {
  if (state.scroller.value !== undefined) noticeEnd(state, state.scroller.value);
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
  const { scrollElement } = virtualizer;
  // Stay at the end after the user scrolled there, even when the last messages change height.
  if (state.isAtEnd && scrollElement !== null && pixelsLeft(scrollElement) > 1) virtualizer.scrollToEnd();
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
  // The browser scrolls up if everything is lower now.
  state.top = scroller.value?.scrollTop ?? 0;
}
