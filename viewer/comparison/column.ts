import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Item, type LoadedComparison, messageAt } from '../state/loadedComparison';
import type { View } from '../state/view';
import { styled } from '../styled';
import { columnHead, columnName } from './columnHead';
import { type Cell, comparedCard } from './comparedCard';
import type { KnownMarks } from './knownMarks';

interface Column {
  readonly shown: LoadedComparison;
  readonly marks: KnownMarks;
  readonly column: number;
  readonly items: readonly Item[];
  /** Fold lines and separators, if each column scrolls by itself and has its own. */
  readonly across: readonly unknown[] | null;
}

/** The messages of one trajectory. Scrolling together, a grid keeps its rows beside those of the others. */
export function columnOf(view: View, shownColumn: Column): TemplateResult {
  const { shown, marks, column, items, across } = shownColumn;
  const span = { 'grid-row': `1 / span ${items.length + 1}`, 'grid-column': `${column + 1}` };
  return html`<div
    class="compared"
    role="group"
    aria-label=${columnName(view, shown.refs[column]!)}
    ${styled(span)}
  >
    ${columnHead(view, shown, column)}
    ${items.map((item, i) => (item.kind === 'row' ? cell(view, shown, { row: item.row, column, index: i, marks }) : (across?.[i] ?? nothing)))}
  </div>`;
}

function cell(
  view: View,
  shown: LoadedComparison,
  { index, ...at }: Pick<Cell, 'row' | 'column' | 'marks'> & { readonly index: number },
): TemplateResult | typeof nothing {
  const message = messageAt(shown, at.row, at.column);
  if (message < 0) return nothing;
  const place = styled({ 'grid-row': `${index + 2}` });
  const card = shown.cards[at.column]!.get(message);
  if (card === undefined)
    return html`<div class="card waiting" aria-hidden="true" ${place}>Message ${message + 1}…</div>`;
  return comparedCard(view, shown, { ...at, card, place });
}
