import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewCommand } from '../client/view/viewMessages';
import { copyComparison, exportComparison } from './comparison/takeAlong';
import { foldCard, isFoldedCard } from './conversation/card';
import { stepMessage } from './conversation/feed/stepping';
import { iconButton } from './icons';
import { currentItem, inFile, showInText, stepGroup, stepTrajectory, toggleReasoning } from './state/actions';
import { stepCompared, stepComparedGroup, stepDifference, toggleRuns } from './state/comparedSteps';
import { toggleComparison } from './state/comparing';
import { exportHtml, showProblems } from './state/file';
import { openFind } from './state/finding';
import { stepHit } from './state/foundHits';
import { chooseOther, stepRow } from './state/otherFile';
import type { View } from './state/view';

/** Handlers of the view's VS Code commands. `key` is the default key binding, for the list only; null if none. */
const commands: readonly {
  readonly name: ViewCommand;
  readonly key: string | null;
  readonly title: string;
  readonly run: (view: View) => void;
  /** What it does instead in a comparison. */
  readonly compared?: (view: View) => void;
  /** In the list of a comparison of files, which has rows only. */
  readonly step?: 1 | -1;
}[] = [
  {
    ...{ name: 'nextMessage', key: 'j', title: 'Next Message' },
    step: 1,
    run: (view) => stepMessage(view, 1),
    compared: (view) => stepDifference(view, 1),
  },
  {
    ...{ name: 'previousMessage', key: 'k', title: 'Previous Message' },
    step: -1,
    run: (view) => stepMessage(view, -1),
    compared: (view) => stepDifference(view, -1),
  },
  {
    ...{ name: 'nextTrajectory', key: 'n', title: 'Next Trajectory' },
    step: 1,
    run: (view) => stepTrajectory(view, 1),
    compared: (view) => stepCompared(view, 1),
  },
  {
    ...{ name: 'previousTrajectory', key: 'p', title: 'Previous Trajectory' },
    step: -1,
    run: (view) => stepTrajectory(view, -1),
    compared: (view) => stepCompared(view, -1),
  },
  {
    ...{ name: 'nextGroup', key: ']', title: 'Next Group' },
    step: 1,
    run: (view) => stepGroup(view, 1),
    compared: (view) => stepComparedGroup(view, 1),
  },
  {
    ...{ name: 'previousGroup', key: '[', title: 'Previous Group' },
    step: -1,
    run: (view) => stepGroup(view, -1),
    compared: (view) => stepComparedGroup(view, -1),
  },
  {
    name: 'showInText',
    key: 'Enter',
    title: 'Show in Text',
    run: (view) => showInText(view, currentItem(view).message, true),
  },
  { name: 'copyReference', key: null, title: 'Copy Reference', run: copyReference },
  {
    ...{ name: 'toggleFold', key: 'f', title: 'Fold or Unfold Message' },
    run: toggleFold,
    compared: toggleRuns,
  },
  {
    name: 'toggleReasoning',
    key: 'r',
    title: 'Show or Hide Reasoning',
    run: toggleReasoning,
  },
  { name: 'compare', key: 'c', title: 'Compare Trajectories', run: toggleComparison },
  { name: 'compareFiles', key: 'Shift+C', title: 'Compare With Another File…', run: chooseOther },
  { name: 'find', key: '/', title: 'Find in Messages', run: openFind },
  { name: 'nextHit', key: 'F3', title: 'Next Hit', run: (view) => stepHit(view, 1) },
  {
    ...{ name: 'previousHit', key: 'Shift+F3', title: 'Previous Hit' },
    run: (view) => stepHit(view, -1),
  },
  {
    ...{ name: 'copyMarkdown', key: null, title: 'Copy as Markdown' },
    run: copyConversation,
    compared: copyComparison,
  },
  {
    ...{ name: 'exportHtml', key: null, title: 'Export as HTML' },
    run: exportHtml,
    compared: exportComparison,
  },
  { name: 'showProblems', key: null, title: 'Show Problems', run: (view) => void showProblems(view) },
  { name: 'showKeys', key: '?', title: 'Show Keyboard Shortcuts', run: showKeys },
];

export function carryOut(view: View, command: ViewCommand): void {
  // Nothing happens behind the dialog.
  if (view.showsKeys) return;
  const found = commands.find(({ name }) => name === command);
  const isCompared = view.comparison !== null;
  if (view.other !== null && !isCompared && found?.step !== undefined) return stepRow(view, found.step);
  ((isCompared ? found?.compared : null) ?? found?.run)?.(view);
}

function copyReference(view: View): void {
  const { trajectory, message, isOther } = currentItem(view);
  if (trajectory !== null) view.host.post({ type: 'copyReference', trajectory, message, ...inFile(isOther) });
}

function copyConversation({ host, trajectory }: View): void {
  if (trajectory !== null) host.post({ type: 'copyMarkdown', of: { what: 'conversation', trajectory } });
}

function toggleFold(view: View): void {
  const card = view.conversation?.cards.get(view.message ?? 0);
  if (card === undefined) return;
  foldCard(view, card, !isFoldedCard(view, card));
  view.message = card.index;
  view.focusWanted = true;
}

function showKeys(view: View): void {
  view.showsKeys = true;
  view.update();
}

/** The list of keys: a modal dialog, which restores focus when it closes. */
export function keyList(view: View): TemplateResult {
  if (!view.showsKeys) return html``;
  const close = () => {
    view.showsKeys = false;
    view.update();
  };
  return html`<dialog class="keys" aria-label="Keyboard Shortcuts" @close=${close}>
    <header><h2>Keyboard Shortcuts</h2>${iconButton('close', 'Close', () => dialog()?.close())}</header>
    <dl>${commands.map(({ key, title }) => (key === null ? nothing : html`<div><dt><kbd>${key}</kbd></dt><dd>${title}</dd></div>`))}</dl>
    <p class="quiet">Change them in VS Code’s Keyboard Shortcuts editor. In the list, the arrow keys move, fold and unfold. Escape goes back: to the list, or out of a comparison. In a comparison, j and k go to differences, n and p change the last column, and f unfolds what is alike. In a comparison of files, c compares trajectories of the row.</p>
  </dialog>`;
}

function dialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('dialog.keys');
}

export function keyListDrawn({ showsKeys }: View): void {
  const element = showsKeys ? dialog() : null;
  if (element !== null && !element.open) element.showModal();
}
