import { areSame, ownRef } from '../data/comparing';
import { type FileHit, hitFrom, isIn, trajectoryOfHit } from '../data/finding/hits';
import { nextOf } from '../data/finding/search';
import { memoizeLast } from '../data/memoizeLast';
import { currentItem, forgetMove, inFile, tellMoved } from './actions';
import { loadComparison, pairWith } from './comparison/comparing';
import { closeOther } from './comparison/otherFile';
import { openFind } from './finding';
import { listRows } from './selectors';
import { showItem } from './showItem';
import { updateSettings, type View } from './view';

/** The hits of a search that are listed, and how the view goes to them. */

const passing = memoizeLast((hits: readonly FileHit[], passed: Uint8Array) =>
  hits.filter(({ trajectory }) => passed[trajectory] === 1),
);

const inBoth = memoizeLast((own: readonly FileHit[], other: readonly FileHit[]) => [...own, ...other]);
const none: readonly FileHit[] = [];

/** The listed hits in trajectories that pass the filters; of two files, which show no filters, all. */
export function shownHits(view: View): readonly FileHit[] {
  const { search, columns } = view;
  if (search === null || columns === null) return none;
  if (view.other !== null) return inBoth(search.hits.listed, search.otherHits?.listed ?? none);
  const { selection } = listRows(columns, view.settings, view.unfolded);
  return passing(search.hits.listed, selection.passed);
}

/**
 * Goes to the next or previous hit; at the ends, around. Before there are any, once there are. Without a search, opens
 * its field.
 */
export function stepHit(view: View, by: 1 | -1): void {
  if (view.search === null) return openFind(view);
  const hits = shownHits(view);
  const { current, left } = view.search;
  const at = current === null ? -1 : hits.indexOf(current);
  const { trajectory, message, isOther } = currentItem(view);
  const item = { trajectory: trajectory ?? 0, message: message ?? 0, isOther };
  const from = left !== null && isIn(left.hit, item) ? left.place : item;
  const next = at < 0 ? hitFrom(hits, from, by) : hits.at((at + by) % hits.length);
  if (next != null) goToHit(view, next);
  else view.search = { ...view.search, stepWanted: nextOf(view.search) === null ? null : by };
}

/** Takes the step that waits for hits, or forgets it if the search has ended without any. Call after rendering. */
export function takeWantedStep(view: View): void {
  const { search } = view;
  if (search === null || search.stepWanted === null) return;
  if (shownHits(view).length > 0 || nextOf(search) === null) stepHit(view, search.stepWanted);
}

/** Shows a hit in its message; the text follows. */
function goToHit(view: View, hit: FileHit): void {
  if (view.search === null) return;
  view.search = { ...view.search, current: hit, left: null, stepWanted: null };
  view.hitWanted = true;
  const ref = trajectoryOfHit(hit);
  const isCompared = view.settings.compared.some((one) => areSame(one, ref));
  if (view.other !== null && !isCompared) return void goToPair(view, hit);
  showItem(view, ref, hit.message);
  tellMoved(view);
}

/** Compares the trajectory of a hit with its counterpart in the other file. */
async function goToPair(view: View, hit: FileHit): Promise<void> {
  const ref = trajectoryOfHit(hit);
  const pair = pairWith(view, ref);
  if (pair === null) return goToSingle(view, hit);
  updateSettings(view, { compared: pair });
  await loadComparison(view);
  if (view.search?.current !== hit) return;
  showItem(view, ref, hit.message);
  tellMoved(view);
}

/** Without a counterpart, a trajectory of the other file is shown only in its text. */
function goToSingle(view: View, hit: FileHit): void {
  if (hit.isOther === true) {
    view.hitWanted = false;
    view.update();
    return showHitInText(view, hit, false);
  }
  closeOther(view);
  showItem(view, ownRef(hit.trajectory), hit.message);
  tellMoved(view);
}

/** Shows a hit in its message and in the text. With `focus`, the cursor goes there. */
export function openHit(view: View, hit: FileHit, focus: boolean): void {
  goToHit(view, hit);
  showHitInText(view, hit, focus);
}

function showHitInText({ host }: View, hit: FileHit, focus: boolean): void {
  forgetMove();
  const { message, path, from, to } = hit;
  const { trajectory, isOther } = trajectoryOfHit(hit);
  const part = { path, from, to };
  host.post({ type: 'reveal', trajectory, message, part, ...inFile(isOther), focus });
}
