import type uPlot from 'uplot';

/** A point, or the size of a pixel, in axis values. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The tooltip text at a point, or null. */
export type Tell = (place: Point, pixel: Point) => string | null;

/** Distance of the tip from the pointer, in pixels. */
const distance = 12;

/** Shows a text tooltip at the pointer. */
export function showTips(plot: uPlot, tell: Tell): void {
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  plot.root.append(tip);
  let newest: MouseEvent | null = null;
  const show = () => {
    const event = newest;
    newest = null;
    // No tip while brushing.
    const words = event === null || event.buttons > 0 ? null : wordsAt(plot, tell, event);
    tip.hidden = words === null;
    if (words === null) return;
    tip.textContent = words;
    place(tip, event!);
  };
  plot.over.addEventListener('mousemove', (event) => {
    if (newest === null) requestAnimationFrame(show);
    newest = event;
  });
  plot.over.addEventListener('mouseleave', () => {
    newest = null;
    tip.hidden = true;
  });
}

function wordsAt(plot: uPlot, tell: Tell, { clientX, clientY }: MouseEvent): string | null {
  const { left, top } = plot.over.getBoundingClientRect();
  const at = (x: number, y: number) => ({ x: plot.posToVal(x, 'x'), y: plot.posToVal(y, 'y') });
  const [point, next] = [at(clientX - left, clientY - top), at(clientX - left + 1, clientY - top + 1)];
  return tell(point, { x: Math.abs(next.x - point.x), y: Math.abs(next.y - point.y) });
}

/** Places the tip below and to the right of the pointer, or to the left if there is no room. */
function place(tip: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const right = clientX + distance;
  const isOut = right + tip.offsetWidth > document.documentElement.clientWidth;
  tip.style.left = `${isOut ? Math.max(0, clientX - distance - tip.offsetWidth) : right}px`;
  tip.style.top = `${clientY + distance}px`;
}
