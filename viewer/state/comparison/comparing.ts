import type { ConversationPage } from '../../../server/viewProtocol/conversation';
import { areAllSame, bestAndWorst, type ComparedRef, extremeOf, ownRef } from '../../data/comparing';
import { effectOf, extremeIn, type Pair } from '../../data/matching/changes';
import { trajectoriesIn } from '../../data/matching/matches';
import type { Settings } from '../../data/settings';
import { scrollTo, select } from '../actions';
import { type LoadedComparison, loadedFrom, missingIn, withCards } from '../loadedComparison';
import { listsMatches, matchedFiles, matchOf, sideOf, valuesIn } from '../matching';
import { summaryOf } from '../selectors';
import { updateSettings, type View } from '../view';

/** Actions of the comparison. `settings.compared` has the trajectories; the comparison follows when it is loaded. */

let loads = 0;
let isLoading = false;
/** Whether a compared trajectory has changed since the comparison that is shown was loaded. */
let isTouched = false;

/**
 * Compares the best trajectory of the selected group with the worst, or those of the active match of two files; or
 * returns to where it was before.
 */
export function toggleComparison(view: View): void {
  if (view.settings.compared.length > 0) return closeComparison(view);
  if (view.other !== null) return compareActive(view);
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
  compare(view, chosen.map(ownRef));
  view.comparisonFocusWanted = true;
  return true;
}

/** Compares a trajectory of each file in a match. */
export function compareMatch(view: View, index: number): void {
  const refs = pairOf(view, index, null);
  if (refs === null) return;
  if (refs.length === 2) compare(view, refs);
  else view.failure = 'One of these groups has no trajectory: there is nothing to compare.';
  view.comparisonFocusWanted = refs.length === 2;
  view.update();
}

/**
 * A trajectory of each file in a match, first the one before: a given one, else the best or the worst. Null without the
 * match.
 */
function pairOf(view: View, index: number, given: ComparedRef | null): readonly ComparedRef[] | null {
  const matched = matchedFiles(view);
  const match = matched?.matching.matches[index];
  if (matched === null || match === undefined) return null;
  const { isSwapped } = view.settings.across;
  const effect = effectOf(matched.changes.change[index]!);
  return [isSwapped, !isSwapped].flatMap((isOther): ComparedRef[] => {
    if (given?.isOther === isOther) return [given];
    const members = trajectoriesIn(sideOf(view, isOther)!, isOther ? match.other : match.own);
    const which = extremeIn(effect, pairIn(view.settings), isOther !== isSwapped);
    const trajectory = extremeOf(members, valuesIn(view, isOther), which);
    return trajectory === null ? [] : [{ trajectory, isOther }];
  });
}

export function pairIn({ across: { pair } }: Settings): Pair {
  return pair === 'best' || pair === 'worst' ? pair : 'change';
}

/** A trajectory with one of the other file; null if it has no counterpart. */
export function pairWith(view: View, ref: ComparedRef): readonly ComparedRef[] | null {
  const refs = pairOf(view, matchOf(view, ref), ref);
  return refs?.length === 2 ? refs : null;
}

function compareActive(view: View): void {
  const index = matchedFiles(view)?.order[view.matchRow];
  if (index !== undefined && listsMatches(view.settings)) compareMatch(view, index);
}

export function compare(view: View, trajectories: readonly ComparedRef[]): void {
  view.awaitsCompared = false;
  const { currentInOther: current } = view;
  const isLeft =
    current !== null && !trajectories.some((ref) => ref.isOther && ref.trajectory === current.trajectory);
  if (isLeft) view.currentInOther = null;
  updateSettings(view, { compared: trajectories });
  void loadComparison(view);
}

export function closeComparison(view: View): void {
  const [first] = view.settings.compared;
  const row = first === undefined ? -1 : (matchedFiles(view)?.order.indexOf(matchOf(view, first)) ?? -1);
  if (row >= 0) view.matchRow = row;
  leaveComparison(view);
  const { trajectory, message, conversation } = view;
  view.focusWanted = view.other === null;
  view.matchFocusWanted = view.other !== null;
  if (trajectory === null) return;
  if (conversation?.trajectory !== trajectory) select(view, trajectory, message);
  else if (view.other === null) scrollTo(view, message ?? 0, true);
}

