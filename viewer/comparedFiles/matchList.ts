import { createRef, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AcrossSettings } from '../data/settings';
import { visibleName } from '../format/visibleText';
import { rowForKey } from '../list/rowKeys';
import { offsetFor, rowsToDraw, visibleRows } from '../list/scrolling';
import type { MatchedFiles } from '../state/matching';
import { updateSettings, type View } from '../state/view';
import { styled } from '../styled';
import { type ListedRows, rowsOf } from './listedRows';

/** The list of matches, or of groups without a counterpart. Renders only visible rows. */
export interface MatchList {
  template(matched: MatchedFiles): TemplateResult;
  drawn(): void;
}

export function matchListOf(view: View): MatchList {
  let offset = 0;
  let rows: ListedRows | null = null;
  /** What the rows were drawn for. */
  let drawn = { offset: 0, height: 0 };
  let across: AcrossSettings | null = null;
  const scroller = createRef<HTMLElement>();
  // The column headers are above the rows.
  const seen = () => ({ offset, height: (scroller.value?.clientHeight ?? 600) - view.rowHeight });
  window.addEventListener('resize', () => view.update());
  const scroll = (event: Event) => {
    offset = (event.target as HTMLElement).scrollTop;
    view.update();
  };
  return {
    template(matched) {
      const before = rows;
      rows = rowsOf(view, matched);
      if (before !== null && across === view.settings.across) followRow(view, before, rows);
      across = view.settings.across;
      view.matchRow = Math.max(0, Math.min(view.matchRow, rows.count - 1));
      drawn = seen();
      const part = visibleRows(rows.count, view.rowHeight, drawn);
      const top = (row: number) => part.top + (row - part.first) * view.rowHeight;
      const shown = rowsToDraw(part, rows.count === 0 ? -1 : view.matchRow);
      const list = rows;
      return html`<div class="match-scroller" ${ref(scroller)} @scroll=${scroll}>
        ${heads(view, list)}
        <div
          role="list"
          aria-label=${list.name}
          @keydown=${(event: KeyboardEvent) => move(view, event, list.count)}
          ${styled({ height: `${part.height}px` })}
        >${repeat(
          shown,
          (row) => row,
          (row) => rowOf(view, list, { row, top: top(row) }),
        )}</div>
        ${list.count === 0 ? html`<p class="empty">${list.whyEmpty}</p>` : nothing}
      </div>`;
    },
    drawn() {
      const element = scroller.value;
      if (element?.isConnected !== true || rows === null) return;
      // The list may be a new element: after a comparison, or once a file can be read again.
      offset = element.scrollTop;
      if (view.matchFocusWanted) {
        element.scrollTop = offsetFor(view.matchRow, rows.count, view.rowHeight, seen());
        offset = element.scrollTop;
      }
      if (offset !== drawn.offset || seen().height !== drawn.height) view.update();
      if (!view.matchFocusWanted) return;
      view.matchFocusWanted = false;
      // Don't steal focus from the text editor.
      if (!document.hasFocus()) return;
      const button = element.querySelector<HTMLElement>(`[data-match="${view.matchRow}"]`);
      (button ?? element.closest<HTMLElement>('section'))?.focus({ preventScroll: true });
    },
  };
}

/**
 * Keeps the active row, and its focus, on what it showed: a change of either file may have moved it. The first row stays
 * the first one.
 */
function followRow(view: View, before: ListedRows, rows: ListedRows): void {
  // A row that was just chosen is one of the new list.
  if (view.matchRow === 0 || view.matchFocusWanted) return;
  const key = before.keyAt(view.matchRow);
  if (key === undefined || rows.keyAt(view.matchRow) === key) return;
  for (let row = 0; row < rows.count; row++) {
    if (rows.keyAt(row) !== key) continue;
    view.matchRow = row;
    view.matchFocusWanted = document.activeElement?.closest('[data-match]') != null;
    return;
  }
}

function heads(view: View, { heads }: ListedRows): TemplateResult {
  const { across } = view.settings;
  const turn = () => updateSettings(view, { across: { ...across, isBestFirst: !across.isBestFirst } });
  const order = across.isBestFirst ? 'descending' : 'ascending';
  const content = (head: string, isSorted: boolean) =>
    isSorted
      ? html`<button title=${across.isBestFirst ? 'Best first' : 'Worst first'} @click=${turn}>${head}<span aria-hidden="true">${across.isBestFirst ? '↓' : '↑'}</span></button>`
      : visibleName(head);
  return html`<div class="column-heads" role="table" aria-label="Columns">
    <div class="cells" role="row">${heads.map(
      (head, i) =>
        html`<span class="head ${i === 0 ? 'match-name' : 'match-number'}" role="columnheader" aria-sort=${head === 'change' ? order : nothing}>${content(head, head === 'change')}</span>`,
    )}</div>
  </div>`;
}

function rowOf(
  view: View,
  list: ListedRows,
  { row, top }: { readonly row: number; readonly top: number },
): TemplateResult {
  const { name, cells, press, open } = list.at(row);
  return html`<div
    role="listitem"
    class="row match"
    aria-setsize=${list.count}
    aria-posinset=${row + 1}
    ${styled({ transform: `translateY(${top}px)` })}
  >
    <button
      class="row-button"
      data-match=${row}
      tabindex=${row === view.matchRow ? 0 : -1}
      @click=${press}
      @dblclick=${open}
      @focus=${() => {
        view.matchRow = row;
      }}
    ><span class="visually-hidden">${name}</span><span class="cells" aria-hidden="true">${cells.map(
      (cell, i) =>
        i === 0
          ? html`<span class="match-name cut-at-start"><span>${cell}</span></span>`
          : html`<span class="match-number">${cell}</span>`,
    )}</span></button>
  </div>`;
}

/** Arrow keys and the like, as in the list of groups. */
function move(view: View, event: KeyboardEvent, count: number): void {
  const target = rowForKey(event, view.matchRow, { count });
  if (target === null) return;
  event.preventDefault();
  view.matchRow = target;
  view.matchFocusWanted = true;
  view.update();
}
