import { html, nothing, type TemplateResult } from 'lit/html.js';
import { areAllSame, areSame, type ComparedRef, maxCompared } from '../data/comparing';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, iconButton } from '../icons';
import { scrollWithin, showInView } from '../scrollWithin';
import { closeComparison, compare, needCards } from '../state/comparison/comparing';
import { focusCompared, goToRow, goToWindow, toggleRun } from '../state/comparison/steps';
import {
  type Item,
  type LoadedComparison,
  messageAt,
  type SeparatorName,
  windowOf,
} from '../state/loadedComparison';
import { choicesFor } from '../state/matching';
import { updateSettings, type View } from '../state/view';
import { styled } from '../styled';
import { columnOf } from './column';
import { maxOffered, trajectoryLabels } from './columnHead';
import { fileName, matchTitle } from './fileNames';
import type { KnownMarks } from './knownMarks';
import { copyComparison, exportComparison } from './takeAlong';

/** Two to four trajectories of a group, or of a task in two files, side by side: equal messages beside each other and folded. */
export function comparisonOf(
  view: View,
  { shown, marks }: { readonly shown: LoadedComparison; readonly marks: KnownMarks },
): TemplateResult {
  marks.begin();
  const { scrollsApart } = view.settings;
  const { items, before, after } = windowOf(shown);
  const size = { '--compared': `${shown.trajectories.length}` };
  const across = items.map((item, i) => acrossColumns(view, shown, item, i));
  return html`<section
    class="comparison ${scrollsApart ? 'apart' : 'together'}"
    aria-label="Comparison"
    tabindex="-1"
  >
    ${head(view, shown)}
    <div class="comparison-scroller" ${styled(size)}>
      ${before > 0 ? further(view, `${plural(before, 'row')} before`, -1) : nothing}
      <div class="comparison-grid">
        ${scrollsApart ? nothing : across}
        ${shown.trajectories.map((_, column) =>
          columnOf(view, { shown, marks, column, items, across: scrollsApart ? across : null }),
        )}
      </div>
      ${after > 0 ? further(view, `${plural(after, 'row')} after`, 1) : nothing}
      ${shown.isCut ? html`<p class="note">Only the first 5,000 messages are compared.</p>` : nothing}
    </div>
  </section>`;
}

/** A button for the rows outside of the window. */
function further(view: View, text: string, by: 1 | -1): TemplateResult {
  return html`<button class="plain further" @click=${() => goToWindow(view, by)}>${text}</button>`;
}

function head(view: View, shown: LoadedComparison): TemplateResult {
  const { settings } = view;
  const isOfFiles = view.other !== null;
  return html`<header class="comparison-head">
    ${isOfFiles ? html`<button class="plain" @click=${() => closeComparison(view)}>${icon('arrow-left')} All Groups</button>` : nothing}
    <h2>${isOfFiles ? matchTitle(view, shown) : `Group ${counted(shown.trajectories[0]!.group + 1)}`}</h2>
    ${jump(view, shown, 'First difference', shown.firstDifference)}
    ${jump(view, shown, 'First difference of the assistant', shown.firstOfAssistant)}
    ${shown.firstDifference === null ? html`<span class="quiet">All messages are alike.</span>` : nothing}
    <span class="actions">
      ${addChoice(view, shown)}
      <button
        class="plain"
        aria-pressed=${settings.scrollsApart}
        title="Scroll each trajectory by itself"
        @click=${() => toggleScrolling(view)}
      >Scroll Apart</button>
      ${iconButton('clippy', 'Copy Comparison as Markdown', () => copyComparison(view))}
      ${iconButton('export', 'Export Comparison as HTML', () => exportComparison(view))}
      ${iconButton('close', 'Close Comparison', () => closeComparison(view))}
    </span>
  </header>`;
}

/** Scrolls the columns together or apart. Each stays where it is, the first row that is visible on top. */
function toggleScrolling(view: View): void {
  const row = firstVisibleRow();
  if (row !== null) view.comparisonTarget = { row, toTop: true };
  updateSettings(view, { scrollsApart: !view.settings.scrollsApart });
}

/** The first row below the heads; null at the start, where it is visible anyway. */
function firstVisibleRow(): number | null {
  const cells = [...document.querySelectorAll<HTMLElement>('.comparison [data-row]')];
  const head = document.querySelector('.comparison .column-head');
  const top = head?.getBoundingClientRect().bottom ?? 0;
  const first = cells.findIndex((cell) => cell.getBoundingClientRect().bottom > top);
  return first <= 0 ? null : Number(cells[first]!.dataset['row']);
}

function jump(view: View, shown: LoadedComparison, name: SeparatorName, row: number | null) {
  if (row === null) return nothing;
  return html`<button class="link" @click=${() => goToRow(view, row)}>${name}: ${numberText(shown, row)}</button>`;
}

/** The numbers of the messages in a row, counted from 1: `message 7`, or `messages 7, 9`. */
function numberText(shown: LoadedComparison, row: number): string {
  const numbers = new Set(
    shown.trajectories.flatMap((_, column) => {
      const message = messageAt(shown, row, column);
      return message < 0 ? [] : [message + 1];
    }),
  );
  return `${numbers.size === 1 ? 'message' : 'messages'} ${[...numbers].map(counted).join(', ')}`;
}

