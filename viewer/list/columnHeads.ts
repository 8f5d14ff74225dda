import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { isLabelKey, listedKey, titleOf } from '../data/measures';
import type { SortKey } from '../data/sorting';
import { visibleName } from '../format/visibleText';
import { shownLabels, summaryOf, totals } from '../state/selectors';
import type { View } from '../state/view';
import { legend } from './dots';
import { extraColumn, wanted, wideLook } from './rowContent';
import { sort } from './sortBar';

/** The column headers of the list. A click sorts by the column. */
export function columnHeads(view: View, columns: Columns): TemplateResult {
  const { settings } = view;
  const { value } = settings;
  const isFlat = settings.isFlat || totals(columns).isSingle;
  const extra = extraColumn(settings);
  const first = isFlat ? 'Trajectory' : 'Group';
  return html`<div class="column-heads" role="table" aria-label="Columns">
    <div class="cells" role="row">
      ${head(view, 'document', { text: first, title: 'Sort by the order of the document', look: 'row-name' })}
      <span class="row-labels" role="presentation">${shownLabels(columns, settings).map((name) => head(view, listedKey(columns, `label:${name}`)))}</span>
      ${isFlat ? nothing : html`<span role="presentation">${legend(summaryOf(columns, settings))}</span>`}
      ${extra === null ? nothing : head(view, extra, { look: 'row-sorted' })}
      ${head(view, value, { look: 'row-number' })}
      <span class="row-second" role="presentation">
        ${isFlat ? nothing : head(view, 'spread', { text: '±', title: 'Sort by the spread of groups: their standard deviation' })}
        ${head(view, 'advantage', { text: 'adv.', title: `Sort by advantage: ${settings.isScaled ? '(value − mean of the group) ÷ spread' : 'value − mean of the group'}` })}
      </span>
      ${head(view, 'messages', { text: 'msgs', look: `row-messages ${wanted(settings, 'messages')}` })}
      ${head(view, 'characters', { text: 'chars', look: wideLook(settings, 'characters') })}
      ${head(view, 'startTime', { look: wideLook(settings, 'startTime') })}
    </div>
  </div>`;
}

interface Head {
  /** Shown instead of the column's name. */
  readonly text?: string;
  readonly title?: string;
  readonly look?: string;
}

function head(view: View, by: SortKey, { text, title, look = '' }: Head = {}): TemplateResult {
  const { order } = view.settings;
  const isSorted = order.by === by && (by !== 'document' || order.isDescending);
  const name = by === 'document' ? text! : visibleName(titleOf(by));
  const sorted = order.isDescending ? 'descending' : 'ascending';
  return html`<span class="head ${look} ${isSorted ? 'sorted' : ''}" role="columnheader" aria-sort=${isSorted ? sorted : 'none'}>
    <button
      title=${title ?? `Sort by ${name}`}
      aria-label=${text === undefined || text === name ? nothing : `${text} ${name}`}
      @click=${() => sort(view, by, isDescendingNext(view, by))}
    >${text ?? name}${isSorted ? html`<span aria-hidden="true">${order.isDescending ? '↓' : '↑'}</span>` : nothing}</button>
  </span>`;
}

/** Numbers sort largest first; a second click reverses. */
function isDescendingNext({ settings: { order } }: View, by: SortKey): boolean {
  if (order.by === by) return !order.isDescending;
  return by !== 'document' && !isLabelKey(by);
}
