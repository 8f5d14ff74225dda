import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns/columns';
import { maxCompared, membersOf } from '../data/comparing';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, iconButton } from '../icons';
import { scrollWithin } from '../scrollWithin';
import {
  changeComparison,
  closeComparison,
  compare,
  focusCompared,
  goToRow,
  needCards,
  toggleRun,
  trajectoriesOf,
} from '../state/comparing';
import {
  type Item,
  type LoadedComparison,
  messageAt,
  type SeparatorName,
  windowOf,
  windowSize,
} from '../state/loadedComparison';
import { updateSettings, type View } from '../state/view';
import { styled } from '../styled';
import { columnOf } from './column';
import { maxOffered, trajectoryLabel } from './columnHead';
import type { KnownMarks } from './knownMarks';

/** Two to four trajectories of a group, side by side: equal messages beside each other and folded. */
export function comparisonOf(
  view: View,
  {
    columns,
    shown,
    marks,
  }: { readonly columns: Columns; readonly shown: LoadedComparison; readonly marks: KnownMarks },
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
    @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && closeComparison(view)}
  >
    ${head(view, columns, shown)}
    <div class="comparison-scroller" ${styled(size)}>
      ${before > 0 ? further(view, `${plural(before, 'row')} before`, shown.first - windowSize) : nothing}
      <div class="comparison-grid">
        ${scrollsApart ? nothing : across}
        ${shown.trajectories.map((_, column) =>
          columnOf(view, { columns, shown, marks, column, items, across: scrollsApart ? across : null }),
        )}
      </div>
      ${after > 0 ? further(view, `${plural(after, 'row')} after`, shown.first + windowSize) : nothing}
      ${shown.isCut ? html`<p class="note">Only the first 5,000 messages are compared.</p>` : nothing}
    </div>
  </section>`;
}

/** A button for the rows outside of the window. */
function further(view: View, text: string, first: number): TemplateResult {
  return html`<button class="plain further" @click=${() => changeComparison(view, { first: Math.max(0, first) })}>${text}</button>`;
}

function head(view: View, columns: Columns, shown: LoadedComparison): TemplateResult {
  const { settings } = view;
  const group = shown.trajectories[0]!.group;
  return html`<header class="comparison-head">
    <h2>Group ${counted(group + 1)}</h2>
    ${jump(view, shown, 'First difference', shown.firstDifference)}
    ${jump(view, shown, 'First difference of the assistant', shown.firstOfAssistant)}
    ${shown.firstDifference === null ? html`<span class="quiet">All messages are alike.</span>` : nothing}
    <span class="actions">
      ${addChoice(view, columns, shown)}
      <button
        class="plain"
        aria-pressed=${settings.scrollsApart}
        title="Scroll each trajectory by itself"
        @click=${() => updateSettings(view, { scrollsApart: !settings.scrollsApart })}
      >Scroll Apart</button>
      ${iconButton('close', 'Close Comparison', () => closeComparison(view))}
    </span>
  </header>`;
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

/** Adds another trajectory of the group. */
function addChoice(view: View, columns: Columns, shown: LoadedComparison): TemplateResult | typeof nothing {
  const { compared } = view.settings;
  const others = membersOf(columns.layout, shown.trajectories[0]!.group).filter(
    (member) => !compared.includes(member),
  );
  if (others.length === 0 || compared.length >= maxCompared) return nothing;
  const add = ({ target }: Event) => {
    const select = target as HTMLSelectElement;
    compare(view, [...compared, Number(select.value)]);
    select.value = '';
  };
  return html`<select aria-label="Add trajectory" @change=${add}>
    <option value="">add…</option>
    ${others.slice(0, maxOffered).map((member) => html`<option value=${member}>${trajectoryLabel(view, columns, member)}</option>`)}
  </select>`;
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
  if (String(trajectoriesOf(shown)) !== String(view.settings.compared)) return;
  const target = view.comparisonTarget;
  const row = target?.row ?? -1;
  const cells = [...document.querySelectorAll<HTMLElement>(`.comparison [data-row="${row}"]`)];
  if (target !== null && cells.length === 0 && isAwaited(shown, row)) return;
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
  // A card that is reused for another message may have the focus already.
  const column = shown.trajectories.findIndex((_, i) => messageAt(shown, row, i) >= 0);
  if (cells.length > 0 && column >= 0)
    focusCompared(view, shown.trajectories[column]!.trajectory, messageAt(shown, row, column));
}

/** Reserves the height of the sticky heads, so that none covers what is scrolled to. */
function keepBelowHeads(): void {
  const heights = [...document.querySelectorAll<HTMLElement>('.column-head')].map(
    (head) => head.offsetHeight,
  );
  const comparison = document.querySelector<HTMLElement>('.comparison')!;
  comparison.style.setProperty('--heads', `${Math.max(...heights)}px`);
}

/** Whether messages of a row are being fetched. */
function isAwaited(shown: LoadedComparison, row: number): boolean {
  return shown.cards.some((cards, column) => {
    const message = messageAt(shown, row, column);
    return message >= 0 && !cards.has(message);
  });
}