export function leaveComparison(view: View): void {
  loads++;
  isLoading = false;
  view.currentInOther = null;
  view.comparison = null;
  view.awaitsCompared = false;
  view.failure = null;
  updateSettings(view, { compared: [] });
}

/** Whether another comparison than the one that is shown, if any, is being loaded. */
export function isComparisonLoading(): boolean {
  return isLoading;
}

/**
 * Loads the comparison and the messages that it shows at first. Until then the previous one stays. `isUntouched`: no
 * compared trajectory has changed since the last call.
 */
export async function loadComparison(view: View, isUntouched = false): Promise<void> {
  const load = ++loads;
  isLoading = true;
  isTouched ||= !isUntouched;
  const { compared } = view.settings;
  try {
    const found = await view.host.ask('compare', asked(view, compared));
    if (load !== loads) return;
    // The document was edited meanwhile: `followComparison` loads it again.
    if (found === null) return;
    const before = view.comparison;
    const isSame = before !== null && areAllSame(before.refs, compared);
    let loaded: LoadedComparison = loadedFrom(found, compared);
    if (isSame) loaded = { ...loaded, unfolded: before.unfolded, first: before.first };
    if (isSame && !isTouched) loaded = { ...loaded, texts: before.texts };
    const pages = await Promise.all(loaded.trajectories.map((_, column) => pageOf(view, loaded, column)));
    if (load !== loads) return;
    for (const [column, page] of pages.entries()) {
      if (page !== null && page.version === loaded.versions[column]) loaded = withCards(loaded, column, page);
    }
    view.comparison = loaded;
    isTouched = false;
    view.failure = null;
    if (!isSame && loaded.firstDifference !== null)
      view.comparisonTarget = { row: loaded.firstDifference, toTop: true };
  } catch (error) {
    // A newer one has been requested since.
    if (load !== loads) return;
    view.failure = (error as Error).message;
    // What is shown stays, so that the same key or choice tries again.
    const { comparison } = view;
    updateSettings(view, { compared: comparison?.refs ?? [] });
  } finally {
    if (load === loads) isLoading = false;
  }
  view.update();
}

function asked(view: View, compared: readonly ComparedRef[]) {
  const trajectories = compared.map(({ trajectory }) => trajectory);
  const documents = documentsOf(view, compared)?.map(({ uri }) => uri);
  return documents === undefined ? { trajectories } : { trajectories, documents };
}

/** The file of each trajectory; null if all are in the document. */
export function documentsOf(
  { document, other }: View,
  compared: readonly ComparedRef[],
): readonly { readonly uri: string; readonly name: string }[] | null {
  if (other === null || document === null || !compared.some(({ isOther }) => isOther)) return null;
  return compared.map(({ isOther }) => {
    const { uri, name } = isOther ? other : document;
    return { uri, name };
  });
}

async function pageOf(view: View, shown: LoadedComparison, column: number): Promise<ConversationPage | null> {
  const missing = missingIn(shown, column);
  if (missing === null) return null;
  const { trajectory, isOther } = shown.refs[column]!;
  return view.host.ask('conversation', { trajectory, ...missing }, isOther);
}

/** Columns whose messages are being fetched, and the version of the comparison. */
const fetching = new Set<string>();
/** The same of requests that have failed, with their first message. They are not repeated on every frame. */
const failed = new Set<string>();

/** Fetches messages that are rendered but not loaded, and redraws when they arrive. */
export function needCards(view: View): void {
  const shown = view.comparison;
  if (shown === null) return;
  for (const column of shown.trajectories.keys()) {
    const missing = missingIn(shown, column);
    const key = `${loads} ${shown.versions} ${column}`;
    if (missing === null || fetching.has(key) || failed.has(`${key} ${missing.from}`)) continue;
    fetching.add(key);
    pageOf(view, shown, column)
      .then((page) => {
        fetching.delete(key);
        // Those of before may be answered now, too.
        failed.clear();
        const now = view.comparison;
        const isOld = now?.messages !== shown.messages || page?.version !== shown.versions[column];
        if (isOld || page === null) return;
        view.comparison = withCards(now, column, page);
        view.update();
      })
      .catch((error: Error) => {
        fetching.delete(key);
        failed.add(`${key} ${missing.from}`);
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
