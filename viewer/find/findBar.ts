import { live } from 'lit/directives/live.js';
import { createRef, type Ref, ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fileName } from '../comparison/fileNames';
import { roles } from '../conversation/card';
import type { Columns } from '../data/columns/columns';
import { maxListed, shareSearched, totalsOf } from '../data/finding/hits';
import { nextOf, type Search } from '../data/finding/search';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { iconButton } from '../icons';
import { closeFind, setFind } from '../state/finding';
import { shownHits, stepHit, takeWantedStep } from '../state/foundHits';
import { listRows } from '../state/selectors';
import type { View } from '../state/view';
import { hitListOf } from './hitList';

/** Maximum length of a query, as the server accepts it. */
const maxLength = 1000;

/** The field that finds texts in messages, and the list of hits. */
export interface FindBar {
  template(columns: Columns): TemplateResult | typeof nothing;
  drawn(): void;
}

export function findBarOf(view: View): FindBar {
  const field = createRef<HTMLInputElement>();
  const list = hitListOf(view);
  return {
    template: (columns) =>
      view.settings.find.isOpen ? html`${bar(view, columns, field)}${list.template(columns)}` : nothing,
    drawn() {
      list.drawn();
      takeWantedStep(view);
      if (!view.findFocusWanted) return;
      view.findFocusWanted = false;
      field.value?.focus();
      field.value?.select();
    },
  };
}

function bar(view: View, columns: Columns, field: Ref<HTMLInputElement>): TemplateResult {
  const { isExpression, isCaseSensitive, isFilter, showsHits } = view.settings.find;
  return html`<div class="find-bar" role="search" aria-label="Find in messages" @keydown=${(event: KeyboardEvent) => closeOnEscape(view, event)}>
    <span class="find-field">
      ${textField(view, field)}
      ${iconButton('case-sensitive', 'Match Case', () => setFind(view, { isCaseSensitive: !isCaseSensitive }), { pressed: isCaseSensitive })}
      ${iconButton('regex', 'Use Regular Expression', () => setFind(view, { isExpression: !isExpression }), { pressed: isExpression })}
    </span>
    ${roleChoice(view)}
    <span class="find-steps">
      ${iconButton('arrow-up', 'Previous Hit (Shift+Enter)', () => stepHit(view, -1))}
      ${iconButton('arrow-down', 'Next Hit (Enter)', () => stepHit(view, 1))}
      ${iconButton('filter', 'List Only Trajectories with Hits', () => setFind(view, { isFilter: !isFilter }), { pressed: isFilter })}
      ${iconButton('list-unordered', 'Show Hits', () => setFind(view, { showsHits: !showsHits }), { expanded: showsHits })}
    </span>
    ${status(view, columns)}
    ${iconButton('close', 'Close Find (Escape)', () => closeFind(view))}
  </div>`;
}

function textField(view: View, field: Ref<HTMLInputElement>): TemplateResult {
  const { text } = view.settings.find;
  const type = (event: Event) => setFind(view, { text: (event.target as HTMLInputElement).value });
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    stepHit(view, event.shiftKey ? -1 : 1);
  };
  return html`<input
    ${ref(field)}
    type="text"
    aria-label="Find in messages"
    aria-invalid=${view.search?.failure == null ? nothing : 'true'}
    placeholder="Find in messages"
    maxlength=${maxLength}
    spellcheck="false"
    autocomplete="off"
    .value=${text}
    @input=${type}
    @keydown=${step}
  />`;
}

function roleChoice(view: View): TemplateResult {
  const { role } = view.settings.find;
  const choose = (event: Event) => setFind(view, { role: (event.target as HTMLSelectElement).value });
  return html`<select aria-label="Role of the messages" @change=${choose}>
    <option value="" .selected=${live(role === '')}>all roles</option>
    ${roles.map((name) => html`<option value=${name} .selected=${live(role === name)}>${name}</option>`)}
  </select>`;
}

/** Announced when it changes. What grows while the search runs is not announced. */
function status(view: View, columns: Columns): TemplateResult {
  const { search } = view;
  const isRunning = search !== null && nextOf(search) !== null;
  return html`<span class="find-status ${search?.failure == null ? 'quiet' : 'find-failure'}">
    <span role="status">${search === null ? '' : isRunning ? 'Searching…' : said(view, columns, search)}</span>
    ${isRunning ? html`<span aria-hidden="true">${soFar(view, columns, search)}</span>` : nothing}
  </span>`;
}

function soFar(view: View, columns: Columns, search: Search): string {
  const { hits, otherHits } = search;
  const share = shareSearched(hits, ...(otherHits === null ? [] : [otherHits]));
  return `${plural(totalsFor(view, columns, search).hits, 'hit')}, ${Math.floor(100 * share)}%`;
}

function said(view: View, columns: Columns, search: Search): string {
  const { hits, otherHits, current, failure } = search;
  const total = totalsFor(view, columns, search);
  const found = `${plural(total.hits, 'hit')} in ${plural(total.trajectories, 'trajectory', 'trajectories')}`;
  if (failure !== null) return total.hits === 0 ? failure : `${failure} Before: ${found}.`;
  if (total.hits === 0) return total.isFiltered ? 'No hits in what is listed' : 'No hits';
  const shown = shownHits(view);
  const place = current === null ? -1 : shown.indexOf(current);
  const isCut = [hits, otherHits].some((one) => one !== null && one.listed.length >= maxListed);
  const cut = isCut ? `, only ${counted(hits.listed.length + (otherHits?.listed.length ?? 0))} listed` : '';
  const each = total.other === 0 ? '' : `, ${counted(total.other)} in ${visibleName(fileName(view, true))}`;
  return `${place < 0 ? '' : `${counted(place + 1)} of `}${found}${each}${cut}`;
}

/** What was found in trajectories that pass the filters; of two files, which show no filters, in all. */
function totalsFor(view: View, columns: Columns, { hits, otherHits }: Search) {
  const { selection } = listRows(columns, view.settings, view.unfolded);
  const hasFilters = view.other === null;
  const own = totalsOf(hits, hasFilters ? selection.passed : null);
  const other = otherHits === null ? { hits: 0, trajectories: 0 } : totalsOf(otherHits, null);
  return {
    hits: own.hits + other.hits,
    trajectories: own.trajectories + other.trajectories,
    /** Hits in the other file. */
    other: other.hits,
    isFiltered: hasFilters && selection.trajectories < columns.trajectories,
  };
}

function closeOnEscape(view: View, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  event.stopPropagation();
  closeFind(view);
}
