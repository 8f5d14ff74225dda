import { createRef, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fileName } from '../comparison/fileNames';
import { plainLine } from '../conversation/text';
import type { Columns } from '../data/columns/columns';
import type { FileHit } from '../data/finding/hits';
import { counted } from '../format/numbers';
import { numberOf } from '../format/trajectoryNumber';
import { visibleName } from '../format/visibleText';
import { rowForKey } from '../list/rowKeys';
import { maxHeight, offsetFor, rowsToDraw, visibleRows } from '../list/scrolling';
import { openHit, shownHits } from '../state/foundHits';
import type { View } from '../state/view';
import { styled } from '../styled';

/** The list of hits. Renders only visible rows. */
export interface HitList {
  template(columns: Columns): TemplateResult | typeof nothing;
  drawn(): void;
}

export function hitListOf(view: View): HitList {
  /** The row that can be reached with Tab. */
  let row = 0;
  let shown: FileHit | null = null;
  let isFocusWanted = false;
  const scroller = createRef<HTMLElement>();
  // Asked anew each time: a list that comes back is not where it was. One that has become shorter ends earlier.
  const seen = () => {
    const height = scroller.value?.clientHeight ?? 6 * view.rowHeight;
    const end = Math.min(shownHits(view).length * view.rowHeight, maxHeight) - height;
    return { offset: Math.max(0, Math.min(scroller.value?.scrollTop ?? 0, end)), height };
  };
  const scrollTo = (index: number) => {
    const target = offsetFor(index, shownHits(view).length, view.rowHeight, seen());
    if (scroller.value !== undefined && scroller.value.scrollTop !== target)
      scroller.value.scrollTop = target;
  };
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(seen().height / view.rowHeight) - 1);
    const target = rowForKey(event, row, { count: shownHits(view).length, page });
    if (target === null) return;
    event.preventDefault();
    row = target;
    isFocusWanted = true;
    view.update();
  };
  return {
    template(columns) {
      const hits = shownHits(view);
      if (!view.settings.find.showsHits || hits.length === 0) return nothing;
      row = Math.min(row, hits.length - 1);
      const part = visibleRows(hits.length, view.rowHeight, seen());
      const rowAt = (index: number) =>
        hitRow(view, columns, hits[index]!, {
          ...{ index, count: hits.length, isReached: index === row },
          top: part.top + (index - part.first) * view.rowHeight,
          focus: () => (row = index),
        });
      return html`<div class="hit-scroller" ${ref(scroller)} @scroll=${view.update}>
        <div role="list" aria-label="Hits" @keydown=${move} ${styled({ height: `${part.height}px` })}>
          ${repeat(rowsToDraw(part, row), (index) => index, rowAt)}
        </div>
      </div>`;
    },
    drawn() {
      const current = view.search?.current ?? null;
      if (current !== shown && current !== null) {
        row = Math.max(0, shownHits(view).indexOf(current));
        scrollTo(row);
      }
      shown = current;
      if (!isFocusWanted) return;
      const button = scroller.value?.querySelector<HTMLElement>(`[data-hit="${row}"]`);
      if (button == null) return scrollTo(row);
      isFocusWanted = false;
      button.focus({ preventScroll: true });
      scrollTo(row);
    },
  };
}

interface HitRow {
  readonly index: number;
  readonly count: number;
  readonly isReached: boolean;
  readonly top: number;
  readonly focus: () => void;
}

function hitRow(
  view: View,
  columns: Columns,
  hit: FileHit,
  { index, count, isReached, top, focus }: HitRow,
): TemplateResult {
  const isCurrent = view.search?.current === hit;
  const { isOther = false } = hit;
  const layout = isOther ? view.other!.columns! : columns;
  const isAfter = isOther !== view.settings.across.isSwapped;
  // The names of the files are too long for a row; the head of the comparison tells which is which.
  const file = view.other === null ? '' : isAfter ? 'after: ' : 'before: ';
  const item = `${file}${numberOf(layout, hit.trajectory, true)}`;
  const message = `, message ${counted(hit.message + 1)}`;
  const role = hit.role === null ? 'no role' : visibleName(hit.role);
  return html`<div
    role="listitem"
    class="row hit ${isCurrent ? 'selected' : ''}"
    aria-setsize=${count}
    aria-posinset=${index + 1}
    ${styled({ transform: `translateY(${top}px)` })}
  >
    <button
      class="row-button"
      data-hit=${index}
      tabindex=${isReached ? 0 : -1}
      aria-current=${isCurrent ? 'true' : nothing}
      @click=${() => openHit(view, hit, false)}
      @dblclick=${() => openHit(view, hit, true)}
      @focus=${focus}
    ><span class="hit-place quiet" title=${view.other === null ? nothing : visibleName(fileName(view, isOther))}><span class="hit-item">${item}</span><span>${message}</span><span class="hit-role">, ${role}</span></span> <span class="hit-text"><span class="hit-before cut-at-start"><span>${plainLine(hit.before)}</span></span><mark>${plainLine(hit.found)}</mark>${plainLine(hit.after)}</span></button>
  </div>`;
}
