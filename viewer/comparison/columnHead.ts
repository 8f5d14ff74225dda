import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ComparedTrajectory } from '../../server/viewProtocol';
import { plainName } from '../conversation/text';
import type { Columns } from '../data/columns/columns';
import { membersOf } from '../data/comparing';
import { titleOf } from '../data/measures';
import { counted, plural } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { iconButton } from '../icons';
import { compare, trajectoriesOf } from '../state/comparing';
import type { LoadedComparison } from '../state/loadedComparison';
import { saying, summaryOf } from '../state/selectors';
import type { View } from '../state/view';

/** `Trajectory 2, reward 1`. */
export function trajectoryLabel(view: View, columns: Columns, trajectory: number): string {
  const { settings } = view;
  const { values, says } = summaryOf(columns, settings);
  const member = trajectory - columns.starts[columns.groupOf[trajectory]!]!;
  return `Trajectory ${counted(member + 1)}, ${visibleName(titleOf(settings.value))} ${says(values[trajectory]!)}`;
}

/** Maximum members offered; a group may have any number. */
export const maxOffered = 500;

/** The head of a column: the trajectory, and what distinguishes it from the others. */
export function columnHead(
  view: View,
  columns: Columns,
  shown: LoadedComparison,
  column: number,
): TemplateResult {
  const own = shown.trajectories[column]!;
  const { compared } = view.settings;
  const choose = ({ target }: Event) =>
    compare(view, compared.with(column, Number((target as HTMLSelectElement).value)));
  const offered = membersOf(columns.layout, own.group).slice(0, maxOffered);
  const all = trajectoriesOf(shown);
  const others = offered.filter((member) => !all.includes(member));
  const members = [...others, own.trajectory].sort((a, b) => a - b);
  return html`<header class="column-head">
    <div class="column-title">
      <select aria-label="Trajectory of column ${column + 1}" @change=${choose}>
        ${members.map((member) => html`<option value=${member} .selected=${live(member === own.trajectory)}>${trajectoryLabel(view, columns, member)}</option>`)}
      </select>
      ${compared.length > 2 ? iconButton('close', 'Remove from Comparison', () => compare(view, compared.toSpliced(column, 1))) : nothing}
    </div>
    <p class="facts">${lengthFacts(columns, own)}</p>
    <p class="facts">${toolFacts(shown, own)}</p>
    ${otherFacts(columns, shown, own)}
  </header>`;
}

function lengthFacts({ characters, problems }: Columns, { trajectory, total }: ComparedTrajectory): string {
  const found = problems[trajectory]!;
  const facts = [plural(total, 'message'), plural(characters[trajectory]!, 'character')];
  return [...facts, ...(found > 0 ? [plural(found, 'problem')] : [])].join(' · ');
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

/** Numbers and labels of the document that differ between the trajectories. */
function otherFacts(
  columns: Columns,
  { trajectories }: LoadedComparison,
  { trajectory }: ComparedTrajectory,
) {
  const differs = (values: ArrayLike<number>) =>
    trajectories.some((other) => !Object.is(values[other.trajectory], values[trajectory]));
  const labels = [...columns.labels].flatMap(([name, { texts, values }]): [string, string][] =>
    differs(values) ? [[name, texts[values[trajectory]!] ?? '–']] : [],
  );
  const numbers = [...columns.numbers].flatMap(([name, values]): [string, string][] =>
    differs(values) && !labels.some(([label]) => label === name)
      ? [[name, saying(columns, `number:${name}`)(values[trajectory]!)]]
      : [],
  );
  const all = [...labels, ...numbers];
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
