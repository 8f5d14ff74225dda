import type { MessageProblem } from '../../server/viewProtocol/conversation';
import type { PartOfValue } from '../../server/viewProtocol/places';
import { type Conversation, outdated } from './loadedConversation';
import { fetchAhead, fetchConversation, keepMessage } from './pages';
import { listRows } from './selectors';
import { updateSettings, type View } from './view';

/** Actions of the view, triggered by host messages and the user. */

let selections = 0;
let fetching: number | null = null;
/** Direction of the last step through the list; the next step probably has the same. */
let direction: 1 | -1 = 1;
/** Milliseconds without another move until the text follows, if it has just followed one. */
const moveDelay = 150;
let moveTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether the trajectory's conversation is being fetched. */
export function isFetching(trajectory: number): boolean {
  return fetching === trajectory;
}

/** The current trajectory and message, also of the other file while its trajectories are compared. */
export function currentItem({ trajectory, message, currentInOther }: View) {
  return currentInOther === null
    ? { trajectory, message, isOther: false }
    : { ...currentInOther, isOther: true };
}

/** In messages to the host: only items of the other file say which file they are in. */
export function inFile(isOther: boolean): { readonly isOther?: true } {
  return isOther ? { isOther } : {};
}

/** Selects a trajectory and scrolls to one of its messages. */
export function select(view: View, trajectory: number, message: number | null): void {
  const { columns } = view;
  if (trajectory < 0 || (columns !== null && trajectory >= columns.trajectories)) return;
  // A selection before anything is visible must not switch to the conversation: the user may want the list first.
  if (columns !== null) showConversation(view);
  const isShown = view.conversation?.trajectory === trajectory && view.trajectory === trajectory;
  view.trajectory = trajectory;
  view.message = message;
  if (columns !== null) reveal(view, trajectory);
  if (!isShown) void show(view, trajectory, message);
  else if (message !== null) scrollTo(view, message, false);
  view.update();
}

/** Shows a trajectory that the user chose in the view. */
export function goTo(view: View, trajectory: number): void {
  select(view, trajectory, null);
  tellMoved(view);
}

/** Fetches and shows the conversation of a trajectory. */
export async function show(view: View, trajectory: number, message: number | null): Promise<void> {
  const selection = ++selections;
  fetching = trajectory;
  const { failure } = view;
  try {
    const fetched = await fetchConversation(view, trajectory, message);
    if (selection !== selections) return;
    const conversation = withKeptFolds(view, fetched);
    // The document may have been edited in the meantime.
    const isOld = conversation !== null && conversation.version < (view.columns?.version ?? 0);
    view.conversation = isOld ? outdated(conversation, trajectory, true) : conversation;
    if (conversation !== null) keepMessage(view, conversation);
    scrollTo(view, message ?? 0, true);
    // A failure that came up since is of something else.
    if (view.failure === failure) view.failure = null;
    const next = neighbour(view, direction);
    if (next !== null) fetchAhead(view, next);
  } catch (error) {
    if (selection !== selections) return;
    view.failure = (error as Error).message;
  }
  if (selection === selections) fetching = null;
  view.update();
}

function withKeptFolds(view: View, conversation: Conversation | null): Conversation | null {
  const kept = view.keptFolds;
  view.keptFolds = null;
  const isSame = conversation !== null && kept?.trajectory === conversation.trajectory;
  return isSame ? { ...conversation, folds: kept.folds } : conversation;
}

/** Unfolds a trajectory's group and scrolls the list to it. */
export function reveal(view: View, trajectory: number): void {
  const group = view.columns!.groupOf[trajectory]!;
  if (!view.unfolded.has(group)) view.unfolded = new Set(view.unfolded).add(group);
  const { rows } = listRows(view.columns!, view.settings, view.unfolded);
  const row = rows.rowOf(trajectory);
  if (row < 0) return;
  view.listRow = row;
  view.listScrollWanted = true;
}

/** Goes to the next or previous trajectory of the list. */
export function stepTrajectory(view: View, by: 1 | -1): void {
  direction = by;
  const next = neighbour(view, by);
  if (next !== null) goTo(view, next);
}

function neighbour({ columns, settings, unfolded, trajectory }: View, by: 1 | -1): number | null {
  if (columns === null) return null;
  const { rows } = listRows(columns, settings, unfolded);
  return trajectory === null ? rows.step(-1, 1) : rows.step(trajectory, by);
}

