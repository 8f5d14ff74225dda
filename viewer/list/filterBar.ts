import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { integersToText } from '../data/columns/base64';
import type { Columns } from '../data/columns/columns';
import { calledTools } from '../data/columns/tools';
import { isFiltering, type Trait } from '../data/filtering/filters';
import { groupNamedIn } from '../data/filtering/numberSearch';
import { collator } from '../data/sorting';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon } from '../icons';
import { listRows, summaryOf, totals } from '../state/selectors';
import type { View } from '../state/view';
import { conditionForm, conditionText } from './conditionForm';
import { clearFilters, setFilters, toggleTrait } from './filtering';
import { rangeText, traitLabels } from './filterNames';

/** Maximum tools offered; a document may name any number. */
const maxTools = 500;

/** The filters, the number of passing items, and the save button. */
export function filterBar(view: View, columns: Columns): TemplateResult {
  const { filters } = view.settings;
  return html`<div class="filter-bar" role="group" aria-label="Filters">
    ${traitButtons(view, columns)}
    ${textField(view, columns)}
    ${toolChoice(view, columns)}
    ${conditionForm(view, columns)}
    ${chips(view, columns)}
    ${isFiltering(filters) ? html`<button class="link" @click=${() => clearFilters(view)}>Clear Filters</button>` : nothing}
    <span class="left" role="status">${leftText(view, columns)}</span>
    <button class="plain save" title="Save the groups that are left as JSON Lines" @click=${() => save(view, columns)}>${icon('save')} <span class="wide-only">Save Selection as JSON Lines</span></button>
  </div>`;
}

const traitTitles: Readonly<Record<Trait, string>> = {
  withSpread: 'Groups whose values differ',
  withoutSpread: 'Groups whose values are all equal: nothing to learn from them',
  unknownSpread: 'Groups whose values are equal as far as they are known: some are missing',
  unanswered: 'Trajectories with tool calls that have no result',
  cutOff: 'Trajectories with a choice whose finish_reason is length',
  problems: 'Trajectories with errors or warnings',
};

/** Those that would say nothing about this document are left out, unless they are chosen. */
function traitButtons(view: View, columns: Columns): TemplateResult[] {
  const { signal, spread } = summaryOf(columns, view.settings);
  const { unanswered, cutOff, problems } = totals(columns);
  const isUnknown = signal.unknown > 0 && spread.count > 0;
  const buttons: readonly [Trait, number, boolean][] = [
    ['withSpread', signal.withSpread, signal.isComparable],
    ['withoutSpread', signal.withoutSpread, signal.isComparable],
    ['unknownSpread', signal.unknown, signal.isComparable && isUnknown],
    ['unanswered', unanswered, true],
    ['cutOff', cutOff, true],
    ['problems', problems, true],
  ];
  return buttons
    .filter(([trait, , says]) => says || view.settings.filters.traits.includes(trait))
    .map(([trait, count]) => traitButton(view, trait, count));
}

function traitButton(view: View, trait: Trait, count: number): TemplateResult {
  return html`<button
      class="chip ${count === 0 ? 'none' : ''}"
      title=${traitTitles[trait]}
      aria-pressed=${view.settings.filters.traits.includes(trait)}
      @click=${() => toggleTrait(view, trait)}
    >${traitLabels[trait]} <span class="count">${counted(count)}</span></button>`;
}

function textField(view: View, columns: Columns): TemplateResult {
  const type = (event: Event) => setFilters(view, { text: (event.target as HTMLInputElement).value });
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') focusList(view);
    else if (event.key === 'Enter') openFirst(view, columns);
    else return;
    event.preventDefault();
  };
  return html`<input
    type="search"
    aria-label="Filter by label or number"
    placeholder="Label or number"
    title="Text of a label, or a number: 37, group 37, trajectory 2. Enter opens that group, or the first match."
    .value=${view.settings.filters.text}
    @input=${type}
    @keydown=${leave}
  />`;
}

/** Moves focus from the text field to the first row. */
function focusList(view: View): void {
  view.listRow = 0;
  view.listScrollWanted = true;
  view.rowFocusWanted = true;
  view.update();
}

function openFirst(view: View, columns: Columns): void {
  const { rows } = listRows(columns, view.settings, view.unfolded);
  const group = groupNamedIn(view.settings.filters.text);
  // Labels of earlier groups may contain the number, too.
  const named = group === null ? undefined : rows.members(group - 1)[0];
  const first = named ?? rows.step(-1, 1);
  if (first === null) return;
  view.goTo(first);
  // Focus the conversation so that its keys work.
  view.focusWanted = true;
}

function toolChoice(view: View, { tools }: Columns): TemplateResult | typeof nothing {
  const { tool } = view.settings.filters;
  const offered = new Set([...calledTools(tools).slice(0, maxTools), ...(tool === null ? [] : [tool])]);
  const names = [...offered].sort(collator.compare);
  if (names.length === 0) return nothing;
  const change = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    setFilters(view, { tool: value === '' ? null : names[Number(value)]! });
  };
  return html`<select aria-label="Filter by tool" @change=${change}>
    <option value="" .selected=${live(tool === null)}>any tool</option>
    ${names.map((name, i) => html`<option value=${i} .selected=${live(name === tool)}>${visibleName(name)}</option>`)}
  </select>`;
}

/** Range and condition filters. A click removes one. */
function chips(view: View, columns: Columns): TemplateResult[] {
  const { ranges, conditions } = view.settings.filters;
  return [
    ...ranges.map((range) =>
      chip(rangeText(columns, range), () =>
        setFilters(view, { ranges: ranges.filter((one) => one !== range) }),
      ),
    ),
    ...conditions.map((condition) =>
      chip(conditionText(condition), () =>
        setFilters(view, { conditions: conditions.filter((one) => one !== condition) }),
      ),
    ),
  ];
}

function chip(text: string, remove: () => void): TemplateResult {
  return html`<button
    class="chip chosen"
    title="Remove this filter"
    aria-label="${text}, remove this filter"
    @click=${remove}
  >${text} ${icon('close')}</button>`;
}

function leftText(view: View, columns: Columns): string {
  if (!isFiltering(view.settings.filters)) return '';
  const { selection } = listRows(columns, view.settings, view.unfolded);
  return `${counted(selection.groups)} of ${plural(columns.groups, 'group')}, ${counted(selection.trajectories)} of ${plural(columns.trajectories, 'trajectory', 'trajectories')}`;
}

/** Saves whole groups, in document order: each with at least one passing trajectory. */
function save(view: View, columns: Columns): void {
  const { selection } = listRows(columns, view.settings, view.unfolded);
  const groups = Int32Array.from(selection.left.keys()).filter((group) => selection.left[group]! > 0);
  let others = 0;
  for (const group of groups)
    others += columns.starts[group + 1]! - columns.starts[group]! - selection.left[group]!;
  const { version } = columns;
  view.host.post({ type: 'saveSelection', version, groups: integersToText(groups), others });
}
