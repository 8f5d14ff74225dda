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
