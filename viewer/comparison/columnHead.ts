import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ComparedTrajectory } from '../../server/viewProtocol/comparison';
import { plainName } from '../conversation/text';
import { areSame, type ComparedRef } from '../data/comparing';
import { titleOf } from '../data/measures';
import { withoutRounding } from '../data/rounding';
import { counted, plural } from '../format/numbers';
import { numberOf } from '../format/trajectoryNumber';
import { visibleName } from '../format/visibleText';
import { iconButton } from '../icons';
import { select } from '../state/actions';
import { compare, leaveComparison } from '../state/comparison/comparing';
import type { LoadedComparison } from '../state/loadedComparison';
import { choicesFor, sideOf, valuesIn } from '../state/matching';
import { saying } from '../state/selectors';
import type { View } from '../state/view';
import { fileName } from './fileNames';

/** Returns the labels of a file's trajectories: `Trajectory 2, reward 1`; of two files with the group. */
export function trajectoryLabels(view: View, isOther: boolean): (trajectory: number) => string {
  const columns = sideOf(view, isOther)!;
  const measure = view.settings.value;
  const values = valuesIn(view, isOther);
  const says = saying(columns, measure);
  const name = visibleName(titleOf(measure));
  return (trajectory) => {
    const number =
      view.other === null
        ? `Trajectory ${counted(trajectory - columns.starts[columns.groupOf[trajectory]!]! + 1)}`
        : numberOf(columns, trajectory, true);
    return `${number}, ${name} ${says(values[trajectory]!)}`;
  };
}

/** The name of a column: the trajectory, and its file if there are two. */
export function columnName(view: View, { trajectory, isOther }: ComparedRef): string {
  const label = trajectoryLabels(view, isOther)(trajectory);
  return view.other === null ? label : `${fileName(view, isOther)}: ${label}`;
}

/** Maximum members offered; a group may have any number. */
export const maxOffered = 500;

/** The head of a column: the trajectory, and what distinguishes it from the others. */
export function columnHead(view: View, shown: LoadedComparison, column: number): TemplateResult {
  const own = shown.trajectories[column]!;
  const ref = shown.refs[column]!;
  const { compared } = view.settings;
  const choose = ({ target }: Event) => {
    const trajectory = Number((target as HTMLSelectElement).value);
    compare(view, compared.with(column, { ...ref, trajectory }));
  };
  const others = choicesFor(view, ref)
    .slice(0, maxOffered)
    .filter((choice) => !shown.refs.some((one) => areSame(one, choice)));
  const members = [...others, ref].map(({ trajectory }) => trajectory).sort((a, b) => a - b);
  const labelOf = trajectoryLabels(view, ref.isOther);
  return html`<header class="column-head">
    ${view.other === null ? nothing : fileLine(view, ref)}
    <div class="column-title">
      <select aria-label="Trajectory of column ${column + 1}" @change=${choose}>
        ${members.map((member) => html`<option value=${member} .selected=${live(member === ref.trajectory)}>${labelOf(member)}</option>`)}
      </select>
      ${compared.length > 2 ? iconButton('close', 'Remove from Comparison', () => compare(view, compared.toSpliced(column, 1))) : nothing}
    </div>
    <p class="facts"><strong>${valueText(view, ref)}</strong> · ${lengthFacts(view, ref, own)}</p>
    <p class="facts">${toolFacts(shown, own)}</p>
    ${otherFacts(view, shown, column)}
  </header>`;
}

/** Which file a column is from. */
function fileLine(view: View, { isOther }: ComparedRef): TemplateResult {
  const isAfter = isOther !== view.settings.across.isSwapped;
  return html`<p class="column-file"><span class="quiet">${isAfter ? 'after' : 'before'}</span> ${visibleName(fileName(view, isOther))}</p>`;
}

