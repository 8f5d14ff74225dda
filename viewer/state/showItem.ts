import { areSame, type ComparedRef } from '../data/comparing';
import { select } from './actions';
import { leaveComparison } from './comparison/comparing';
import { currentRow, goToRow, makeCurrent } from './comparison/steps';
import type { View } from './view';

/**
 * Shows an item of a version of the document once the list has that version, unless another item is chosen before. Calls
 * back when it is shown.
 */
export function showInVersion(view: View, { ref, message, version }: ItemInVersion, shown: () => void): void {
  const show = () => {
    showItem(view, ref, message);
    shown();
  };
  const columns = ref.isOther ? view.other?.columns : view.columns;
  view.ahead = columns && columns.version < version ? { version, isOther: ref.isOther, show } : null;
  if (view.ahead === null) show();
}

interface ItemInVersion {
  readonly ref: ComparedRef;
  readonly message: number | null;
  readonly version: number;
}

/**
 * Shows an item that the host, a hit or a problem leads to: in the comparison if it is there, else in the conversation. One of the other file is
 * shown only in the comparison.
 */
export function showItem(view: View, ref: ComparedRef, message: number | null): void {
  const { compared } = view.settings;
  const isCompared = compared.some((one) => areSame(one, ref));
  if (!isCompared && ref.isOther) return;
  if (compared.length > 0 && !isCompared) {
    view.focusWanted = document.activeElement?.closest('.comparison') != null;
    leaveComparison(view);
  }
  const shown = view.comparison;
  if (shown === null) return ref.isOther ? undefined : select(view, ref.trajectory, message);
  makeCurrent(view, ref, message);
  const row = currentRow(view, shown);
  if (row >= 0) goToRow(view, row, false);
  view.update();
}
