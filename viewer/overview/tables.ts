import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { titleOf } from '../data/measures';
import { withoutRounding } from '../data/rounding';
import { counted, plural, short } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { setRangeFilter, showMissing } from '../list/filtering';
import { barsOf, groupsBySpread, type Summary } from '../state/selectors';
import type { View } from '../state/view';
import { barRange } from './hover';
import { valuedText } from './signal';

/**
 * Tables with the data of the charts. With the mouse, every number of a row leads to its trajectories; with the keyboard,
 * one of them does.
 */

/** Maximum rows of a table; a note gives the total. */
const maxRows = 200;

export function histogramTable(view: View, { trajectories }: Columns, found: Summary): TemplateResult {
  const missing = trajectories - found.spread.count;
  const title = visibleName(titleOf(view.settings.value));
  return scrolling(html`<table aria-label="Distribution of ${title}">
    <thead><tr><th scope="col">${title}</th><th scope="col">trajectories</th></tr></thead>
    <tbody>${barsOf(found).map(
      (
        bar,
      ) => html`<tr @click=${bar.count === 0 ? nothing : leads(() => setRangeFilter(view, { measure: view.settings.value, from: bar.lowest, to: bar.highest }))}>
      <th scope="row">${barRange(bar, found)}</th><td>${bar.count === 0 ? '0' : leading(counted(bar.count))}</td>
    </tr>`,
    )}
    ${missing > 0 ? html`<tr @click=${leads(() => showMissing(view))}><th scope="row">none</th><td>${leading(counted(missing))}</td></tr>` : nothing}</tbody>
  </table>`);
}

/** The group table. Always present for screen readers; its links work only when it is visible. */
export function groupTable(view: View, columns: Columns, found: Summary, isSeen: boolean): TemplateResult {
  const { groups } = found;
  const bySpread = groupsBySpread(groups);
  const shown = [...bySpread.subarray(0, maxRows)];
  const name = (group: number) => {
    const text = `Group ${counted(group + 1)}`;
    return isSeen ? leading(text) : text;
  };
  const valuesOf = (group: number) => {
    const size = columns.starts[group + 1]! - columns.starts[group]!;
    const count = groups.count[group]!;
    return count < size ? valuedText(count, size) : counted(count);
  };
  const row = (group: number) => html`<tr @click=${leads(() => view.goTo(columns.starts[group]!))}>
    <th scope="row">${name(group)}</th>
    <td>${valuesOf(group)}</td>
    <td>${short(groups.mean[group]!)}</td>
    <td>${spreadCell(groups.deviation[group]!)}</td>
    <td>${found.says(groups.lowest[group]!)}</td>
    <td>${found.says(groups.highest[group]!)}</td>
  </tr>`;
  const title = view.settings.value === 'reward' ? 'Rewards' : visibleName(titleOf(view.settings.value));
  const table = html`<table aria-label="${title} by group" aria-rowcount=${bySpread.length + 1}>
    <thead><tr><th scope="col">group</th><th scope="col">values</th><th scope="col">mean</th><th scope="col">spread</th><th scope="col">lowest</th><th scope="col">highest</th></tr></thead>
    <tbody>${shown.map(row)}</tbody>
  </table>
  ${bySpread.length > maxRows ? html`<p class="note">The first ${maxRows} of ${counted(bySpread.length)} groups, widest spread first.</p>` : nothing}
  ${withoutValues(columns, found)}`;
  return isSeen ? scrolling(table) : html`<div class="visually-hidden">${table}</div>`;
}

/** Groups without a value are not in the table. */
function withoutValues({ starts }: Columns, { groups: { count } }: Summary): TemplateResult | typeof nothing {
  const left = count.reduce((sum, one, i) => sum + Number(one === 0 && starts[i]! < starts[i + 1]!), 0);
  return left === 0 ? nothing : html`<p class="note">${plural(left, 'group')} without a value.</p>`;
}

function spreadCell(deviation: number): string {
  if (Number.isNaN(deviation)) return 'not known';
  return deviation > 0 ? short(deviation) : 'none';
}

/** Lengths in ten intervals up to the longest. */
export function lengthTable(view: View, columns: Columns, { values, spread }: Summary): TemplateResult {
  const { length, value } = view.settings;
  const lengths = columns[length];
  const longest = lengths.reduce((most, one) => Math.max(most, one), 0);
  const width = Math.max(1, Math.ceil((longest + 1) / 10));
  const rows = Array.from({ length: Math.ceil((longest + 1) / width) }, () => ({
    count: 0,
    sum: 0,
    valued: 0,
  }));
  for (let i = 0; i < lengths.length; i++) {
    const row = rows[Math.floor(lengths[i]! / width)]!;
    row.count++;
    if (Number.isNaN(values[i]!)) continue;
    row.valued++;
    row.sum += values[i]!;
  }
  const title = visibleName(titleOf(value));
  return scrolling(html`<table aria-label="${title} by ${length}">
    <thead><tr><th scope="col">${length}</th><th scope="col">trajectories</th><th scope="col">mean ${title}</th></tr></thead>
    <tbody>${rows.map(({ count, sum, valued }, i) => {
      const range = { measure: length, from: i * width, to: (i + 1) * width - 1 } as const;
      const name = width === 1 ? counted(range.from) : `${counted(range.from)} to ${counted(range.to)}`;
      return html`<tr @click=${count === 0 ? nothing : leads(() => setRangeFilter(view, range))}><th scope="row">${name}</th>
        <td>${count === 0 ? '0' : leading(counted(count))}</td>
        <td>${short(withoutRounding(sum / valued, spread.lowest, spread.highest))}${valued > 0 && valued < count ? ` (${valuedText(valued, count)})` : ''}</td></tr>`;
    })}</tbody>
  </table>`);
}

function scrolling(table: TemplateResult): TemplateResult {
  return html`<div class="table-scroller" tabindex="0" role="group" aria-label="Table">${table}</div>`;
}

/** A click on the button of a row, or anywhere in it unless text is being selected. */
function leads(press: () => void): (event: MouseEvent) => void {
  return ({ target }) => {
    const isButton = target instanceof Element && target.closest('button') !== null;
    if (isButton || getSelection()?.isCollapsed !== false) press();
  };
}

/** What leads to the trajectories of its row, whose click it becomes. */
function leading(text: string): TemplateResult {
  return html`<button class="link">${text}</button>`;
}
