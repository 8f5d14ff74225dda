import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Columns, Layout } from '../data/columns/columns';
import type { Bar } from '../data/histogram';
import { type Measure, titleOf, valueMeasures } from '../data/measures';
import { memoizeLast } from '../data/memoizeLast';
import { visibleName } from '../format/visibleText';
import { icon, iconButton } from '../icons';
import { addTrait, setRangeFilter } from '../list/filtering';
import { barsOf, groupsBySpread, type Summary, summaryOf } from '../state/selectors';
import { updateSettings, type View } from '../state/view';
import { type Chart, drawnChart } from './chart';
import { histogramChart, lengthChart } from './charts';
import { counts } from './counts';
import { groupsChart } from './groupsChart';
import { passLine } from './passLine';
import { flatText, signalText, valuedText } from './signal';
import { groupTable, histogramTable, lengthTable } from './tables';
import type { Point } from './tip';

/** The overview: distribution of values, spread of groups, and lengths. Shows whether there is a signal. */
export interface Overview {
  template(columns: Columns): TemplateResult;
}

export function overviewOf(view: View): Overview {
  const charts = chartsOf(view);
  return {
    template(columns) {
      const { settings } = view;
      const found = summaryOf(columns, settings);
      const isOpen = settings.showsOverview;
      return html`<section class="overview" aria-label="Overview">
        <div class="overview-head">
          <button class="fold-line" aria-expanded=${isOpen} @click=${() => updateSettings(view, { showsOverview: !isOpen })}>
            ${icon(isOpen ? 'chevron-down' : 'chevron-right')} <span class="document">${visibleName(view.document?.name ?? 'Trajectories')}</span>
          </button>
          ${counts(view, columns, found)}
          ${valueChoice(view, columns)}
        </div>
        ${isOpen ? body(view, columns, found, charts) : nothing}
      </section>`;
    },
  };
}

/** Memoized charts: they are redrawn only when their data changes. */
function chartsOf(view: View) {
  const byValue = (from: number, to: number) =>
    setRangeFilter(view, { measure: view.settings.value, from, to });
  const chooseBars = (bars: readonly Bar[]) => {
    const full = bars.filter(({ count }) => count > 0);
    if (full.length > 0) byValue(full[0]!.lowest, full.at(-1)!.highest);
  };
  return {
    histogram: memoizeLast((found: Summary, _theme: number) =>
      histogramChart(barsOf(found), found, chooseBars),
    ),
    groups: memoizeLast((layout: Layout, found: Summary, _theme: number) =>
      groupsChart(layout, found, (from, to) => chooseGroups(view, layout, found, from, to)),
    ),
    lengths: memoizeLast((layout: Layout, unit: Unit, lengths: Int32Array, found: Summary, _theme: number) =>
      lengthChart({ layout, unit, lengths }, found, (from, to) =>
        chooseLengths(view, lengths, found, from, to),
      ),
    ),
  };
}

type Unit = 'messages' | 'characters';

type Charts = ReturnType<typeof chartsOf>;

function body(view: View, columns: Columns, found: Summary, charts: Charts): TemplateResult {
  const { settings, theme } = view;
  const { spread } = found;
  const title = visibleName(titleOf(settings.value));
  if (spread.count === 0) {
    return html`<p class="says">No trajectory has a number as its ${title}: there is nothing to plot.</p>`;
  }
  if (spread.lowest === spread.highest) {
    return html`<p class="says">${flatText(found, title, columns.trajectories)}</p>
      ${passLine(view, columns, found)} ${groupTable(view, columns, found, false)}`;
  }
  const signal = signalText(found.signal);
  const { trajectories } = columns;
  const valued = spread.count < trajectories ? valuedText(spread.count, trajectories) : '';
  return html`${passLine(view, columns, found)}
    <div class="charts">
      ${titledChart(view, { name: 'histogram', title: html`<span title="Distribution of ${title}">${title}</span> <span class="quiet" title="Trajectories that have this value"><span class="whole">${valued}</span></span>`, chart: charts.histogram(found, theme) }, () => histogramTable(view, columns, found))}
      ${found.signal.isComparable ? titledGroupsChart(view, columns, found, charts) : nothing}
      ${titledChart(view, { name: 'lengths', title: lengthTitle(view, title), chart: charts.lengths(columns.layout, settings.length, columns[settings.length], found, theme) }, () => lengthTable(view, columns, found))}
    </div>
    ${signal === '' ? nothing : html`<p class="says">${signal}</p>`}`;
}

interface TitledChart {
  readonly name: string;
  readonly title: TemplateResult;
  readonly chart: Chart;
}

/** A chart with its title, or its table if chosen. */
function titledChart(
  view: View,
  { name, title, chart }: TitledChart,
  table: () => TemplateResult,
): TemplateResult {
  const isTable = view.settings.tables.includes(name);
  return html`<figure class="figure figure-${name}">
    <figcaption>${title} ${tableButton(view, name)}</figcaption>
    ${isTable ? table() : html`<div class="chart" aria-hidden="true" ${drawnChart(chart)}></div>`}
  </figure>`;
}

