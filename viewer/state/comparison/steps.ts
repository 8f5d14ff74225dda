import { areSame, type ComparedRef } from '../../data/comparing';
import { type Match, trajectoriesIn } from '../../data/matching/matches';
import { currentItem, tellMoved } from '../actions';
import { type Item, itemsOf, type LoadedComparison, rowOf, windowOf, windowSize } from '../loadedComparison';
import { choicesFor, matchedFiles, matchOf, sideOf } from '../matching';
import { listRows } from '../selectors';
import type { View } from '../view';
import { changeComparison, compare, compareGroup, compareMatch } from './comparing';

/** Moves within a comparison, and from one to the next. */

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

/** The first item of a window that contains a row, or the run that it is folded in: the same as before if it does. */
function firstFor(shown: LoadedComparison, row: number): number {
  const index = itemsOf(shown).findIndex((item) => hasRow(item, row));
  const { before: first } = windowOf(shown);
  const isIn = index >= first && index < first + windowSize;
  return isIn ? first : Math.max(0, index - 5);
}

function hasRow(item: Item, row: number): boolean {
  if (item.kind === 'fold') return !item.isOpen && item.from <= row && row < item.to;
  return item.kind === 'row' && item.row === row;
}

/** Moves the window by one, and goes on with the row that comes next. */
export function goToWindow(view: View, by: 1 | -1): void {
  const shown = view.comparison;
  if (shown === null) return;
  const { before, items } = windowOf(shown);
  const all = itemsOf(shown);
  const others = by > 0 ? all.slice(before + items.length) : all.slice(0, before);
  const row = others.flatMap((item) => (item.kind === 'row' ? [item.row] : [])).at(by > 0 ? 0 : -1);
  if (row !== undefined) view.comparisonTarget = { row, toTop: by > 0 };
  view.comparisonFocusWanted = row !== undefined;
  changeComparison(view, { first: Math.max(0, before + by * windowSize) });
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

/**
 * Compares the next or previous group of the list, or without groups of the document, with more than one trajectory. From
 * one that filters hide: the first one.
 */
export function stepComparedGroup(view: View, by: 1 | -1): void {
  if (view.other !== null) return stepMatch(view, by);
  const { columns, settings } = view;
  const current = columns?.groupOf[settings.compared[0]?.trajectory ?? -1];
  if (columns === null || current === undefined) return;
  const listed = listRows(columns, settings, view.unfolded).rows.groups ?? [...Array(columns.groups).keys()];
  const at = listed.indexOf(current);
  const [from, direction] = at < 0 ? [0, 1] : [at + by, by];
  for (let place = from; place in listed; place += direction) {
    const group = listed[place]!;
    if (columns.starts[group + 1]! - columns.starts[group]! > 1) return void compareGroup(view, group);
  }
}

/** Compares the next or previous match of the list with trajectories in both files; from one not listed, the first one. */
function stepMatch(view: View, by: 1 | -1): void {
  const [first] = view.settings.compared;
  const matched = matchedFiles(view);
  if (matched === null || first === undefined) return;
  const row = matched.order.indexOf(matchOf(view, first));
  const [from, direction] = row < 0 ? [0, 1] : [row + by, by];
  for (let place = from; place in matched.order; place += direction) {
    const index = matched.order[place]!;
    if (hasTrajectories(view, matched.matching.matches[index]!)) return compareMatch(view, index);
  }
}

function hasTrajectories(view: View, { own, other }: Match): boolean {
  const isIn = (isOther: boolean, groups: readonly number[]) =>
    trajectoriesIn(sideOf(view, isOther)!, groups).length > 0;
  return isIn(false, own) && isIn(true, other);
}

/** Puts the next or previous trajectory of the same group into the last column. */
export function stepCompared(view: View, by: 1 | -1): void {
  const { compared } = view.settings;
  const last = compared.at(-1);
  if (last === undefined) return;
  const others = compared.slice(0, -1);
  const members = choicesFor(view, last).filter((one) => !others.some((other) => areSame(one, other)));
  const next = members[members.findIndex((one) => areSame(one, last)) + by];
  if (next !== undefined) compare(view, [...others, next]);
}

/** Unfolds all runs of alike messages, or folds them again. */
export function toggleRuns(view: View): void {
  const shown = view.comparison;
  if (shown === null) return;
  const runs = itemsOf(shown).flatMap((item) => (item.kind === 'fold' ? [item] : []));
  const isOpen = runs.every((run) => run.isOpen);
  const unfolded = new Set(isOpen ? [] : runs.map(({ from }) => from));
  const row = currentRow(view, shown);
  if (row < 0) return changeComparison(view, { unfolded });
  view.comparisonTarget = { row, toTop: false };
  view.comparisonFocusWanted = true;
  changeComparison(view, { unfolded, first: firstFor({ ...shown, unfolded }, row) });
}

/** The row of the current message; -1 if there is none. */
export function currentRow(view: View, shown: LoadedComparison): number {
  const { trajectory, message, isOther } = currentItem(view);
  const column = shown.refs.findIndex((ref) => ref.trajectory === trajectory && ref.isOther === isOther);
  return column < 0 || message === null ? -1 : rowOf(shown, column, message);
}

export function isCurrent(view: View, ref: ComparedRef, message: number): boolean {
  const current = currentItem(view);
  return (
    current.trajectory === ref.trajectory && current.isOther === ref.isOther && current.message === message
  );
}

/** Makes a message current; the text follows. */
export function focusCompared(view: View, ref: ComparedRef, message: number): void {
  if (isCurrent(view, ref, message)) return;
  makeCurrent(view, ref, message);
  tellMoved(view);
  view.update();
}

/** Makes a message current, or a trajectory of the document. */
export function makeCurrent(view: View, { trajectory, isOther }: ComparedRef, message: number | null): void {
  view.currentInOther = isOther && message !== null ? { trajectory, message } : null;
  if (!isOther) [view.trajectory, view.message] = [trajectory, message];
}
