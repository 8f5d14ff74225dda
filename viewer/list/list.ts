import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { memoizeLast } from '../data/memoizeLast';
import type { Row, Rows } from '../data/rows';
import { visible } from '../format/visibleText';
import { showInText } from '../state/actions';
import { listRows } from '../state/selectors';
import type { View } from '../state/view';
import { styled } from '../styled';
import { columnHeads } from './columnHeads';
import { showAll } from './filtering';
import { filterNames } from './filterNames';
import { groupContent, trajectoryContent } from './rowContent';
import { rowForKey } from './rowKeys';
import { groupName, trajectoryName } from './rowNames';
import { offsetFor, rowsToDraw, visibleRows } from './scrolling';

/** The list of groups and trajectories. Renders only visible rows. */
export interface List {
  template(columns: Columns): TemplateResult;
  drawn(columns: Columns): void;
}

export function listOf(view: View): List {
  let offset = 0;
  let drawnIn: HTMLElement | null = null;
  const scroller = createRef<HTMLElement>();
  // The column headers are above the rows.
  const seen = () => ({ offset, height: (scroller.value?.clientHeight ?? 600) - view.rowHeight });
  /** Everything that the list renders. Scrolling the conversation, for example, changes none of it. */
  const shownIn = (columns: Columns) => {
    const { settings, unfolded, trajectory, listRow, rowHeight } = view;
    return [columns, settings, unfolded, trajectory, listRow, rowHeight, offset, seen().height];
  };
  const template = (columns: Columns) => {
    const { found, rows } = listRows(columns, view.settings, view.unfolded);
    const values = lookOf(Math.max(-found.spread.lowest, found.spread.highest));
    const look = `${values} ${longest(columns.characters) >= 1e6 ? 'long-counts' : ''}`;
    const part = visibleRows(rows.count, view.rowHeight, seen());
    const shown = rowsToDraw(part, Math.min(view.listRow, rows.count - 1));
    const scroll = (event: Event) => {
      offset = (event.target as HTMLElement).scrollTop;
      view.update();
    };
    return html`<div class="list-scroller ${look}" ${ref(scroller)} @scroll=${scroll}>
        ${guard([columns, view.settings], () => columnHeads(view, columns))}
        <div role="list" aria-label="Groups" @keydown=${(event: KeyboardEvent) => move(view, event)} ${styled({ height: `${part.height}px` })}>
          ${repeat(
            shown,
            (row) => row,
            (row) => rowOf(view, columns, rows, row, part.top + (row - part.first) * view.rowHeight),
          )}
        </div>
        ${rows.count === 0 ? html`<div class="empty">${whyEmpty(view, columns)}</div>` : nothing}
      </div>`;
  };
  return {
    template: (columns) => html`${guard(shownIn(columns), () => template(columns))}`,
    drawn(columns) {
      const element = scroller.value;
      if (element === undefined) return;
      // After a comparison, the list is a new element: it goes on where it was.
      if (element !== drawnIn) {
        drawnIn = element;
        element.scrollTop = offset;
        offset = element.scrollTop;
        view.update();
      }
      if (!view.listScrollWanted) return;
      view.listScrollWanted = false;
      const { rows } = listRows(columns, view.settings, view.unfolded);
      const target = offsetFor(view.listRow, rows.count, view.rowHeight, seen());
      if (target !== offset) element.scrollTop = target;
    },
  };
}

const longest = memoizeLast((lengths: Int32Array) => lengths.reduce((most, one) => Math.max(most, one), 0));

/** Gives long numbers room. `largest`: of the values, without their signs. */
function lookOf(largest: number): string {
  if (largest >= 1e4) return 'longest-values';
  // Four digits before a point, or an exponent, which may have two digits.
  return largest >= 1e3 || (largest > 0 && largest < 1e-3) ? 'long-values' : '';
}

