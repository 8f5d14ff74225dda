import { type Columns, noColumns } from './data/columns/columns';
import { followTrajectory, type ListChange } from './data/following';
import type { Row } from './data/rows';
import { isFetching, reveal, show } from './state/actions';
import { fetchChanges } from './state/changes';
import { followComparison, restoreComparison } from './state/comparison/followComparison';
import { refreshFile } from './state/file';
import { followSearch } from './state/finding';
import { outdated } from './state/loadedConversation';
import { oneAtATime } from './state/oneAtATime';
import { askAgain, needMessagesAgain } from './state/pages';
import { listRows } from './state/selectors';
import { showAhead, type View } from './state/view';

/** Fetches changes of the collection, one request at a time. Shows nothing of a change before it is complete. */
export const refresh = oneAtATime(async (view) => {
  const { failure } = view;
  askAgain();
  try {
    await refreshFile(view);
    await takeChange(view);
    // A failure that came up since is of something else.
    if (view.failure === failure) view.failure = null;
  } catch (error) {
    view.failure = (error as Error).message;
  }
});

async function takeChange(view: View): Promise<void> {
  const fetched = await fetchChanges(view, view.columns ?? noColumns);
  if (fetched === null) return;
  const { columns, change } = fetched;
  const before = view.columns?.version ?? 0;
  const isFirst = view.columns === null;
  const { starts } = view.columns ?? noColumns;
  const rangeOf = (group: number) => ({ from: starts[group]!, to: starts[group + 1]! });
  const unfolded = [...view.unfolded].map(rangeOf);
  const active = activeRow(view);
  view.columns = columns;
  followSearch(view, change);
  if (isFirst) {
    restoreSelection(view);
    return restoreComparison(view);
  }
  const followed = groupsOf(columns, unfolded, change);
  // The same object if nothing has changed: the list depends on it.
  const isSame = followed.size === view.unfolded.size && [...followed].every((one) => view.unfolded.has(one));
  if (!isSame) view.unfolded = followed;
  if (active !== null) followRow(view, active, rangeOf(active.group), change);
  followChange(view, change, before);
  needMessagesAgain(view);
  selectAnother(view);
  selectAwaited(view);
  followComparison(view, change, false);
  showAhead(view, false, columns.version);
}

/** Trajectories from `from` up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Follows groups, each the range of its trajectories, through a change: to where the first one left of each is now. */
function groupsOf(columns: Columns, groups: readonly Range[], change: ListChange): ReadonlySet<number> {
  const followed = groups.flatMap(({ from, to }) => {
    for (let trajectory = from; trajectory < to; trajectory++) {
      const { index } = followTrajectory(trajectory, change);
      if (index !== null) return [columns.groupOf[index] ?? -1];
    }
    return [];
  });
  return new Set(followed);
}

/** What the active row of the list shows; null for the first row, which stays the first one. */
function activeRow({ columns, settings, unfolded, listRow }: View): Row | null {
  if (columns === null || listRow === 0) return null;
  const { rows } = listRows(columns, settings, unfolded);
  return listRow < rows.count ? rows.at(listRow) : null;
}

/** Keeps the active row on the same item, wherever it is listed now. `range`: the trajectories of its group. */
function followRow(view: View, active: Row, range: Range, change: ListChange): void {
  const { rows } = listRows(view.columns!, view.settings, view.unfolded);
  const [row = -1] =
    active.kind === 'group'
      ? [...groupsOf(view.columns!, [range], change)].map(rows.groupRow)
      : [rows.rowOf(followTrajectory(active.trajectory, change).index ?? -1)];
  if (row >= 0) view.listRow = row;
}

/** Keeps the selection on the same trajectory. */
function followChange(view: View, change: ListChange, before: number): void {
  if (view.conversation !== null) {
    const { index, isTouched } = followTrajectory(view.conversation.trajectory, change);
    // A page of a newer version than the list may be of another trajectory than the list had there.
    const isAhead = view.conversation.version > before;
    view.conversation = index === null ? null : outdated(view.conversation, index, isTouched || isAhead);
  }
  if (view.trajectory === null) return;
  const { index } = followTrajectory(view.trajectory, change);
  if (index === null) view.conversation = null;
  else view.trajectory = index;
}

/** If the selected trajectory is gone, selects the one now at its index, which a file may not be read to yet. */
function selectAnother(view: View): void {
  const { trajectory, message, conversation, columns, file } = view;
  if (trajectory === null || conversation?.trajectory === trajectory) return;
  const last = columns!.trajectories - 1;
  const isAwaited = trajectory > last && file?.status === 'reading';
  if (isAwaited) view.awaited = { trajectory, message };
  if (isAwaited || last < 0) [view.trajectory, view.message, view.conversation] = [null, null, null];
  else {
    view.trajectory = Math.min(trajectory, last);
    if (isFetching(view.trajectory)) return;
    reveal(view, view.trajectory);
    void show(view, view.trajectory, view.message);
  }
}

/** Reveals a selection made before any columns arrived. Its conversation may already be loaded. */
function restoreSelection(view: View): void {
  const { trajectory, message, conversation, columns } = view;
  if (trajectory === null) return;
  if (trajectory >= columns!.trajectories) {
    if (view.file?.status === 'reading') view.awaited = { trajectory, message };
    [view.trajectory, view.message, view.conversation] = [null, null, null];
    return;
  }
  reveal(view, trajectory);
  if (conversation === null) {
    if (!isFetching(trajectory)) void show(view, trajectory, message);
  } else if (conversation.version !== columns!.version) {
    // It predates an edit.
    view.conversation = outdated(conversation, trajectory, true);
  }
}

/** Restores the awaited selection once its file is read that far, unless the user has made another. */
function selectAwaited(view: View): void {
  const { awaited, columns } = view;
  if (awaited === null || (view.trajectory === null && awaited.trajectory >= columns!.trajectories)) return;
  view.awaited = null;
  if (view.trajectory !== null) return;
  [view.trajectory, view.message] = [awaited.trajectory, awaited.message];
  reveal(view, awaited.trajectory);
  void show(view, awaited.trajectory, awaited.message);
}