/** `reward 1`. The name of a narrow column may be cut before it. */
function valueText(view: View, { trajectory, isOther }: ComparedRef): string {
  const { value } = view.settings;
  const says = saying(sideOf(view, isOther)!, value);
  return `${visibleName(titleOf(value))} ${says(valuesIn(view, isOther)[trajectory]!)}`;
}

/** Not all problems are shown here: some are at messages in common, or at none. The number leads to them. */
function lengthFacts(view: View, { isOther }: ComparedRef, { trajectory, total }: ComparedTrajectory) {
  const { characters, problems } = sideOf(view, isOther)!;
  const lengths = `${plural(total, 'message')} · ${plural(characters[trajectory]!, 'character')}`;
  const found = plural(problems[trajectory]!, 'problem');
  if (problems[trajectory] === 0) return lengths;
  if (view.other !== null) return `${lengths} · ${found}`;
  const show = () => {
    leaveComparison(view);
    select(view, trajectory, null);
  };
  return html`${lengths} · <button class="link" title="Show the conversation with its problems" @click=${show}>${found}</button>`;
}

/** The tools that it calls; those that not all others call as often stand out. */
function toolFacts({ trajectories }: LoadedComparison, { calls, callCount }: ComparedTrajectory) {
  if (callCount === 0) return 'no tool calls';
  const isShared = (name: string, count: number) =>
    trajectories.every(({ calls: others }) => others.some((one) => one.name === name && one.count === count));
  const names = calls.map(({ name, count }, i) => {
    const text = html`${plainName(name)}${count > 1 ? ` ×${counted(count)}` : ''}`;
    return html`${i > 0 ? ', ' : ''}${isShared(name, count) ? text : html`<strong>${text}</strong>`}`;
  });
  const left = callCount - calls.reduce((sum, { count }) => sum + count, 0);
  return html`${plural(callCount, 'tool call')}: ${names}${left > 0 ? `, and ${plural(left, 'call')} of others` : ''}`;
}

/** Maximum numbers and labels of a head. */
const maxFacts = 12;

/** Numbers and labels of the documents that differ between the trajectories. */
function otherFacts(view: View, { refs }: LoadedComparison, column: number) {
  const sides = refs.map(({ isOther }) => sideOf(view, isOther)!);
  const names = (['labels', 'numbers'] as const).flatMap((kind) =>
    sides.flatMap((side) => [...side[kind].keys()]),
  );
  /** Of a column that has both, only integers are labels: 0.5 beside 1 is a number. */
  const valueIn = (name: string, i: number) => {
    const { labels, numbers } = sides[i]!;
    const { trajectory } = refs[i]!;
    const label = labels.get(name);
    return label?.texts[label.values[trajectory]!] ?? numbers.get(name)?.[trajectory] ?? Number.NaN;
  };
  const textIn = (name: string, i: number) => {
    const value = valueIn(name, i);
    return typeof value === 'string' ? value : saying(sides[i]!, `number:${name}`)(value);
  };
  const isAlike = (name: string, i: number) => {
    const [own, other] = [valueIn(name, column), valueIn(name, i)];
    const areNumbers = typeof own === 'number' && typeof other === 'number';
    if (areNumbers && !Number.isNaN(own + other)) return withoutRounding(own - other, own, other) === 0;
    return textIn(name, column) === textIn(name, i);
  };
  const all = [...new Set(names)]
    .filter((name) => !refs.every((_, i) => isAlike(name, i)))
    .map((name) => [name, textIn(name, column)] as const);
  if (all.length === 0) return nothing;
  const facts = all
    .slice(0, maxFacts)
    .map(
      ([name, value]) =>
        html`<span class="fact"><span class="quiet">${plainName(name)}</span>&nbsp;${plainName(value)}</span> `,
    );
  const left = all.length - maxFacts;
  return html`<p class="facts">${facts}${left > 0 ? html`<span class="quiet">and ${counted(left)} more</span>` : nothing}</p>`;
}