/** Adds another trajectory of the group; of two files, one of either. */
function addChoice(view: View, shown: LoadedComparison): TemplateResult | typeof nothing {
  const { compared } = view.settings;
  const sides = shown.refs.filter(
    (ref, i) => shown.refs.findIndex((one) => one.isOther === ref.isOther) === i,
  );
  const offered = sides.map((side) => {
    const free = choicesFor(view, side).filter((choice) => !compared.some((one) => areSame(one, choice)));
    return { isOther: side.isOther, choices: free.slice(0, maxOffered) };
  });
  const all = offered.flatMap(({ choices }) => choices);
  if (all.length === 0 || compared.length >= maxCompared) return nothing;
  const add = ({ target }: Event) => {
    const select = target as HTMLSelectElement;
    const chosen = all[Number(select.value)];
    if (select.value !== '' && chosen !== undefined) compare(view, withRef(compared, chosen));
    select.value = '';
  };
  const options = (choices: readonly ComparedRef[], isOther: boolean) => {
    const labelOf = trajectoryLabels(view, isOther);
    return choices.map(
      (choice) => html`<option value=${all.indexOf(choice)}>${labelOf(choice.trajectory)}</option>`,
    );
  };
  return html`<select aria-label="Add trajectory" @change=${add}>
    <option value="">add…</option>
    ${offered.map(({ isOther, choices }) =>
      view.other === null
        ? options(choices, isOther)
        : html`<optgroup label=${visibleName(fileName(view, isOther))}>${options(choices, isOther)}</optgroup>`,
    )}
  </select>`;
}

/** Beside the last one of its file. */
function withRef(compared: readonly ComparedRef[], added: ComparedRef): readonly ComparedRef[] {
  const last = compared.findLastIndex(({ isOther }) => isOther === added.isOther);
  return compared.toSpliced(last + 1, 0, added);
}

/** A fold line or a separator, across all columns. */
function acrossColumns(view: View, shown: LoadedComparison, item: Item, index: number) {
  if (item.kind === 'row') return nothing;
  const place = styled({ 'grid-row': `${index + 2}` });
  if (item.kind === 'separator') {
    const role = shown.roles[item.row];
    const detail = `${numberText(shown, item.row)}${role == null ? '' : `, ${visibleName(role)}`}`;
    return html`<div class="across separator" role="separator" aria-label=${item.name} data-mark=${item.row} ${place}>
      ${item.name} <span class="quiet">· ${detail}</span>
    </div>`;
  }
  return html`<button class="across fold-line" aria-expanded=${item.isOpen} @click=${() => toggleRun(view, item.from)} ${place}>
    ${icon(item.isOpen ? 'chevron-down' : 'chevron-right')} ${runText(shown, item)}
  </button>`;
}

/** Roles named in the line of a run. */
const maxNamed = 6;

function runText({ roles }: LoadedComparison, { from, to }: Item & { readonly kind: 'fold' }): string {
  const named = roles
    .slice(from, Math.min(to, from + maxNamed))
    .map((role) => visibleName(role ?? 'no role'));
  const more = to - from > maxNamed ? ', …' : '';
  const what = from === 0 ? 'in common' : 'alike';
  return `${plural(to - from, 'message')} ${what}: ${named.join(', ')}${more}`;
}

/** Scrolls and focuses as requested, once the comparison is drawn. */
export function comparisonDrawn(view: View): void {
  const shown = view.comparison;
  if (shown === null) return;
  needCards(view);
  // Another one is being loaded, and gets the focus.
  if (!areAllSame(shown.refs, view.settings.compared)) return;
  const target = view.comparisonTarget;
  const row = target?.row ?? -1;
  // The first message of the row gets the focus. Columns are fetched one by one.
  const column = shown.trajectories.findIndex((_, i) => messageAt(shown, row, i) >= 0);
  const message = column < 0 ? -1 : messageAt(shown, row, column);
  if (target !== null && message >= 0 && !shown.cards[column]!.has(message)) return;
  const cells = [...document.querySelectorAll<HTMLElement>(`.comparison [data-row="${row}"]`)];
  if (target !== null) {
    view.comparisonTarget = null;
    keepBelowHeads();
    const mark = document.querySelector(`.comparison [data-mark="${row}"]`);
    for (const element of view.settings.scrollsApart ? cells : [mark ?? cells[0]]) {
      const scroller = element?.closest('.apart .compared, .together .comparison-scroller');
      if (element != null && scroller != null) scrollWithin(scroller, element, target.toTop);
    }
  }
  if (!view.comparisonFocusWanted) return;
  view.comparisonFocusWanted = false;
  // Don't steal focus from the text editor.
  if (!document.hasFocus()) return;
  (cells[0] ?? document.querySelector<HTMLElement>('.comparison'))?.focus({ preventScroll: true });
  const scroller = cells[0]?.closest('.apart .compared, .together .comparison-scroller');
  if (scroller != null) showInView(cells[0]!, scroller);
  // A card that is reused for another message may have the focus already.
  if (cells.length > 0 && message >= 0) focusCompared(view, shown.refs[column]!, message);
}

/** Reserves the height of the sticky heads, so that none covers what is scrolled to. */
function keepBelowHeads(): void {
  const heights = [...document.querySelectorAll<HTMLElement>('.column-head')].map(
    (head) => head.offsetHeight,
  );
  const comparison = document.querySelector<HTMLElement>('.comparison')!;
  comparison.style.setProperty('--heads', `${Math.max(...heights)}px`);
}
