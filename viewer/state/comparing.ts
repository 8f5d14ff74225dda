import type { CollectionChange, ConversationPage } from '../../server/viewProtocol';
import { bestAndWorst, maxCompared, membersOf } from '../data/comparing';
import { type Followed, followTrajectory } from '../data/following';
import { select, tellMoved } from './actions';
import {
  itemsOf,
  type LoadedComparison,
  loadedFrom,
  missingIn,
  rowOf,
  windowSize,
  withCards,
} from './loadedComparison';
import { summaryOf } from './selectors';
import { updateSettings, type View } from './view';

/** Actions of the comparison. `settings.compared` has the trajectories; the comparison follows when it is loaded. */

let loads = 0;

/** Compares the best trajectory of the selected group with the worst, or returns to the conversation. */
export function toggleComparison(view: View): void {
  if (view.settings.compared.length > 0) return closeComparison(view);
  const { columns, trajectory } = view;
  if (columns === null || columns.trajectories === 0) return;
  compareGroup(view, columns.groupOf[trajectory ?? 0]!);
}

/** Compares two trajectories of a group. */
export function compareGroup(view: View, group: number): boolean {
  const { columns, settings, trajectory } = view;
  const { values } = summaryOf(columns!, settings);
  const chosen = bestAndWorst(columns!.layout, values, { group, selected: trajectory });
  if (chosen.length === 0) {
    view.failure = `Group ${group + 1} has only one trajectory: there is nothing to compare it with.`;
    view.update();
    return false;
  }
  compare(view, chosen);
  view.comparisonFocusWanted = true;
  return true;
}

export function compare(view: View, trajectories: readonly number[]): void {
  updateSettings(view, { compared: trajectories });
  void loadComparison(view);
}

export function closeComparison(view: View): void {
  leaveComparison(view);
  const { trajectory, message, conversation } = view;
  view.focusWanted = true;
  if (trajectory !== null && conversation?.trajectory !== trajectory) select(view, trajectory, message);
}

function leaveComparison(view: View): void {
  loads++;
  view.comparison = null;
  view.failure = null;
  updateSettings(view, { compared: [] });
}

/** Loads the comparison and the messages that it shows at first. Until then the previous one stays. */
export async function loadComparison(view: View): Promise<void> {
  const load = ++loads;
  const { compared } = view.settings;
  try {
    const found = await view.host.ask('compare', { trajectories: compared });
    if (load !== loads) return;
    // The document was edited meanwhile: `followComparison` loads it again.
    if (found === null) return;
    const before = view.comparison;
    const isSame = before !== null && String(trajectoriesOf(before)) === String(compared);
    let loaded: LoadedComparison = loadedFrom(found);
    if (isSame) loaded = { ...loaded, unfolded: before.unfolded, first: before.first };
    const pages = await Promise.all(loaded.trajectories.map((_, column) => pageOf(view, loaded, column)));
    if (load !== loads) return;
    for (const [column, page] of pages.entries()) {
      if (page?.version === loaded.version) loaded = withCards(loaded, column, page);
    }
    view.comparison = loaded;
    view.failure = null;
    if (!isSame && loaded.firstDifference !== null)
      view.comparisonTarget = { row: loaded.firstDifference, toTop: true };
  } catch (error) {
    // A newer one has been requested since.
    if (load !== loads) return;
    view.failure = (error as Error).message;
    // What is shown stays, so that the same key or choice tries again.
    const { comparison } = view;
    updateSettings(view, { compared: comparison === null ? [] : trajectoriesOf(comparison) });
  }
  view.update();
}

export function trajectoriesOf({ trajectories }: LoadedComparison): number[] {
  return trajectories.map(({ trajectory }) => trajectory);
}

async function pageOf(view: View, shown: LoadedComparison, column: number): Promise<ConversationPage | null> {
  const missing = missingIn(shown, column);
  if (missing === null) return null;
  const { trajectory } = shown.trajectories[column]!;
  return view.host.ask('conversation', { trajectory, ...missing });
}

/** Columns whose messages are being fetched, and the version of the comparison. */
const fetching = new Set<string>();

/** Fetches messages that are rendered but not loaded, and redraws when they arrive. */
export function needCards(view: View): void {
  const shown = view.comparison;
  if (shown === null) return;
  for (const column of shown.trajectories.keys()) {
    const missing = missingIn(shown, column);
    const key = `${loads} ${shown.version} ${column}`;
    if (missing === null || fetching.has(key)) continue;
    fetching.add(key);
    pageOf(view, shown, column)
      .then((page) => {
        fetching.delete(key);
        const now = view.comparison;
        const isCurrent = now?.version === shown.version && now.messages === shown.messages;
        if (!isCurrent || page === null || page.version !== shown.version) return;
        view.comparison = withCards(now, column, page);
        view.update();
      })
      .catch((error: Error) => {
        if (view.comparison?.messages !== shown.messages) return;
        view.failure = error.message;
        view.update();
      });
  }
}

export function changeComparison(view: View, change: Partial<LoadedComparison>): void {
  if (view.comparison === null) return;
  view.comparison = { ...view.comparison, ...change };
  view.update();
}

export function toggleRun(view: View, from: number): void {
  const unfolded = new Set(view.comparison!.unfolded);
  if (!unfolded.delete(from)) unfolded.add(from);
  changeComparison(view, { unfolded });
}

