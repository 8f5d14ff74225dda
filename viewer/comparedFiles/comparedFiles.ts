import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fileName } from '../comparison/fileNames';
import type { Effect, Pair } from '../data/matching/changes';
import { titleOf } from '../data/measures';
import type { AcrossSettings } from '../data/settings';
import { counted, plural, short, signed } from '../format/numbers';
import { visibleName } from '../format/visibleText';
import { iconButton } from '../icons';
import { pairIn } from '../state/comparison/comparing';
import { chooseOther, closeOther } from '../state/comparison/otherFile';
import { effects, listsMatches, type MatchedFiles, matchedFiles } from '../state/matching';
import { updateSettings, type View } from '../state/view';
import { matchListOf } from './matchList';

/** Two files, their groups matched: how the mean reward of each has changed. */
export interface Files {
  template(): TemplateResult;
  drawn(): void;
}

export function filesOf(view: View): Files {
  const list = matchListOf(view);
  return {
    template() {
      const matched = matchedFiles(view);
      return html`<section class="files" aria-label="Comparison of files" tabindex="-1">
        ${head(view)}
        ${matched === null ? waiting(view) : html`${summary(view, matched)} ${choices(view, matched)} ${list.template(matched)}`}
      </section>`;
    },
    drawn: () => list.drawn(),
  };
}

function change(view: View, to: Partial<AcrossSettings>): void {
  view.matchRow = 0;
  updateSettings(view, { across: { ...view.settings.across, ...to } });
}

function head(view: View): TemplateResult {
  const { isSwapped } = view.settings.across;
  const [before, after] = [isSwapped, !isSwapped].map((isOther) => visibleName(fileName(view, isOther)));
  return html`<header class="comparison-head">
    <h2><span class="quiet">before</span> ${before} <span class="quiet">after</span> ${after}</h2>
    <span class="actions">
      <button class="plain" @click=${() => change(view, { isSwapped: !isSwapped })}>Swap Files</button>
      <button class="plain" @click=${() => chooseOther(view)}>Choose Another File…</button>
      ${iconButton('close', 'Close Comparison of Files', () => closeOther(view))}
    </span>
  </header>`;
}

/** Instead of the list, while a file is read, or if it cannot be. */
function waiting({ other }: View): TemplateResult {
  if (other?.failure == null) return html`<p class="empty" role="status">Reading both files…</p>`;
  return html`<p class="failure" role="alert">${other.failure}</p>`;
}

/** Announced when it changes. */
function summary(view: View, { summary, matching, key }: MatchedFiles): TemplateResult {
  const value = visibleName(titleOf(view.settings.value));
  const groups = plural(matching.matches.length, 'matched group');
  const means = `mean ${value} ${short(summary.before)} before, ${short(summary.after)} after, mean change ${Number.isNaN(summary.change) ? '–' : signed(summary.change)}`;
  return html`<p class="files-summary" role="status">${groups}: ${means}${key === null ? byIndex : ''}</p>`;
}

const byIndex = ' · Matched by index: right only if both files have the same tasks in the same order.';

function choices(view: View, matched: MatchedFiles): TemplateResult {
  const chosen = pairIn(view.settings);
  const pick = ({ target }: Event) => change(view, { pair: (target as HTMLSelectElement).value });
  return html`<div class="files-choices">
    ${keyChoice(view, matched)}
    <label>compare <select aria-label="Compare of a match" @change=${pick}>
      ${Object.entries(pairs).map(([pair, name]) => html`<option value=${pair} .selected=${live(pair === chosen)}>${name}</option>`)}
    </select></label>
    ${listedChoice(view, matched)}
    ${listsMatches(view.settings) ? searchField(view) : nothing}
  </div>`;
}

const pairs: Readonly<Record<Pair, string>> = {
  change: 'what changed most',
  best: 'best with best',
  worst: 'worst with worst',
};

function keyChoice(view: View, { keys, key }: MatchedFiles): TemplateResult {
  const choose = ({ target }: Event) => change(view, { matchBy: (target as HTMLSelectElement).value });
  return html`<label>match by <select aria-label="Match groups by" @change=${choose}>
    ${keys.map(({ name, matches }) => html`<option value="key:${name}" .selected=${live(name === key)}>${visibleName(name)} (${counted(matches)})</option>`)}
    <option value="index" .selected=${live(key === null)}>index</option>
  </select></label>`;
}

/** Lists only some matches, by their names. */
function searchField(view: View): TemplateResult {
  const type = ({ target }: Event) => change(view, { search: (target as HTMLInputElement).value });
  return html`<input
    type="search"
    aria-label="Filter matched groups"
    placeholder="Filter"
    .value=${view.settings.across.search}
    @input=${type}
  />`;
}

const effectNames: Readonly<Record<Effect, string>> = {
  better: 'better',
  worse: 'worse',
  equal: 'equal',
  unknown: 'without a value',
};

/** What is listed, with the number of each. */
function listedChoice(view: View, { matching, summary }: MatchedFiles): TemplateResult {
  const { isSwapped, listed } = view.settings.across;
  const { own, other } = matching.unmatched;
  const only = (isOther: boolean) => ({
    name: isOther ? 'other' : 'own',
    text: `${counted((isOther ? other : own).length)} only in ${visibleName(fileName(view, isOther))}`,
  });
  const all = [
    { name: 'matched', text: `${counted(matching.matches.length)} matched` },
    ...effects
      .filter((effect) => effect !== 'unknown' || summary.unknown > 0)
      .map((effect) => ({ name: effect, text: `${counted(summary[effect])} ${effectNames[effect]}` })),
    only(isSwapped),
    only(!isSwapped),
  ];
  return html`<span class="listed" role="group" aria-label="Listed groups">${all.map(
    ({ name, text }) =>
      html`<button class="chip" aria-pressed=${listed === name} @click=${() => change(view, { listed: name })}>${text}</button>`,
  )}</span>`;
}
