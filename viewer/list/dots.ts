import { html, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { fillOf, type Spread } from '../data/statistics';
import { counted } from '../format/numbers';
import type { Summary } from '../state/selectors';

/** Maximum dots in a group's row. */
export const maxDots = 8;

export function dot(value: number, spread: Spread): TemplateResult {
  return html`<span class="dot ${Number.isNaN(value) ? 'none' : `fill-${fillOf(value, spread)}`}"></span>`;
}

/** One dot per trajectory of a group. */
export function dots(columns: Columns, { values, spread, says }: Summary, group: number): TemplateResult {
  const all = values.subarray(columns.starts[group], columns.starts[group + 1]);
  const shown = [...all.subarray(0, maxDots)];
  const more = all.length - shown.length;
  const texts = shown.map(says).join(', ');
  const title = `${texts}${more > 0 ? ` and ${counted(more)} more` : ''}. ${legendText(spread, says)}`;
  return html`<span class="dots" title=${title}>${shown.map((value) => dot(value, spread))}${more > 0 ? '…' : ''}</span>`;
}

/** Explains empty and full dots. */
export function legend({ spread, says }: Pick<Summary, 'spread' | 'says'>): TemplateResult | string {
  const { lowest, highest, count } = spread;
  if (count === 0 || lowest === highest) return '';
  return html`<span class="legend" title=${legendText(spread, says)}>${dot(lowest, spread)}${says(lowest)} ${dot(highest, spread)}${says(highest)}</span>`;
}

function legendText({ lowest, highest, count }: Spread, says: Summary['says']): string {
  if (count === 0) return 'No trajectory has a value.';
  if (!(lowest < highest)) return 'All values of the document are equal.';
  return `The fuller a dot, the larger its value: empty ${says(lowest)}, full ${says(highest)}.`;
}
