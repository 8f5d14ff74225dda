import type { Hit } from '../../server/viewProtocol/find';
import { afterChange, type FileHit, maxListed, noHits, placeOf, withPage } from '../data/finding/hits';
import { hitsIn, type LeftHit, nextOf, type Search, withHits } from '../data/finding/search';
import { followTrajectory, type ListChange } from '../data/following';
import type { FindSettings } from '../data/settings';
import { sideOf } from './matching';
import { updateSettings, type View } from './view';

let searches = 0;
/** Searches whose requests are under way. */
const running = new Set<number>();

/** Opens the field, or goes to it. */
export function openFind(view: View): void {
  if (!view.settings.find.isOpen) setFind(view, { isOpen: true });
  view.findFocusWanted = true;
  view.update();
}

/** Closes the field: nothing is marked or filtered by hits any more. */
export function closeFind(view: View): void {
  setFind(view, { isOpen: false, isFilter: false });
  view.focusWanted = true;
}

/** Changes the search, and starts it again unless only its looks have changed. */
export function setFind(view: View, change: Partial<FindSettings>): void {
  const before = view.settings.find;
  const find = { ...before, ...change };
  updateSettings(view, { find });
  const isSame = (['isOpen', 'text', 'isExpression', 'isCaseSensitive', 'role'] as const).every(
    (name) => before[name] === find[name],
  );
  if (isSame) publish(view);
  else startSearch(view);
}

/** Starts the search that the settings describe. */
function startSearch(view: View): void {
  const { isOpen, text, isExpression, isCaseSensitive, role } = view.settings.find;
  const { columns } = view;
  if (columns === null) return;
  view.search = null;
  if (isOpen && text !== '') {
    const query = { text, isExpression, isCaseSensitive };
    const id = ++searches;
    const hits = noHits(columns.trajectories);
    const other = sideOf(view, true);
    const otherHits = other === null ? null : noHits(other.trajectories);
    const about = { id, query, role: role === '' ? null : role };
    view.search = {
      ...{ ...about, hits, otherHits },
      ...{ current: null, left: null, stepWanted: null, failure: null },
    };
    void run(view, id);
  }
  publish(view);
}

/** Moves the hits along with a change of the document, or of the other file, and searches what is new. */
export function followSearch(view: View, change: ListChange, isOther = false): void {
  const { search } = view;
  if (search === null) return startSearch(view);
  const before = hitsIn(search, isOther);
  const hits = before === null ? noHits(sideOf(view, isOther)!.trajectories) : afterChange(before, change);
  const left = leftAfter(search, change, isOther);
  view.search = withCurrent({ ...withHits(search, hits, isOther), current: null, left });
  publish(view);
  void run(view, search.id);
}

/** The other file is closed, or cannot be read. */
export function forgetOtherHits(view: View): void {
  const { search } = view;
  if (search === null || search.otherHits === null) return;
  const current = search.current?.isOther === true ? null : search.current;
  const left = search.left?.hit.isOther === true ? null : search.left;
  view.search = { ...search, otherHits: null, current, left };
}

/** The hit that was gone to, and its place, wherever its trajectory is now. */
function leftAfter(search: Search, change: ListChange, isOther: boolean): LeftHit | null {
  const { current } = search;
  const left = current === null ? search.left : leftAt(search, current);
  if (left === null || (left.hit.isOther === true) !== isOther) return left;
  const { index: trajectory } = followTrajectory(left.hit.trajectory, change);
  if (trajectory === null) return null;
  return { hit: { ...left.hit, trajectory }, place: { ...left.place, trajectory } };
}

function leftAt(search: Search, hit: FileHit): LeftHit {
  return { hit, place: placeOf(hit, hitsIn(search, hit.isOther === true)!) };
}

/** The hit that was gone to is the current one again once it is found. */
function withCurrent(search: Search): Search {
  if (search.left === null) return search;
  const { trajectory, message, from, path, isOther = false } = search.left.hit;
  const isIt = (one: FileHit) =>
    one.trajectory === trajectory &&
    one.message === message &&
    one.from === from &&
    String(one.path) === String(path);
  const current = hitsIn(search, isOther)?.listed.find(isIt);
  return current === undefined ? search : { ...search, current, left: null };
}

/** Asks for one page after the other, as long as this is the search. */
async function run(view: View, id: number): Promise<void> {
  if (running.has(id)) return;
  running.add(id);
  try {
    while (await takePage(view, id)) view.update();
  } catch (error) {
    stop(view, id, (error as Error).message);
  } finally {
    running.delete(id);
  }
  view.update();
}

/** Takes the next page; false at the end, and when a newer version of the document is to come first. */
async function takePage(view: View, id: number): Promise<boolean> {
  const asked = view.search;
  const next = asked?.id === id ? nextOf(asked) : null;
  if (asked === null || next === null) return false;
  const { query, role } = asked;
  const { from, to, isOther } = next;
  const hits = hitsIn(asked, isOther)!;
  const room = Math.max(0, maxListed - hits.listed.length);
  const page = await view.host.ask('find', { query, role, from, to, room }, isOther);
  const now = view.search;
  if (now?.id !== id) return false;
  // An edit has moved the hits meanwhile.
  if (hitsIn(now, isOther) !== hits) return true;
  if (page === null) return false;
  if (page.failed !== undefined) return stop(view, id, whyStopped(view, page, isOther));
  const version = sideOf(view, isOther)?.version ?? 0;
  if (page.version !== version) return page.version < version;
  const found = isOther ? { ...page, hits: page.hits.map(inOther) } : page;
  view.search = withCurrent(withHits(now, withPage(hits, found, to), isOther));
  publish(view);
  return true;
}

function inOther(hit: Hit): FileHit {
  return { ...hit, isOther: true };
}

type Failed = Extract<
  NonNullable<Awaited<ReturnType<View['host']['ask']>>>,
  { readonly failed: 'invalid' | 'too-slow' }
>;

function whyStopped(view: View, page: Failed, isOther: boolean): string {
  if (page.failed === 'invalid') return `Not a valid expression: ${page.reason}.`;
  const { trajectory, message, seconds } = page;
  const columns = sideOf(view, isOther)!;
  const group = columns.groupOf[trajectory] ?? 0;
  const member = trajectory - (columns.starts[group] ?? 0);
  return `Stopped: the expression takes more than ${seconds} seconds in message ${message + 1} of group ${group + 1}, trajectory ${member + 1}. Repetitions inside repetitions are slow: simplify it.`;
}

function stop(view: View, id: number, failure: string): false {
  if (view.search?.id === id) view.search = { ...view.search, failure };
  return false;
}

/** Gives the number of hits to the filter, if that is on. */
function publish(view: View): void {
  const { columns, search, settings } = view;
  const hits = settings.find.isFilter && search !== null ? search.hits.counts : null;
  if (columns !== null && columns.hits !== hits) view.columns = { ...columns, hits };
  view.update();
}
