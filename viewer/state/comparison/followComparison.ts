import { areAllSame, areSame, type ComparedRef, maxCompared } from '../../data/comparing';
import { followTrajectory, type ListChange } from '../../data/following';
import { sideOf } from '../matching';
import type { View } from '../view';
import { closeComparison, compare, leaveComparison, loadComparison } from './comparing';

/** Keeps the compared trajectories the same through a change, and loads those again that have changed. */
export function followComparison(view: View, change: ListChange, isOther: boolean): void {
  const { compared } = view.settings;
  if (compared.length === 0) return;
  const isReadAgain = change.isWhole && compared.some((ref) => isAwaited(view, ref));
  if (view.awaitsCompared || isReadAgain) return restoreComparison(view);
  const current = view.currentInOther;
  if (isOther && current !== null) {
    const { index } = followTrajectory(current.trajectory, change);
    view.currentInOther = index === null ? null : { ...current, trajectory: index };
  }
  let isChanged = false;
  const all = compared.flatMap((ref): ComparedRef[] => {
    if (ref.isOther !== isOther) return [ref];
    const { index, isTouched } = followTrajectory(ref.trajectory, change);
    isChanged ||= isTouched || index !== ref.trajectory;
    return index === null ? [] : [{ trajectory: index, isOther }];
  });
  // After a removal, two may be followed to the same trajectory.
  const followed = all.filter((ref, i) => all.findIndex((one) => areSame(one, ref)) === i);
  const shown = view.comparison;
  // Nothing else has become of it: what is unfolded stays, and the place.
  if (shown !== null && followed.length === compared.length && areAllSame(shown.refs, compared))
    view.comparison = { ...shown, refs: followed };
  if (followed.length < 2) closeComparison(view);
  else if (isChanged) compare(view, followed);
  // Later messages are fetched from the version that is shown.
  else restoreComparison(view, true);
}

/** Whether a trajectory may still turn up: its file is not read that far. */
function isAwaited(view: View, { trajectory, isOther }: ComparedRef): boolean {
  const file = isOther ? view.other?.file : view.file;
  return file?.status === 'reading' && trajectory >= sideOf(view, isOther)!.trajectories;
}

/**
 * Opens the comparison of before a reload, or before a file was read again, once the files are read that far; or again,
 * if nothing in it has changed.
 */
export function restoreComparison(view: View, isUntouched = false): void {
  const { compared } = view.settings;
  if (compared.length === 0 || compared.some(({ isOther }) => sideOf(view, isOther) === null)) return;
  view.awaitsCompared = compared.some((ref) => isAwaited(view, ref));
  if (view.awaitsCompared) return;
  const isValid =
    compared.length >= 2 &&
    compared.length <= maxCompared &&
    compared.every(
      ({ trajectory, isOther }) => trajectory >= 0 && trajectory < sideOf(view, isOther)!.trajectories,
    );
  if (isValid) void loadComparison(view, isUntouched);
  else leaveComparison(view);
}