function whyEmpty(view: View, columns: Columns): TemplateResult {
  if (columns.groups === 0)
    return html`<p>This document has no trajectories.</p>
      ${columns.wrongFile === null ? nothing : html`<p>${visible(columns.wrongFile)}</p>`}`;
  return html`<p>No trajectory matches the filters.</p>
    <ul aria-label="Filters that are on">${filterNames(view, columns).map((name) => html`<li>${name}</li>`)}</ul>
    <button class="plain" @click=${() => showAll(view)}>Show All Trajectories</button>`;
}

function rowOf(view: View, columns: Columns, rows: Rows, index: number, top: number): TemplateResult {
  const row = rows.at(index);
  const isGroup = row.kind === 'group';
  const isSelected = !isGroup && row.trajectory === view.trajectory;
  const name = isGroup
    ? groupName(view, columns, row.group)
    : trajectoryName(view, columns, row.trajectory, rows.groups === null);
  const content = isGroup
    ? groupContent(view, columns, row.group, view.unfolded.has(row.group))
    : trajectoryContent(view, columns, row.trajectory, rows.groups === null);
  return html`<div
    role="listitem"
    class="row ${row.kind} ${isSelected ? 'selected' : ''}"
    aria-setsize=${rows.count}
    aria-posinset=${index + 1}
    ${styled({ transform: `translateY(${top}px)` })}
  >
    <button
      class="row-button"
      data-row=${index}
      tabindex=${index === Math.min(view.listRow, rows.count - 1) ? 0 : -1}
      aria-expanded=${isGroup ? `${view.unfolded.has(row.group)}` : nothing}
      aria-current=${isSelected ? 'true' : nothing}
      @click=${() => press(view, row, index)}
      @dblclick=${() => !isGroup && showInText(view, null, true)}
      @focus=${() => {
        view.listRow = index;
      }}
    ><span class="visually-hidden">${name}</span><span class="cells" aria-hidden="true">${content}</span></button>
  </div>`;
}

function press(view: View, row: Row, index: number): void {
  view.listRow = index;
  if (row.kind === 'group') return toggle(view, row.group, !view.unfolded.has(row.group));
  openTrajectory(view, row.trajectory);
}

/** Shows a trajectory and its source. In a narrow view the conversation replaces the list. */
export function openTrajectory(view: View, trajectory: number): void {
  view.goTo(trajectory);
  showInText(view, null, false);
}

function toggle(view: View, group: number, isUnfolded: boolean): void {
  const unfolded = new Set(view.unfolded);
  if (isUnfolded) unfolded.add(group);
  else unfolded.delete(group);
  view.unfolded = unfolded;
  view.update();
}

/** Arrow keys and the like, as in other lists of VS Code. */
function move(view: View, event: KeyboardEvent): void {
  if (view.columns === null) return;
  // Compute fresh rows: keys may arrive faster than frames.
  const { rows } = listRows(view.columns, view.settings, view.unfolded);
  const target = rowForKey(event, view.listRow, rows) ?? sideways(view, rows, event);
  if (target === null) return;
  event.preventDefault();
  view.listRow = target;
  view.listScrollWanted = true;
  view.rowFocusWanted = true;
  view.update();
}

/** Left folds a group, or goes to the group of a trajectory; right unfolds, or goes to the first trajectory. */
function sideways(view: View, rows: Rows, { key, altKey, ctrlKey, metaKey }: KeyboardEvent): number | null {
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || rows.count === 0) return null;
  if (altKey || ctrlKey || metaKey) return null;
  const index = Math.min(view.listRow, rows.count - 1);
  const row = rows.at(index);
  if (row.kind === 'trajectory') return key === 'ArrowLeft' ? rows.groupRow(row.group) : index;
  const isUnfolded = view.unfolded.has(row.group);
  // The last group may be empty.
  if (key === 'ArrowRight' && isUnfolded) return Math.min(index + 1, rows.count - 1);
  if (isUnfolded === (key === 'ArrowLeft')) toggle(view, row.group, key === 'ArrowRight');
  return index;
}
