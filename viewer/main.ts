import './locale';
import './viewer.css';
import type { ToView, ViewState } from '../client/view/viewMessages';
import { createRenderer } from './app';
import { firstDraft } from './data/filtering/conditions';
import { firstSettings, settingsFrom } from './data/settings';
import { keepKeys } from './focus';
import { hostOf, type WebviewApi } from './host';
import { carryOut } from './keys';
import { refresh } from './refreshing';
import { forgetMove, goTo, inFile, select } from './state/actions';
import { isComparisonLoading } from './state/comparison/comparing';
import { openOther, refreshOther, restoreOther } from './state/comparison/otherFile';
import { keepChanges } from './state/keepChanges';
import { showInVersion } from './state/showItem';
import type { Heights, View } from './state/view';

declare function acquireVsCodeApi(): WebviewApi;

const root = document.getElementById('view')!;

const view = start();
const draw = createRenderer(view, root);
const keep = keepChanges((state) => view.host.keep(state));
let isDrawing = false;
let isScheduled = false;
let isWanted = false;
keepKeys();
watchLooks();
window.addEventListener('pagehide', keepNow);
window.addEventListener('focus', update);
// Keys can come faster than frames: `Enter` is for the row that the arrow key before it has reached.
window.addEventListener('keydown', drawWanted, { capture: true });
keepUri();
view.host.post({ type: 'ready' });
view.update();

function start(): View {
  const host = hostOf(acquireVsCodeApi(), (message) => {
    switch (message.type) {
      case 'document':
        return openDocument(message);
      case 'changed':
        return void follow(message.isOther === true);
      case 'show':
        forgetMove();
        if (message.isAsked === true) view.settings = { ...view.settings, showsConversation: true };
        return showInVersion(view, itemOf(message), () => received(message));
      case 'other':
        openOther(view, message);
        return received(message);
      case 'command':
        carryOut(view, message.command);
        return received(message);
    }
  });
  const result: View = {
    host,
    update,
    goTo: (trajectory) => goTo(result, trajectory),
    ...{ document: null, columns: null, settings: firstSettings, unfolded: new Set(), failure: null },
    draft: firstDraft,
    ...{ file: null, fileProblems: null },
    ...{
      trajectory: null,
      message: null,
      conversation: null,
      listRow: 0,
      heights: { top: 0, head: 0 },
      rowHeight: 24,
    },
    ...{
      scrollTarget: null,
      scrollsToTop: false,
      nestedTarget: null,
      listScrollWanted: false,
      keptFolds: null,
      awaited: null,
      ahead: null,
    },
    ...{ comparison: null, awaitsCompared: false, comparisonTarget: null, comparisonFocusWanted: false },
    ...{ other: null, currentInOther: null, matchRow: 0, matchFocusWanted: false },
    ...{ search: null, findFocusWanted: false, hitWanted: false },
    ...{ focusWanted: false, rowFocusWanted: false, showsKeys: false, theme: 0 },
  };
  return result;
}

/** Files whose change is fetched but not drawn yet: `true` is the other file. */
const refreshed = new Set<boolean>();

async function follow(isOther: boolean): Promise<void> {
  await (isOther ? refreshOther(view) : refresh(view));
  refreshed.add(isOther);
  view.update();
}

/** Tells the host once that changes are drawn. */
function tellFollowed(): void {
  if (view.conversation?.isCurrent === false || isComparisonLoading()) return;
  for (const isOther of refreshed) view.host.post({ type: 'followed', ...inFile(isOther) });
  refreshed.clear();
}

function itemOf({ trajectory, message, version = 0, isOther = false }: Extract<ToView, { type: 'show' }>) {
  return { ref: { trajectory, isOther }, message, version };
}

/** Confirms a message that the host would repeat to a new page, once its effect is saved. */
function received(message: ToView): void {
  keepNow();
  view.host.post({ type: 'received', message });
}

type DocumentMessage = Extract<ToView, { readonly type: 'document' }>;

