/**
 * Scrolls a scroller until an element in it is at its top, or only until it is visible. `scrollIntoView` would also
 * scroll the editor's own elements around the page.
 */
export function scrollWithin(scroller: Element, element: Element, toTop: boolean): void {
  const [own, around] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
  const above = own.top - around.top - margin;
  const below = own.bottom - around.bottom;
  if (toTop || above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += Math.min(above, below);
}

/**
 * Scrolls the view until a place is visible, if it is too low to show all of its parts at once. `scroller`: what
 * contains the place, and shows it already.
 */
export function showInView(place: Range | Element, scroller: Element): void {
  const view = document.querySelector('main')!;
  const around = view.getBoundingClientRect();
  const [own, shown] = [place.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const above = Math.max(own.top, shown.top) - around.top;
  const below = Math.min(own.bottom, shown.bottom) - around.bottom;
  if (above < 0) view.scrollTop += above;
  else if (below > 0) view.scrollTop += Math.min(above, below);
}
