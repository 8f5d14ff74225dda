import type { CollectionChange, Hit } from '../../server/viewProtocol';
import { areSame, ownRef } from '../data/comparing';
import {
  afterChange,
  type Hits,
  hitFrom,
  maxListed,
  nextToSearch,
  noHits,
  withPage,
} from '../data/finding/hits';
import { followTrajectory } from '../data/following';
import { memoizeLast } from '../data/memoizeLast';
import type { FindSettings } from '../data/settings';
import { showInText, tellMoved } from './actions';
import { showItem } from './followedComparison';
import { closeOther } from './otherFile';
import { listRows } from './selectors';
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
export function startSearch(view: View): void {
  const { isOpen, text, isExpression, isCaseSensitive, role } = view.settings.find;
  const { columns } = view;
  if (columns === null) return;
  view.search = null;
  if (isOpen && text !== '') {
    const query = { text, isExpression, isCaseSensitive };
    const id = ++searches;
    const hits = noHits(columns.trajectories);
    view.search = { id, query, role: role === '' ? null : role, hits, current: null, failure: null };
    void run(view, id);
  }
  publish(view);
}

/** Moves the hits along with a change of the document, and searches what is new. */
export function followSearch(view: View, changes: readonly CollectionChange[]): void {
  const { search } = view;
  if (search === null) return startSearch(view);
  let { hits } = search;
  for (const change of changes) hits = afterChange(hits, change);
  view.search = { ...search, hits, current: followHit(search.current, hits, changes) };
  publish(view);
  void run(view, search.id);
}

/** The same hit, wherever its trajectory is now. */
function followHit(hit: Hit | null, { listed }: Hits, changes: readonly CollectionChange[]): Hit | null {
  if (hit === null) return null;
  let at: number | null = hit.trajectory;
  for (const change of changes) at = at === null ? null : followTrajectory(at, change).index;
  const { message, from, path } = hit;
  const isIt = (one: Hit) =>
    one.trajectory === at &&
    one.message === message &&
    one.from === from &&
    String(one.path) === String(path);
  return listed.find(isIt) ?? null;
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
  const next = asked?.id === id && asked.failure === null ? nextToSearch(asked.hits) : null;
  if (asked === null || next === null) return false;
  const { query, role, hits } = asked;
  const room = Math.max(0, maxListed - hits.listed.length);
  const page = await view.host.ask('find', { query, role, ...next, room });
  const now = view.search;
  if (now?.id !== id) return false;
  // An edit has moved the hits meanwhile.
  if (now.hits !== hits) return true;
  if (page === null) return false;
  if (page.failed !== undefined) return stop(view, id, whyStopped(view, page));
  const version = view.columns?.version ?? 0;
  if (page.version !== version) return page.version < version;
  view.search = { ...now, hits: withPage(hits, page, next.to) };
  publish(view);
  return true;
}

type Failed = Extract<
  NonNullable<Awaited<ReturnType<View['host']['ask']>>>,
  { readonly failed: 'invalid' | 'too-slow' }
>;

function whyStopped({ columns }: View, page: Failed): string {
  if (page.failed === 'invalid') return `Not a valid expression: ${page.reason}.`;
  const { trajectory, message, seconds } = page;
  const group = columns!.groupOf[trajectory] ?? 0;
  const member = trajectory - (columns!.starts[group] ?? 0);
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

const passing = memoizeLast((hits: readonly Hit[], passed: Uint8Array) =>
  hits.filter(({ trajectory }) => passed[trajectory] === 1),
);

/** The listed hits in trajectories that pass the filters. */
export function shownHits(view: View): readonly Hit[] {
  if (view.search === null || view.columns === null) return [];
  const { selection } = listRows(view.columns, view.settings, view.unfolded);
  return passing(view.search.hits.listed, selection.passed);
}

/** Goes to the next or previous hit; at the ends, around. Without a search, opens its field. */
export function stepHit(view: View, by: 1 | -1): void {
  if (view.search === null) return openFind(view);
  const hits = shownHits(view);
  const { current } = view.search;
  const at = current === null ? -1 : hits.indexOf(current);
  const from = { trajectory: view.trajectory ?? 0, message: view.message ?? 0 };
  const next = at < 0 ? hitFrom(hits, from, by) : hits.at((at + by) % hits.length);
  if (next != null) goToHit(view, next);
}

/** Shows a hit in its message; the text follows. */
export function goToHit(view: View, hit: Hit): void {
  if (view.search === null) return;
  view.search = { ...view.search, current: hit };
  view.hitWanted = true;
  const isCompared = view.settings.compared.some((one) => areSame(one, ownRef(hit.trajectory)));
  if (view.other !== null && !isCompared) closeOther(view);
  showItem(view, ownRef(hit.trajectory), hit.message);
  tellMoved(view);
}

/** Shows a hit in its message and in the text. With `focus`, the cursor goes there. */
export function openHit(view: View, hit: Hit, focus: boolean): void {
  goToHit(view, hit);
  showInText(view, hit.message, focus);
}
