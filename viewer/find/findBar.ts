import { createRef, type Ref, ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { roles } from '../conversation/card';
import type { Columns } from '../data/columns/columns';
import { maxListed, nextToSearch, shareSearched, totalsOf } from '../data/finding/hits';
import type { Search } from '../data/finding/search';
import { counted, plural } from '../format/numbers';
import { iconButton } from '../icons';
import { closeFind, setFind, shownHits, stepHit } from '../state/finding';
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
    <option value="" ?selected=${role === ''}>all roles</option>
    ${roles.map((name) => html`<option value=${name} ?selected=${role === name}>${name}</option>`)}
  </select>`;
}

/** Announced when it changes. What grows while the search runs is not announced. */
function status(view: View, columns: Columns): TemplateResult {
  const { search } = view;
  const isRunning = search !== null && search.failure === null && nextToSearch(search.hits) !== null;
  return html`<span class="find-status ${search?.failure == null ? 'quiet' : 'find-failure'}">
    <span role="status">${search === null ? '' : isRunning ? 'Searching…' : said(view, columns, search)}</span>
    ${isRunning ? html`<span aria-hidden="true">${soFar(view, columns, search)}</span>` : nothing}
  </span>`;
}

function soFar(view: View, columns: Columns, { hits }: Search): string {
  const { selection } = listRows(columns, view.settings, view.unfolded);
  return `${plural(totalsOf(hits, selection.passed).hits, 'hit')}, ${Math.floor(100 * shareSearched(hits))}%`;
}

function said(view: View, columns: Columns, { hits, current, failure }: Search): string {
  const { selection } = listRows(columns, view.settings, view.unfolded);
  const total = totalsOf(hits, selection.passed);
  const found = `${plural(total.hits, 'hit')} in ${plural(total.trajectories, 'trajectory', 'trajectories')}`;
  if (failure !== null) return total.hits === 0 ? failure : `${failure} Before: ${found}.`;
  if (total.hits === 0)
    return selection.trajectories < columns.trajectories ? 'No hits in what is listed' : 'No hits';
  const place = current === null ? -1 : shownHits(view).indexOf(current);
  const cut = hits.listed.length >= maxListed ? `, only ${counted(hits.listed.length)} listed` : '';
  return `${place < 0 ? '' : `${counted(place + 1)} of `}${found}${cut}`;
}

function closeOnEscape(view: View, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  event.stopPropagation();
  closeFind(view);
}
