/**
 * Whether the reader has scrolled to the end of the conversation, and stays there while messages change their heights.
 * Compares real positions only: what the virtualizer knows lags behind what the browser has clamped.
 */
export interface FeedEnd {
  isAtEnd: boolean;
  /** Pixels scrolled, as last noticed, or as the view has scrolled since. */
  top: number;
}

/** Call before the heights of messages change: on scroll events, and before each render. */
export function noticeEnd(end: FeedEnd, scroller: HTMLElement): void {
  const { scrollTop } = scroller;
  const scrolled = scrollTop - end.top;
  if (Math.abs(scrolled) <= 1) return;
  end.top = scrollTop;
  if (pixelsLeft(scroller) <= 2) end.isAtEnd = true;
  else if (scrolled < 0) end.isAtEnd = false;
}

/** Pixels below what is visible. */
export function pixelsLeft({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}
