import { live } from 'lit/directives/live.js';
import { html, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { columnKeys, listedKey, titleOf } from '../data/measures';
import type { SortKey } from '../data/sorting';
import { visibleName } from '../format/visibleText';
import { shownLabels, totals } from '../state/selectors';
import { updateSettings, type View } from '../state/view';
import { popup } from './popup';

/** Controls for sort order, grouping and labels of the list. */
export function sortBar(view: View, columns: Columns): TemplateResult {
  const { order, isFlat, isScaled } = view.settings;
  const change = (event: Event) => {
    const by = (event.target as HTMLSelectElement).value as SortKey;
    sort(view, by, order.isDescending);
  };
  const single = totals(columns).isSingle;
  const by = order.by === 'document' ? order.by : listedKey(columns, order.by);
  return html`<div class="sort-bar" role="group" aria-label="Order">
    <select aria-label="Sort by" @change=${change}>
      ${[...new Set<SortKey>(['document', ...columnKeys(columns), by])].map((key) => html`<option value=${key} .selected=${live(key === by)}>${nameOf(key)}</option>`)}
    </select>
    <button class="plain" title=${order.isDescending ? 'Largest first' : 'Smallest first'} aria-label="Descending" aria-pressed=${order.isDescending} @click=${() => sort(view, order.by, !order.isDescending)}>
      ${order.isDescending ? '↓' : '↑'}
    </button>
    ${single ? '' : html`<label><input type="checkbox" .checked=${!isFlat} @change=${() => changeRows(view, { isFlat: !isFlat })} /> by group</label>`}
    <label title="Divide advantages by the standard deviation of their group"><input type="checkbox" .checked=${isScaled} @change=${() => updateSettings(view, { isScaled: !isScaled })} /> ÷ spread</label>
    ${labelChoice(view, columns)}
  </div>`;
}

function nameOf(key: SortKey): string {
  if (key === 'document') return 'document order';
  return visibleName(titleOf(key));
}

export function sort(view: View, by: SortKey, isDescending: boolean): void {
  changeRows(view, { order: { by, isDescending } });
}

function changeRows(view: View, settings: Parameters<typeof updateSettings>[1]): void {
  view.listRow = 0;
  view.listScrollWanted = true;
  updateSettings(view, settings);
}

/** Choice of the labels in the rows. */
function labelChoice(view: View, columns: Columns): TemplateResult {
  const names = [...columns.labels.keys()];
  if (names.length === 0) return html``;
  const shown = shownLabels(columns, view.settings);
  const toggle = (name: string) => {
    const labels = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
    updateSettings(view, { labels });
  };
  const choice = (name: string) =>
    html`<label><input type="checkbox" .checked=${shown.includes(name)} @change=${() => toggle(name)} /> ${visibleName(name)}</label>`;
  return popup('Labels', html`${names.slice(0, 100).map(choice)}`);
}