/** Opens a document; `changed` follows. Restores the state of before a reload if it is of the same document. */
function openDocument({ name, uri, formerly, isFile = false }: DocumentMessage): void {
  const before = view.document;
  view.document = { name, uri, isFile };
  if (before === null) {
    const kept = view.host.state();
    if (kept !== undefined && [uri, ...formerly].includes(kept.uri)) restore(kept);
    restoreOther(view);
  }
  view.update();
}

function restore({ settings, trajectory, message }: ViewState): void {
  view.settings = settingsFrom(settings);
  view.unfolded = new Set(view.settings.unfolded);
  view.heights = heightsFrom(settings['heights']);
  if (trajectory === null) return;
  view.keptFolds = { trajectory, folds: new Map(view.settings.folds) };
  // A selection from the host has priority.
  if (view.trajectory === null) select(view, trajectory, message);
}

function heightsFrom(kept: unknown): Heights {
  const { top, head } = { ...view.heights, ...(kept as Partial<Heights> | undefined) };
  return typeof top === 'number' && typeof head === 'number' ? { top, head } : view.heights;
}

/** Renders in the next animation frame, or before the next key if that comes first. */
function update(): void {
  isWanted = true;
  if (isDrawing || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    drawWanted();
  });
}

/** Renders what was to be rendered; updates requested meanwhile, such as measured sizes, up to three times at once. */
function drawWanted(): void {
  if (!isWanted) return;
  isDrawing = true;
  try {
    for (let times = 0; isWanted && times < 4; times++) {
      isWanted = false;
      draw();
    }
  } finally {
    // Reset even after an error, so that the next frame can render.
    isDrawing = false;
  }
  if (isWanted) update();
  tellFollowed();
  keepState();
}

/** The first state: enough to restore the view if the window is reloaded right now. */
function keepUri(): void {
  const { uri } = root.dataset;
  if (uri !== undefined && view.host.state() === undefined)
    view.host.keep({ uri, trajectory: null, message: null, settings: {} });
}

let keptPlace: readonly unknown[] = [];
let keeping: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves the state. A new place at once: VS Code may replace the page at any moment, such as when its tab moves to
 * another group, or the window is reloaded. The rest at most once per 300 ms.
 */
function keepState(): void {
  if (place().some((part, i) => part !== keptPlace[i])) keepNow();
  else keeping ??= setTimeout(keepNow, 300);
}

/** What the user looks at. */
function place(): readonly unknown[] {
  const { trajectory, message } = view.awaited ?? view;
  const { compared, across } = view.settings;
  return [trajectory, message, compared, across.other];
}

function keepNow(): void {
  clearTimeout(keeping);
  keeping = undefined;
  const { document: shown, settings, unfolded, conversation, heights } = view;
  const { trajectory, message } = view.awaited ?? view;
  if (shown === null) return;
  const { folds } = (conversation?.trajectory === trajectory ? conversation : view.keptFolds) ?? {
    folds: [],
  };
  const maxKept = 500;
  const lists = { unfolded: [...unfolded].slice(-maxKept), folds: [...folds].slice(-maxKept) };
  keptPlace = place();
  keep({ uri: shown.uri, trajectory, message, settings: { ...settings, ...lists, heights } });
}

/** Redraws charts and rows when the theme or fonts change. */
function watchLooks(): void {
  const look = () => {
    const size = Number.parseFloat(getComputedStyle(root).fontSize);
    view.rowHeight = Math.ceil(size * 1.35) + 6;
    document.documentElement.style.setProperty('--row-height', `${view.rowHeight}px`);
    view.theme++;
    view.update();
  };
  const observer = new MutationObserver(look);
  const attributes = { attributes: true, attributeFilter: ['class', 'style'] };
  observer.observe(document.body, attributes);
  look();
  // VS Code sets theme colours on this element. `look` writes to it too, which must not trigger it again.
  let before = '';
  new MutationObserver(() => {
    const style = document.documentElement.style.cssText.replace(/--row-height:[^;]*;?/, '');
    if (style === before) return;
    before = style;
    look();
  }).observe(document.documentElement, attributes);
}
