import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns } from '../data/columns';
import { styled } from '../styled';
import type { View } from '../view';
import { columnHead, trajectoryLabel } from './columnHead';
import { comparedCard } from './comparedCard';
import { type Item, type LoadedComparison, messageAt } from './loaded';

interface Column {
  readonly columns: Columns;
  readonly shown: LoadedComparison;
  readonly column: number;
  readonly items: readonly Item[];
  /** Fold lines and separators, if each column scrolls by itself and has its own. */
  readonly across: readonly unknown[] | null;
}

/** The messages of one trajectory. Scrolling together, a grid keeps its rows beside those of the others. */
export function columnOf(view: View, { columns, shown, column, items, across }: Column): TemplateResult {
  const { trajectory } = shown.trajectories[column]!;
  const span = { 'grid-row': `1 / span ${items.length + 1}`, 'grid-column': `${column + 1}` };
  return html`<div
    class="compared"
    role="group"
    aria-label=${trajectoryLabel(view, columns, trajectory)}
    ${styled(span)}
  >
    ${columnHead(view, columns, shown, column)}
    ${items.map((item, i) => (item.kind === 'row' ? cell(view, shown, { row: item.row, column, index: i }) : (across?.[i] ?? nothing)))}
  </div>`;
}

function cell(
  view: View,
  shown: LoadedComparison,
  { row, column, index }: { readonly row: number; readonly column: number; readonly index: number },
): TemplateResult | typeof nothing {
  const message = messageAt(shown, row, column);
  if (message < 0) return nothing;
  const place = styled({ 'grid-row': `${index + 2}` });
  const card = shown.cards[column]!.get(message);
  if (card === undefined)
    return html`<div class="card waiting" aria-hidden="true" ${place}>Message ${message + 1}…</div>`;
  return comparedCard(view, shown, { row, column, card, place });
}
