import { html, nothing, type TemplateResult } from 'lit/html.js';
import { plainName } from '../conversation/text';
import type { Columns } from '../data/columns/columns';
import type { Labels } from '../data/columns/labels';
import { sharedLabel } from '../data/distinguishingLabels';
import { isLabelKey, type Measure, titleOf } from '../data/measures';
import type { Settings } from '../data/settings';
import { shortLabel } from '../data/shortLabel';
import type { SortKey } from '../data/sorting';
import { counted, moment, short, signed } from '../format/numbers';
import { numberOf } from '../format/trajectoryNumber';
import { visibleName } from '../format/visibleText';
import { icon } from '../icons';
import { mask, measuredBy, saying, shownLabels, summaryOf } from '../state/selectors';
import type { View } from '../state/view';
import { dot, dots, maxDots } from './dots';

export function groupContent(
  view: View,
  columns: Columns,
  group: number,
  isUnfolded: boolean,
): TemplateResult {
  const { settings } = view;
  const found = summaryOf(columns, settings);
  const { mean, deviation, count } = found.groups;
  const { left } = mask(columns, found, settings.filters);
  const size = columns.starts[group + 1]! - columns.starts[group]!;
  const valued =
    count[group]! < size ? `: ${counted(count[group]!)} of ${counted(size)} trajectories have a value` : '';
  return html`
    ${icon(isUnfolded ? 'chevron-down' : 'chevron-right')}
    <span class="row-name">Group ${counted(group + 1)}</span>
    <span class="row-labels quiet">${shownLabels(columns, settings).map((name) => {
      const labels = columns.labels.get(name)!;
      const label = sharedLabel(columns, labels, group);
      return label === null ? nothing : labelOf(name, labels, label);
    })}</span>
    <span class="row-size quiet">${sizeText(left[group]!, size)}</span>
    ${dots(columns, found, group)}
    ${extraColumn(settings) === null ? nothing : html`<span class="row-sorted"></span>`}
    <span class="row-number" title="Mean of the group${valued}">${short(mean[group]!)}</span>
    ${spreadText(count[group]!, deviation[group]!, valued)}
    <span class="row-messages ${wanted(settings, 'messages')} quiet" title="Messages, mean of the group">${meanOf(columns.messages, columns, group)}</span>
    <span class="${wideLook(settings, 'characters')} quiet" title="Characters, mean of the group">${meanOf(columns.characters, columns, group)}</span>
    <span class=${wideLook(settings, 'startTime')}></span>`;
}

/** The rounded mean of counts within a group; empty for an empty group. */
function meanOf(counts: ArrayLike<number>, { starts }: Columns, group: number): string {
  const [from, to] = [starts[group]!, starts[group + 1]!];
  let sum = 0;
  for (let i = from; i < to; i++) sum += counts[i]!;
  return from === to ? '' : counted(Math.round(sum / (to - from)));
}

/** The size of a group, if its dots do not show it. */
function sizeText(left: number, size: number): string {
  if (left < size) return `${counted(left)} of ${counted(size)}`;
  return size > maxDots ? counted(size) : '';
}

/** The spread of a group; its title explains a missing spread. `valued`: how many values it has, if some are missing. */
function spreadText(count: number, deviation: number, valued: string): TemplateResult {
  const isKnown = !Number.isNaN(deviation);
  const text = count === 0 ? 'no value' : `± ${isKnown ? short(deviation) : '?'}`;
  const title = !isKnown
    ? `Spread not known${valued}`
    : deviation === 0
      ? 'No spread: nothing to learn from this group'
      : `Standard deviation within the group, ${deviation}${valued}`;
  return html`<span class="row-second row-spread ${deviation > 0 ? '' : 'flat'}" title=${title}>${text}</span>`;
}

export function trajectoryContent(
  view: View,
  columns: Columns,
  trajectory: number,
  isAlone: boolean,
): TemplateResult {
  const { settings } = view;
  const found = summaryOf(columns, settings);
  const name = numberOf(columns, trajectory, isAlone);
  const problems = columns.problems[trajectory]!;
  const advantage = found.advantages[trajectory]!;
  const value = found.values[trajectory]!;
  const start = columns.startTime[trajectory]!;
  return html`
    <span class="row-name">${name}</span>
    <span class="row-labels quiet">${labelsOf(view, columns, trajectory, isAlone)}</span>
    ${problems > 0 ? html`<span class="row-problems" title="Errors and warnings">${icon('warning')}${counted(problems)}</span>` : nothing}
    ${dot(value, found.spread)}
    ${sortedBy(view, columns, trajectory)}
    <span class="row-number" title="${visibleName(titleOf(settings.value))} ${found.says === short ? value : found.says(value)}">${found.says(value)}</span>
    <span class="row-second" title=${settings.isScaled ? 'Advantage ÷ spread' : 'Advantage: value − mean of the group'}>${Number.isNaN(advantage) ? '–' : signed(advantage)}</span>
    <span class="row-messages ${wanted(settings, 'messages')} quiet" title="Messages">${counted(columns.messages[trajectory]!)}</span>
    <span class="${wideLook(settings, 'characters')} quiet" title="Characters">${counted(columns.characters[trajectory]!)}</span>
    <span class="${wideLook(settings, 'startTime')} quiet" title="Start time">${Number.isNaN(start) ? '' : moment(start)}</span>`;
}

/** Labels of a trajectory that its group does not already show. */
function labelsOf(view: View, columns: Columns, trajectory: number, isAlone: boolean) {
  const group = columns.groupOf[trajectory]!;
  return shownLabels(columns, view.settings).map((name) => {
    const labels = columns.labels.get(name)!;
    const code = labels.values[trajectory]!;
    // Integers are labels, too, but fractions in the same column are not.
    const number = columns.numbers.get(name)?.[trajectory] ?? Number.NaN;
    if (code < 0) return Number.isNaN(number) ? nothing : named(name, `${number}`, short(number));
    if (!isAlone && sharedLabel(columns, labels, group) !== null) return nothing;
    return labelOf(name, labels, labels.texts[code]!);
  });
}

function labelOf(name: string, { texts }: Labels, label: string): TemplateResult {
  return named(name, label, shortLabel(texts, label));
}

function named(name: string, value: string, shown: string): TemplateResult {
  return html`<span title=${`${visibleName(name)}: ${visibleName(value)}`}>${plainName(shown)}</span> `;
}

/** Columns that every row has, and those that only distinguish groups. */
const always: readonly SortKey[] = [
  ...(['document', 'spread', 'mean', 'advantage', 'messages', 'characters', 'startTime'] as const),
];

/** The sort column, if rows do not already show it. */
export function extraColumn({ order: { by }, value }: Settings): Measure | null {
  return by === value || always.includes(by) || isLabelKey(by) ? null : (by as Measure);
}

/** The classes of a column that narrow lists hide unless it is the sort column. */
export function wideLook(settings: Settings, by: Measure): string {
  return `row-wide ${by === 'startTime' ? 'row-start' : ''} ${wanted(settings, by)}`;
}

export function wanted({ order }: Settings, by: Measure): string {
  return order.by === by ? 'wanted' : '';
}

function sortedBy(view: View, columns: Columns, trajectory: number): TemplateResult | typeof nothing {
  const measure = extraColumn(view.settings);
  if (measure === null) return nothing;
  const value = measuredBy(columns, summaryOf(columns, view.settings))(measure)[trajectory]!;
  return html`<span class="row-sorted quiet" title=${visibleName(titleOf(measure))}>${saying(columns, measure)(value)}</span>`;
}