function tableButton(view: View, name: string): TemplateResult {
  const { tables } = view.settings;
  const pressed = tables.includes(name);
  const others = tables.filter((one) => one !== name);
  return iconButton(
    'table',
    'Show as Table',
    () => updateSettings(view, { tables: pressed ? others : [...others, name] }),
    { pressed },
  );
}

function titledGroupsChart(view: View, columns: Columns, found: Summary, charts: Charts): TemplateResult {
  const isTable = view.settings.tables.includes('groups');
  return html`<figure class="figure figure-groups">
    <figcaption><span title="Values by group, widest spread first">groups by spread</span> ${tableButton(view, 'groups')}</figcaption>
    ${isTable ? nothing : html`<div class="chart" aria-hidden="true" ${drawnChart(charts.groups(columns.layout, found, view.theme))}></div>`}
    ${groupTable(view, columns, found, isTable)}
  </figure>`;
}

function lengthTitle(view: View, title: string): TemplateResult {
  const { length } = view.settings;
  const change = (event: Event) =>
    updateSettings(view, { length: (event.target as HTMLSelectElement).value as 'messages' | 'characters' });
  return html`<select aria-label="Length" @change=${change}>
      <option value="messages" .selected=${live(length === 'messages')}>messages</option>
      <option value="characters" .selected=${live(length === 'characters')}>characters</option>
    </select> <span title="Length against ${title}">vs ${title}</span>`;
}

/** Choice of the measure used in place of the reward. */
function valueChoice(view: View, columns: Columns): TemplateResult | typeof nothing {
  const { value } = view.settings;
  // The chosen column may be missing while the user edits it.
  const measures = [...new Set([...valueMeasures(columns), value])];
  if (measures.length === 1) return nothing;
  // A threshold does not carry over to another measure.
  const change = (event: Event) =>
    updateSettings(view, { value: (event.target as HTMLSelectElement).value as Measure, threshold: null });
  return html`<select class="value-choice" aria-label="Value" @change=${change}>
    ${measures.map((measure) => html`<option value=${measure} .selected=${live(measure === value)}>${visibleName(titleOf(measure))}</option>`)}
  </select>`;
}

/** Filters groups by spread and mean, so that the filter text shows the criteria. */
function chooseGroups(view: View, layout: Layout, found: Summary, from: Point, to: Point): void {
  const { groups } = found;
  const bySpread = groupsBySpread(groups);
  const at = (x: number) => Math.max(0, Math.min(bySpread.length - 1, Math.round(x)));
  if (from === to) return openGroup(view, layout, bySpread[at(from.x)]!);
  const value = { measure: view.settings.value, from: from.y, to: to.y };
  if (from.x === Number.NEGATIVE_INFINITY) return setRangeFilter(view, value);
  const ranges = from.y === Number.NEGATIVE_INFINITY ? [] : [value];
  const chosen = bySpread.subarray(at(from.x), at(to.x) + 1);
  const spreads = Array.from(chosen, (group) => groups.deviation[group]!).filter((one) => !Number.isNaN(one));
  if (spreads.length === 0) return addTrait(view, 'unknownSpread');
  const spread = {
    measure: 'spread' as const,
    from: Math.min(...ends(spreads)),
    to: Math.max(...ends(spreads)),
  };
  setRangeFilter(view, spread, ranges);
}

/** Both ends of sorted numbers. */
function ends(values: readonly number[]): number[] {
  return [values[0]!, values.at(-1)!];
}

function openGroup(view: View, { starts }: Layout, group: number): void {
  view.unfolded = new Set(view.unfolded).add(group);
  view.goTo(starts[group]!);
}

function chooseLengths(view: View, lengths: Int32Array, found: Summary, from: Point, to: Point): void {
  if (from === to) {
    const nearest = nearestTo(lengths, found, from);
    if (nearest !== null) view.goTo(nearest);
    return;
  }
  const value = { measure: view.settings.value, from: from.y, to: to.y };
  const length = { measure: view.settings.length, from: Math.ceil(from.x), to: Math.floor(to.x) };
  if (from.x === Number.NEGATIVE_INFINITY) return setRangeFilter(view, value);
  setRangeFilter(view, length, from.y === Number.NEGATIVE_INFINITY ? [] : [value]);
}

/** The trajectory whose point is nearest to a click, if any is near. */
function nearestTo(lengths: Int32Array, { values, spread }: Summary, { x, y }: Point): number | null {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  const high = spread.highest - spread.lowest || 1;
  let nearest: number | null = null;
  let least = 0.01;
  for (let i = 0; i < lengths.length; i++) {
    const distance = ((lengths[i]! - x) / longest) ** 2 + ((values[i]! - y) / high) ** 2;
    if (distance < least) [nearest, least] = [i, distance];
  }
  return nearest;
}
