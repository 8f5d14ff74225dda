import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import {
  type Comparison,
  type Condition,
  comparisonsOf,
  conditionError,
  type Draft,
} from '../data/filtering/conditions';
import { type ColumnKey, columnKeys, isBoolean, listedKey, titleOf } from '../data/measures';
import { visibleName } from '../format/visibleText';
import type { View } from '../state/view';
import { setFilters } from './filtering';
import { closePopup, popup } from './popup';

const names: Readonly<Record<Comparison, string>> = {
  '=': 'is',
  '≠': 'is not',
  '<': 'is less than',
  '≤': 'is at most',
  '>': 'is more than',
  '≥': 'is at least',
  contains: 'contains',
  missing: 'is missing',
};

/** The form for a condition on a column. */
export function conditionForm(view: View, columns: Columns): TemplateResult {
  const { draft } = view;
  const keys = [...new Set<ColumnKey>([...columnKeys(columns), 'mean', listedKey(columns, draft.column)])];
  const add = ({ currentTarget }: Event) => addCondition(view, currentTarget as Element);
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Otherwise Enter also presses the button that receives focus.
    event.preventDefault();
    add(event);
  };
  return popup(
    'Filter by Value',
    html`<div class="condition">
      <select aria-label="Column" @change=${(event: Event) => changeColumn(view, typedIn(event) as ColumnKey)}>
        ${keys.map((key) => html`<option value=${key} .selected=${live(key === listedKey(columns, draft.column))}>${nameOf(key)}</option>`)}
      </select>
      <select aria-label="Comparison" @change=${(event: Event) => change(view, { comparison: typedIn(event) as Comparison })}>
        ${comparisonsOf(draft.column).map((one) => html`<option value=${one} .selected=${live(one === draft.comparison)}>${signOf(one)}</option>`)}
      </select>
      <input
        type="text"
        aria-label="Value to compare with"
        ?disabled=${draft.comparison === 'missing'}
        placeholder=${placeholderOf(columns, draft.column)}
        aria-invalid=${draft.error !== null}
        aria-describedby="condition-error"
        .value=${draft.value}
        @input=${(event: Event) => change(view, { value: typedIn(event) })}
        @keydown=${addByKey}
      />
      <button class="plain" @click=${add}>Add Filter</button>
    </div>
    <p id="condition-error" class="missing" role="alert">${draft.error ?? ''}</p>`,
  );
}

function placeholderOf(columns: Columns, column: ColumnKey): string | typeof nothing {
  if (column === 'startTime') return '2024-05-15 15:00';
  return isBoolean(columns, column) ? 'true or false' : nothing;
}

/** The text of a condition in the filter bar. */
export function conditionText({ column, comparison, value }: Condition): string {
  const compared = comparison === 'missing' ? 'is missing' : `${comparison} ${visibleName(value.trim())}`;
  return `${visibleName(titleOf(column))} ${compared}`;
}

/** These belong to groups; a trajectory has its group's. */
function nameOf(key: ColumnKey): string {
  return key === 'mean' || key === 'spread' ? `${titleOf(key)} of the group` : visibleName(titleOf(key));
}

function signOf(comparison: Comparison): string {
  const name = names[comparison];
  return comparison === 'contains' || comparison === 'missing' ? name : `${comparison}  ${name}`;
}

function typedIn({ target }: Event): string {
  return (target as HTMLInputElement | HTMLSelectElement).value;
}

function changeColumn(view: View, column: ColumnKey): void {
  const isKnown = comparisonsOf(column).includes(view.draft.comparison);
  change(view, { column, ...(isKnown ? {} : { comparison: '=' }) });
}

function change(view: View, draft: Partial<Draft>): void {
  view.draft = { ...view.draft, error: null, ...draft };
  view.update();
}

function addCondition(view: View, element: Element): void {
  const { error: _, ...condition } = view.draft;
  const error = conditionError(condition);
  if (error !== null) return change(view, { error });
  const { conditions } = view.settings.filters;
  const isKnown = conditions.some((one) => conditionText(one) === conditionText(condition));
  change(view, { value: '' });
  setFilters(view, { conditions: isKnown ? conditions : [...conditions, condition] });
  closePopup(element);
}