/** Goes to the first trajectory of the next or previous group of the list; from one that filters hide, of the first. */
export function stepGroup(view: View, by: 1 | -1): void {
  const { columns, trajectory } = view;
  if (columns === null) return;
  const { rows } = listRows(columns, view.settings, view.unfolded);
  if (rows.groups === null || trajectory === null) return stepTrajectory(view, by);
  const { groups } = rows;
  const at = groups.indexOf(columns.groupOf[trajectory]!);
  const [from, direction] = at < 0 ? [0, 1] : [at + by, by];
  for (let place = from; place in groups; place += direction) {
    const first = rows.members(groups[place]!)[0];
    if (first !== undefined) return goTo(view, first);
  }
}

/** Makes a message current and focuses it. */
export function focusMessage(view: View, message: number): void {
  if (view.conversation === null || view.conversation.total === 0) return;
  showConversation(view);
  view.message = message;
  scrollTo(view, message, true);
  view.focusWanted = true;
  tellMoved(view);
  view.update();
}

/** The next frame scrolls to a message. */
export function scrollTo(view: View, message: number, toTop: boolean): void {
  view.scrollTarget = message;
  view.scrollsToTop = toTop;
}

/** Reports the current item to the host, so that the text follows. Of moves in quick succession, the first and last. */
export function tellMoved(view: View): void {
  view.ahead = null;
  if (view.search !== null) view.search = { ...view.search, stepWanted: null };
  const isFirst = moveTimer === undefined;
  clearTimeout(moveTimer);
  moveTimer = setTimeout(() => {
    moveTimer = undefined;
    if (!isFirst) postMove(view);
  }, moveDelay);
  if (isFirst) postMove(view);
}

function postMove(view: View): void {
  const { trajectory, message, isOther } = currentItem(view);
  if (trajectory === null) return;
  const part = partOf(view, { trajectory, message, isOther });
  view.host.post({ type: 'moved', trajectory, message, ...part, ...inFile(isOther) });
}

/** Something newer leads the text. */
export function forgetMove(): void {
  clearTimeout(moveTimer);
  moveTimer = undefined;
}

/** Shows the selected trajectory, or a message of it, in the text. */
export function showInText(view: View, message: number | null, focus: boolean): void {
  postReveal(view, message, { focus, ...partOf(view, { ...currentItem(view), message }) });
}

/** Shows a problem of the selected trajectory in the text. */
export function showProblemInText(view: View, message: number | null, { from, to }: MessageProblem): void {
  postReveal(view, message, { focus: true, part: { path: [], from, to } });
}

function postReveal(
  view: View,
  message: number | null,
  how: { readonly focus: boolean; readonly part?: PartOfValue },
): void {
  const { trajectory, isOther } = currentItem(view);
  forgetMove();
  if (trajectory !== null)
    view.host.post({ type: 'reveal', trajectory, message, ...how, ...inFile(isOther) });
}

/** The current hit, if it is in that message. */
function partOf(
  { search }: View,
  { trajectory, message, isOther }: ReturnType<typeof currentItem>,
): { readonly part?: PartOfValue } {
  const hit = search?.current ?? null;
  if (hit === null || hit.trajectory !== trajectory || hit.message !== message) return {};
  if ((hit.isOther === true) !== isOther) return {};
  return { part: { path: hit.path, from: hit.from, to: hit.to } };
}

/** Shows or hides the reasoning of all messages, overriding individual folds. */
export function toggleReasoning(view: View): void {
  const { conversation, settings } = view;
  if (conversation !== null) {
    const folds = [...conversation.folds].filter(([name]) => !name.startsWith('reasoning '));
    view.conversation = { ...conversation, folds: new Map(folds) };
  }
  updateSettings(view, { showsReasoning: !settings.showsReasoning });
}

/** In a narrow view, the conversation replaces the list and takes its focus. */
function showConversation(view: View): void {
  if (view.settings.showsConversation) return;
  view.settings = { ...view.settings, showsConversation: true };
  view.focusWanted = isNarrow() && document.activeElement?.closest('.list, .top') != null;
}

/** Returns to the list, which a narrow view shows in place of the conversation. */
export function showList(view: View): void {
  view.rowFocusWanted = true;
  view.listScrollWanted = true;
  if (isNarrow()) updateSettings(view, { showsConversation: false });
  else view.update();
}

function isNarrow(): boolean {
  return matchMedia('(max-width: 779px)').matches;
}
