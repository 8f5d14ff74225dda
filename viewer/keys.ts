import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ViewCommand } from '../client/view/viewMessages';
import { copyComparison, exportComparison } from './comparison/takeAlong';
import { foldCard, isFoldedCard } from './conversation/card';
import { stepMessage } from './conversation/feed/stepping';
import { iconButton } from './icons';
import { currentItem, inFile, showInText, stepGroup, stepTrajectory, toggleReasoning } from './state/actions';
import { toggleComparison } from './state/comparison/comparing';
import { chooseOther, stepRow } from './state/comparison/otherFile';
import { stepCompared, stepComparedGroup, stepDifference, toggleRuns } from './state/comparison/steps';
import { exportHtml, showProblems } from './state/file';
import { openFind } from './state/finding';
import { stepHit } from './state/foundHits';
import type { View } from './state/view';

interface Command {
  /** The default key binding, for the list of keys; none for a command that is chosen from a menu. */
  readonly key?: string;
  readonly title: string;
  readonly run: (view: View) => void;
  /** In a comparison, in place of `run`. */
  readonly compared?: (view: View) => void;
  /** In the list of a comparison of files, in place of `run`: to the next row, or the one before. */
  readonly step?: 1 | -1;
}

/** What the view does on a command of VS Code, in the order of the list of keys. */
const commands: Readonly<Record<ViewCommand, Command>> = {
  nextMessage: {
    key: 'j',
    title: 'Next Message',
    run: (view) => stepMessage(view, 1),
    compared: (view) => stepDifference(view, 1),
    step: 1,
  },
  previousMessage: {
    key: 'k',
    title: 'Previous Message',
    run: (view) => stepMessage(view, -1),
    compared: (view) => stepDifference(view, -1),
    step: -1,
  },
  nextTrajectory: {
    key: 'n',
    title: 'Next Trajectory',
    run: (view) => stepTrajectory(view, 1),
    compared: (view) => stepCompared(view, 1),
    step: 1,
  },
  previousTrajectory: {
    key: 'p',
    title: 'Previous Trajectory',
    run: (view) => stepTrajectory(view, -1),
    compared: (view) => stepCompared(view, -1),
    step: -1,
  },
  nextGroup: {
    key: ']',
    title: 'Next Group',
    run: (view) => stepGroup(view, 1),
    compared: (view) => stepComparedGroup(view, 1),
    step: 1,
  },
  previousGroup: {
    key: '[',
    title: 'Previous Group',
    run: (view) => stepGroup(view, -1),
    compared: (view) => stepComparedGroup(view, -1),
    step: -1,
  },
  showInText: {
    key: 'Enter',
    title: 'Show in Text',
    run: (view) => showInText(view, currentItem(view).message, true),
  },
  toggleFold: { key: 'f', title: 'Fold or Unfold Message', run: toggleFold, compared: toggleRuns },
  toggleReasoning: { key: 'r', title: 'Show or Hide Reasoning', run: toggleReasoning },
  compare: { key: 'c', title: 'Compare Trajectories', run: toggleComparison },
  compareFiles: { key: 'Shift+C', title: 'Compare With Another File…', run: chooseOther },
  find: { key: '/', title: 'Find in Messages', run: openFind },
  nextHit: { key: 'F3', title: 'Next Hit', run: (view) => stepHit(view, 1) },
  previousHit: { key: 'Shift+F3', title: 'Previous Hit', run: (view) => stepHit(view, -1) },
  showKeys: { key: '?', title: 'Show Keyboard Shortcuts', run: showKeys },
  copyReference: { title: 'Copy Reference', run: copyReference },
  copyMarkdown: { title: 'Copy as Markdown', run: copyConversation, compared: copyComparison },
  exportHtml: { title: 'Export as HTML', run: exportHtml, compared: exportComparison },
  showProblems: { title: 'Show Problems', run: (view) => void showProblems(view) },
};

export function carryOut(view: View, command: ViewCommand): void {
  // Nothing happens behind the dialog.
  if (view.showsKeys) return;
  const { run, compared = run, step } = commands[command];
  if (view.comparison !== null) return compared(view);
  if (view.other !== null && step !== undefined) return stepRow(view, step);
  run(view);
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
    <dl>${Object.values(commands).map(({ key, title }) => (key === undefined ? nothing : html`<div><dt><kbd>${key}</kbd></dt><dd>${title}</dd></div>`))}</dl>
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
