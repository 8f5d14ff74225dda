import { type Columns, noColumns } from '../../data/columns/columns';
import type { ListChange } from '../../data/following';
import { fetchChanges } from '../changes';
import { followSearch, forgetOtherHits } from '../finding';
import { oneAtATime } from '../oneAtATime';
import { showAhead, updateSettings, type View } from '../view';
import { closeComparison, leaveComparison } from './comparing';
import { followComparison, restoreComparison } from './followComparison';

/** Asks the host which file to compare with. */
export function chooseOther({ host }: View): void {
  host.post({ type: 'chooseOther' });
}

/** Asks the host for the other file of before a reload. */
export function restoreOther({ host, settings }: View): void {
  if (settings.across.other !== '') host.post({ type: 'compareWith', uri: settings.across.other });
}

/** Compares with a file that the host has opened. */
export function openOther(
  view: View,
  { uri, name, isFile = false }: { readonly uri: string; readonly name: string; readonly isFile?: boolean },
): void {
  const { across } = view.settings;
  const isNew = across.other !== uri;
  // What is loaded of the same file stays until its changes are.
  const known = isNew ? null : view.other;
  view.other = { file: null, columns: null, ...known, uri, name, isFile, failure: null };
  forgetOtherHits(view);
  if (isNew) {
    if (view.settings.compared.length > 0) leaveComparison(view);
    view.matchRow = 0;
    view.matchFocusWanted = true;
    updateSettings(view, { across: { ...across, other: uri, matchBy: '', listed: 'matched', search: '' } });
  }
  void refreshOther(view);
}

/** Ends the comparison with the other file. */
export function closeOther(view: View): void {
  view.other = null;
  forgetOtherHits(view);
  updateSettings(view, { across: { ...view.settings.across, other: '' } });
  view.host.post({ type: 'compareWith', uri: null });
  closeComparison(view);
}

/** Goes to the next or previous row of the list; the list keeps it within its rows. */
export function stepRow(view: View, by: 1 | -1): void {
  view.matchRow += by;
  view.matchFocusWanted = true;
  view.update();
}

/** Fetches what has changed in the other file. */
export const refreshOther = oneAtATime(async (view) => {
  // It may be closed again.
  if (view.other === null) return;
  const { uri } = view.other;
  try {
    await refreshOtherFile(view);
    // It may be closed or exchanged meanwhile.
    const fetched =
      view.other?.uri === uri ? await fetchChanges(view, view.other.columns ?? noColumns, true) : null;
    if (fetched !== null && view.other?.uri === uri) takeChange(view, fetched.columns, fetched.change);
  } catch (error) {
    if (view.other?.uri === uri) failed(view, (error as Error).message);
  }
});

/** Fetches what is known of the other file, if it is read from the disk. */
async function refreshOtherFile(view: View): Promise<void> {
  if (view.other?.isFile !== true) return;
  const { uri } = view.other;
  const file = await view.host.ask('file', {}, true);
  if (view.other?.uri === uri) view.other = { ...view.other, file };
}

function takeChange(view: View, columns: Columns, change: ListChange): void {
  const isFirst = view.other!.columns === null;
  view.other = { ...view.other!, columns, failure: null };
  followSearch(view, change, true);
  if (isFirst) restoreComparison(view);
  else followComparison(view, change, true);
  showAhead(view, true, columns.version);
}

/** Nothing of a file that cannot be read stays on the screen. */
function failed(view: View, failure: string): void {
  view.other = { ...view.other!, columns: null, failure };
  forgetOtherHits(view);
  if (view.settings.compared.some(({ isOther }) => isOther)) leaveComparison(view);
}
