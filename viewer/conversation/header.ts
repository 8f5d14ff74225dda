import { ref } from 'lit/directives/ref.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Section } from '../../server/viewProtocol/conversation';
import type { Columns } from '../data/columns/columns';
import { titleOf } from '../data/measures';
import { counted, moment, signed } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { icon, iconButton } from '../icons';
import {
  select,
  showInText,
  showList,
  showProblemInText,
  stepTrajectory,
  toggleReasoning,
} from '../state/actions';
import { toggleComparison } from '../state/comparison/comparing';
import { chooseOther } from '../state/comparison/otherFile';
import { exportHtml } from '../state/file';
import { openFind } from '../state/finding';
import { fold } from '../state/pages';
import { saying, summaryOf } from '../state/selectors';
import type { View } from '../state/view';
import { styled } from '../styled';
import { problemList } from './problems';
import { cutText, plainName } from './text';

/** The header above the messages: title, facts, sections and problems of the trajectory. */
export function conversationHeader(view: View, notice: (element?: Element) => void): TemplateResult {
  const { trajectory, settings, columns, heights } = view;
  if (trajectory === null) return html``;
  // Without the collection, some of it is missing, but not its height.
  const room = columns === null ? heights.head : 0;
  return html`<header class="conversation-head" ${ref(notice)} ${styled({ 'min-height': `${room}px` })}>
    <div class="title-line">
      <button class="narrow-only back" @click=${() => showList(view)}>${icon('arrow-left')} Groups</button>
      ${columns === null ? shortTitle(view) : title(view, columns, trajectory)}
      <span class="actions">
        ${isAlone(columns, trajectory) ? nothing : iconButton('compare', 'Compare Trajectories', () => toggleComparison(view))}
        ${iconButton('diff-multiple', 'Compare With Another File', () => chooseOther(view))}
        ${iconButton('search', 'Find in Messages', () => openFind(view))}
        ${iconButton('lightbulb', 'Show Reasoning', () => toggleReasoning(view), { pressed: settings.showsReasoning })}
        ${iconButton('link', 'Copy Reference to Trajectory', () => view.host.post({ type: 'copyReference', trajectory, message: null }))}
        ${iconButton('clippy', 'Copy Conversation as Markdown', () => view.host.post({ type: 'copyMarkdown', of: { what: 'conversation', trajectory } }))}
        ${iconButton('export', 'Export as HTML', () => exportHtml(view))}
        ${iconButton('go-to-file', 'Show Trajectory in Text', () => showInText(view, null, true))}
      </span>
    </div>
    ${columns === null ? nothing : html`<p class="facts">${facts(columns, trajectory)}</p>`}
    ${sections(view)}
    ${problemList(view.conversation?.problems ?? [], (problem) => showProblemInText(view, null, problem))}
  </header>`;
}

/** Whether its group has no other trajectory. */
function isAlone(columns: Columns | null, trajectory: number): boolean {
  if (columns === null) return true;
  const group = columns.groupOf[trajectory]!;
  return columns.starts[group + 1]! - columns.starts[group]! < 2;
}

/** The title while the collection is not loaded. */
function shortTitle({ conversation }: View): TemplateResult | typeof nothing {
  if (conversation === null) return nothing;
  const { group, member } = conversation;
  return html`<h2>Group ${counted(group + 1)} · Trajectory ${counted(member + 1)}</h2>`;
}

function title({ settings }: View, columns: Columns, trajectory: number): TemplateResult {
  const group = columns.groupOf[trajectory]!;
  const member = trajectory - columns.starts[group]!;
  const size = columns.starts[group + 1]! - columns.starts[group]!;
  const { values, groups, says, advantages } = summaryOf(columns, settings);
  const value = values[trajectory]!;
  const valued = groups.count[group]!;
  const place = `rank ${counted(rankOf(columns, values, trajectory))} of ${counted(valued)}${valued < size ? ' with a value' : ''}`;
  // Divided by the spread if the list does that, too; not known without one.
  const advantage = advantages[trajectory]!;
  return html`<h2>Group ${counted(group + 1)} · Trajectory ${counted(member + 1)} of ${counted(size)}</h2>
    <span class="value">${visibleName(titleOf(settings.value))} ${says(value)}</span>
    ${
      size > 1 && !Number.isNaN(value)
        ? html`<span class="quiet">${Number.isNaN(advantage) ? '' : `advantage ${signed(advantage)}, `}${place}</span>`
        : nothing
    }`;
}

