import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { titleOf } from '../data/measures';
import type { SortKey } from '../data/sorting';
import { counted, plural, short } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { showAll, showMissing } from '../list/filtering';
import { sort } from '../list/sortBar';
import { type Summary, totals } from '../state/selectors';
import type { View } from '../state/view';
import { valuedText } from './signal';

/** Totals of the document. A click filters or sorts by one. */
export function counts(view: View, columns: Columns, { spread, signal }: Summary): TemplateResult {
  const { trajectories } = columns;
  // Trajectories without a group count as one each.
  const areAlone = trajectories > 0 && columns.groups === trajectories && !signal.isComparable;
  const { value } = view.settings;
  const missing = trajectories - spread.count;
  const valued = missing > 0 ? ` (${valuedText(spread.count, trajectories)})` : '';
  const by = (key: SortKey) => () => sort(view, key, true);
  const title = visibleName(titleOf(value));
  return html`<span class="counts">
    ${areAlone ? nothing : count(plural(columns.groups, 'group'), 'Show all', () => showAll(view))}
    ${count(plural(columns.trajectories, 'trajectory', 'trajectories'), 'Show all', () => showAll(view))}
    ${count(plural(totals(columns).messages, 'message'), 'Sort by messages', by('messages'))}
    ${spread.count > 0 ? count(`${title} ${short(spread.mean)} ± ${short(spread.deviation)}${valued}`, `Mean and standard deviation of ${missing > 0 ? `the ${valuedText(spread.count, trajectories)} trajectories that have a value` : 'all'}; sort by ${title}`, by(value)) : nothing}
    ${missing > 0 && spread.count > 0 ? count(`${counted(missing)} without ${title}`, `Show the trajectories that have no number as their ${title}`, () => showMissing(view)) : nothing}
    ${columns.problemsElsewhere > 0 ? elsewhere(view, `${plural(columns.problemsElsewhere, 'problem')} elsewhere in the text`) : nothing}
    ${columns.columnsLeftOut > 0 ? html`<span class="quiet">${plural(columns.columnsLeftOut, 'column')} left out</span>` : nothing}
  </span>`;
}

/** The problems of a file that is read from the disk are listed above. */
function elsewhere(view: View, text: string): TemplateResult {
  const title = 'Errors and warnings that are in no trajectory';
  return view.document?.isFile === true
    ? html`<span title=${title}>${text}</span>`
    : count(text, `${title}: show the Problems view`, () => view.host.post({ type: 'showProblems' }));
}

function count(text: string, title: string, press: () => void): TemplateResult {
  return html`<button class="count-button" title=${title} @click=${press}>${text}</button>`;
}