/** Scrolls to a row. Unfolds it if it is folded, and moves the window to it. */
export function goToRow(view: View, row: number, toTop = true): void {
  const shown = view.comparison;
  if (shown === null) return;
  const run = itemsOf(shown).find((item) => item.kind === 'fold' && item.from <= row && row < item.to);
  const isFolded = run?.kind === 'fold' && !run.isOpen;
  const unfolded = isFolded ? new Set(shown.unfolded).add(run.from) : shown.unfolded;
  view.comparisonTarget = { row, toTop };
  changeComparison(view, { unfolded, first: firstFor({ ...shown, unfolded }, row) });
}

/** The first item of a window that contains a row: the same as before if it does. */
function firstFor(shown: LoadedComparison, row: number): number {
  const index = itemsOf(shown).findIndex((item) => item.kind === 'row' && item.row === row);
  const isIn = index >= shown.first && index < shown.first + windowSize;
  return isIn ? shown.first : Math.max(0, index - 5);
}

/** Goes to the next or previous row whose messages differ. */
export function stepDifference(view: View, by: 1 | -1): void {
  const shown = view.comparison;
  if (shown === null) return;
  const at = currentRow(view, shown);
  let row = at < 0 ? (shown.firstDifference ?? 0) : at + by;
  while (row >= 0 && row < shown.count && shown.alike[row] === 1) row += by;
  if (row < 0 || row >= shown.count) return;
  goToRow(view, row);
  view.comparisonFocusWanted = true;
}

/** Compares the next or previous group that has more than one trajectory. */
export function stepComparedGroup(view: View, by: 1 | -1): void {
  const { columns, settings } = view;
  const current = columns?.groupOf[settings.compared[0] ?? -1];
  if (columns === null || current === undefined) return;
  for (let group = current + by; group >= 0 && group < columns.groups; group += by)
    if (columns.starts[group + 1]! - columns.starts[group]! > 1) return void compareGroup(view, group);
}

/** Puts the next or previous trajectory of the group into the last column. */
export function stepCompared(view: View, by: 1 | -1): void {
  const { columns, settings } = view;
  const last = settings.compared.at(-1);
  if (columns === null || last === undefined) return;
  const others = settings.compared.slice(0, -1);
  const members = membersOf(columns.layout, columns.groupOf[last]!).filter((one) => !others.includes(one));
  const next = members[members.indexOf(last) + by];
  if (next !== undefined) compare(view, [...others, next]);
}

/** Unfolds all runs of alike messages, or folds them again. */
export function toggleRuns(view: View): void {
  const shown = view.comparison;
  if (shown === null) return;
  const runs = itemsOf(shown).flatMap((item) => (item.kind === 'fold' ? [item] : []));
  const isOpen = runs.every((run) => run.isOpen);
  changeComparison(view, { unfolded: new Set(isOpen ? [] : runs.map(({ from }) => from)) });
}

/** Shows an item that the host names: in the comparison if it is there, else in the conversation. */
export function showItem(view: View, trajectory: number, message: number | null): void {
  const { compared } = view.settings;
  if (compared.length > 0 && !compared.includes(trajectory)) leaveComparison(view);
  const shown = view.comparison;
  if (shown === null) return select(view, trajectory, message);
  [view.trajectory, view.message] = [trajectory, message];
  const row = currentRow(view, shown);
  if (row >= 0) goToRow(view, row, false);
  view.update();
}

/** Keeps the compared trajectories the same through changes, and loads those again that have changed. */
export function followComparison(view: View, changes: readonly CollectionChange[]): void {
  const { compared } = view.settings;
  if (compared.length === 0) return;
  let isChanged = false;
  const all = compared.flatMap((trajectory) => {
    let at: number | null = trajectory;
    for (const change of changes) {
      const { index, isTouched }: Followed = at === null ? gone : followTrajectory(at, change);
      isChanged ||= isTouched || index !== at;
      at = index;
    }
    return at === null ? [] : [at];
  });
  // After a removal, two may be followed to the same trajectory.
  const followed = [...new Set(all)];
  if (followed.length < 2) closeComparison(view);
  else if (isChanged) compare(view, followed);
  // Later messages are fetched from the version that is shown.
  else void loadComparison(view);
}

const gone: Followed = { index: null, isTouched: true };

/** Opens the comparison of before a reload. */
export function restoreComparison(view: View): void {
  const { compared } = view.settings;
  if (compared.length === 0) return;
  const { trajectories } = view.columns!;
  const isValid =
    compared.length >= 2 &&
    compared.length <= maxCompared &&
    compared.every((one) => one >= 0 && one < trajectories);
  if (isValid) void loadComparison(view);
  else leaveComparison(view);
}

/** The row of the current message; -1 if there is none. */
function currentRow({ trajectory, message }: View, shown: LoadedComparison): number {
  const column = trajectoriesOf(shown).indexOf(trajectory ?? -1);
  return column < 0 || message === null ? -1 : rowOf(shown, column, message);
}

/** Makes a message current; the text follows. */
export function focusCompared(view: View, trajectory: number, message: number): void {
  if (view.trajectory === trajectory && view.message === message) return;
  view.trajectory = trajectory;
  view.message = message;
  tellMoved(view);
  view.update();
}