function rankOf({ groupOf, starts }: Columns, values: Float64Array, trajectory: number): number {
  const group = groupOf[trajectory]!;
  const members = values.subarray(starts[group], starts[group + 1]);
  return 1 + members.reduce((above, other) => above + Number(other > values[trajectory]!), 0);
}

/** Facts shown; a document may name any number. */
const maxFacts = 24;

/** Labels, numbers and counts of a trajectory, as text. */
function facts(columns: Columns, trajectory: number): TemplateResult {
  const labels = [...columns.labels].flatMap(([name, { texts, values }]): [string, string][] =>
    values[trajectory]! < 0 ? [] : [[name, texts[values[trajectory]!]!]],
  );
  // A distinguishing value is often a number, and then both a label and a number column.
  const isLabel = (name: string) => (columns.labels.get(name)?.values[trajectory] ?? -1) >= 0;
  const numbers = [...columns.numbers].flatMap(([name, values]): [string, string][] =>
    Number.isNaN(values[trajectory]!) || isLabel(name)
      ? []
      : [[name, saying(columns, `number:${name}`)(values[trajectory]!)]],
  );
  const own: [string, string][] = [
    ['messages', counted(columns.messages[trajectory]!)],
    ['characters', counted(columns.characters[trajectory]!)],
  ];
  if (!Number.isNaN(columns.startTime[trajectory]!))
    own.push(['start', moment(columns.startTime[trajectory]!)]);
  const all = [...own, ...labels, ...numbers];
  const left = all.length - maxFacts;
  const shown = all
    .slice(0, maxFacts)
    .map(
      ([name, value]) =>
        html`<span class="fact"><span class="quiet">${plainName(name)}</span>&nbsp;${plainName(value)}</span> `,
    );
  return html`${shown}${left > 0 ? html`<span class="quiet">and ${counted(left)} more</span>` : nothing}`;
}

/** Tools, metrics, metadata, …, each foldable. */
function sections(view: View): TemplateResult | typeof nothing {
  const all = view.conversation?.sections ?? [];
  const leftOut = view.conversation?.sectionsLeftOut ?? 0;
  if (all.length === 0) return nothing;
  const isOpen = (number: number) => view.conversation!.folds.get(`section ${number}`) === false;
  const button = ({ name, count }: Section, number: number) => html`<button
    class="fold-line"
    aria-expanded=${isOpen(number)}
    @click=${() => fold(view, `section ${number}`, isOpen(number))}
  >${icon(isOpen(number) ? 'chevron-down' : 'chevron-right')} ${plainName(name)} ${count === null ? nothing : html`<span class="quiet">${counted(count)}</span>`}</button>`;
  const isOneOfSeveral = all.filter((_, number) => isOpen(number)).length > 1;
  const body = ({ name, text }: Section, number: number) =>
    isOpen(number)
      ? html`<section class="section" aria-label=${visibleName(name)}>
          ${isOneOfSeveral ? html`<h3 class="quiet">${plainName(name)}</h3>` : nothing} ${cutText(view, text)}
        </section>`
      : nothing;
  return html`<div class="sections">
    <div class="section-names">
      ${all.map(button)}
      ${leftOut > 0 ? html`<span class="quiet">and ${counted(leftOut)} more</span>` : nothing}
    </div>
    ${all.map(body)}
  </div>`;
}

/** Shown when nothing is selected. */
export function noConversation(view: View): TemplateResult {
  // The list says why.
  if (view.columns?.trajectories === 0) return html``;
  return html`<div class="empty">
    <p>No trajectory is selected.</p>
    <button class="plain" @click=${() => (view.trajectory === null ? stepTrajectory(view, 1) : select(view, view.trajectory, null))}>
      Show the First Trajectory
    </button>
  </div>`;
}
