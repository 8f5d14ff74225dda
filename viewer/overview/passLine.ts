import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { titleOf } from '../data/measures';
import { plural, short } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { setRangeFilter } from '../list/filtering';
import { passes, type Summary, thresholdOf } from '../state/selectors';
import { updateSettings, type View } from '../state/view';
import { valuedText } from './signal';

/** pass@k, and the threshold to pass. */
export function passLine(view: View, columns: Columns, found: Summary): TemplateResult {
  const threshold = thresholdOf(view.settings, found);
  const { value } = view.settings;
  const { trajectories } = columns;
  const { count, highest } = found.spread;
  const isComplete = count === trajectories;
  const change = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const { valueAsNumber } = input;
    updateSettings(view, { threshold: Number.isNaN(valueAsNumber) ? null : valueAsNumber });
    // The default may be what was there before: then nothing is drawn.
    input.value = shown(thresholdOf(view.settings, found));
  };
  return html`<div class="pass-line">
    <label>passes with ${visibleName(titleOf(value))} ≥ <input type="number" step="any" aria-label="Threshold" .value=${shown(threshold)} @change=${change} /></label>
    ${
      threshold === null
        ? html`<span class="quiet">All values are ${short(highest)}: enter from which value on a trajectory passes.</span>`
        : html`${estimates(view, columns, { found, threshold })}
    <span class="quiet" title=${isComplete ? nothing : 'A trajectory without a value counts neither as passed nor as failed'}>unbiased estimate${isComplete ? '' : `, from ${valuedText(count, trajectories)} trajectories`}</span>`
    }
  </div>`;
}

function shown(threshold: number | null): string {
  return threshold === null ? '' : `${threshold}`;
}

function estimates(
  view: View,
  { layout }: Columns,
  { found, threshold }: { readonly found: Summary; readonly threshold: number },
): TemplateResult {
  const measure = view.settings.value;
  const showPassing = () => setRangeFilter(view, { measure, from: threshold, to: Number.MAX_VALUE });
  const byK = passes(layout, found.values, threshold);
  const all = Math.max(...byK.map(({ groups }) => groups));
  return html`<ul aria-label="pass@k, unbiased estimate">
      ${byK.map(
        ({
          k,
          estimate,
          groups,
        }) => html`<li title=${`Unbiased estimate: the mean of 1 − C(n−c, k) / C(n, k) over ${plural(groups, 'group')} with at least ${plural(k, 'value')}`}>
          <button class="count-button" @click=${showPassing}>pass@${k} <strong>${short(estimate)}</strong></button>${groups < all ? html` <span class="quiet">in ${plural(groups, 'group')}</span>` : nothing}
        </li>`,
      )}
    </ul>`;
}
