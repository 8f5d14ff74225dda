import { guard } from 'lit/directives/guard.js';
import { ref } from 'lit/directives/ref.js';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { filesOf } from './comparedFiles/comparedFiles';
import { comparisonDrawn, comparisonOf } from './comparison/comparison';
import { KnownMarks } from './comparison/knownMarks';
import { feedOf } from './conversation/feed/feed';
import { conversationHeader, noConversation } from './conversation/header';
import type { Columns } from './data/columns/columns';
import { findBarOf } from './find/findBar';
import { hitMarksOf } from './find/hitMarks';
import { heldFocus, keepFocus } from './focus';
import { visibleName } from './format/visibleText';
import { keyList, keyListDrawn } from './keys';
import { filterBar } from './list/filterBar';
import { listOf } from './list/list';
import { sortBar } from './list/sortBar';
import { overviewOf } from './overview/overview';
import { restingColumns } from './overview/resting';
import type { View } from './state/view';
import { stepBack } from './stepBack';
import { styled } from './styled';
import { fileBar, otherFileBar } from './viewedFile/fileBar';

/** Returns the function that renders the whole view into `root`. */
export function createRenderer(view: View, root: HTMLElement): () => void {
  const resting = restingColumns(() => view.update());
  const marks = new KnownMarks(() => requestAnimationFrame(() => view.update()));
  const find = findBarOf(view);
  const noticeTop = heightNotice((top) => {
    if (view.columns !== null) view.heights = { ...view.heights, top };
  });
  const noticeHead = heightNotice((head) => {
    if (view.columns !== null) view.heights = { ...view.heights, head };
  });
  const hits = hitMarksOf(view);
  const files = filesOf(view);
  const parts = {
    feed: feedOf(view),
    list: listOf(view),
    overview: overviewOf(view),
    noticeTop,
    noticeHead,
    resting,
    marks,
    find,
    files,
  };
  return () => {
    const { columns } = view;
    const held = heldFocus();
    render(page(view, parts), root);
    keyListDrawn(view);
    if (columns !== null) parts.list.drawn(columns);
    comparisonDrawn(view);
    parts.files.drawn();
    parts.feed.drawn();
    find.drawn();
    hits.drawn();
    keepFocus(view, held);
  };
}

interface Dependencies {
  readonly feed: ReturnType<typeof feedOf>;
  readonly list: ReturnType<typeof listOf>;
  readonly overview: ReturnType<typeof overviewOf>;
  readonly noticeTop: (element?: Element) => void;
  readonly noticeHead: (element?: Element) => void;
  readonly resting: ReturnType<typeof restingColumns>;
  readonly marks: KnownMarks;
  readonly find: ReturnType<typeof findBarOf>;
  readonly files: ReturnType<typeof filesOf>;
}

function page(view: View, parts: Dependencies): TemplateResult {
  const { feed, list, find } = parts;
  const { columns, settings, conversation, comparison } = view;
  const back = (event: KeyboardEvent) => stepBack(view, event);
  if (columns === null && conversation === null) {
    return html`<main tabindex="-1">${fileBar(view)}<p class="empty" role="status">${view.failure ?? reading}</p></main>`;
  }
  if (columns !== null && comparison !== null) {
    return html`<main class="shows-comparison" tabindex="-1" @keydown=${back}>
        <h1 class="visually-hidden">${visibleName(view.document?.name ?? 'Trajectories')}</h1>
        ${fileBar(view)} ${otherFileBar(view)} ${failureLine(view)} ${find.template(columns)} ${comparisonOf(view, { shown: comparison, marks: parts.marks })}
      </main>
      ${keyList(view)}`;
  }
  if (view.other !== null) {
    return html`<main class="shows-comparison" tabindex="-1" @keydown=${back}>
        <h1 class="visually-hidden">${visibleName(view.document?.name ?? 'Trajectories')}</h1>
        ${fileBar(view)} ${otherFileBar(view)} ${failureLine(view)} ${columns === null ? nothing : find.template(columns)} ${parts.files.template()}
      </main>
      ${keyList(view)}`;
  }
  // Without a trajectory, the list says why, and leads to another one.
  const isRead = settings.showsConversation && (conversation !== null || view.trajectory !== null);
  const shows = isRead ? 'shows-conversation' : 'shows-list';
  return html`<main class=${shows} tabindex="-1" @keydown=${back}>
      <h1 class="visually-hidden">${visibleName(view.document?.name ?? 'Trajectories')}</h1>
      ${fileBar(view)} ${failureLine(view)}
      ${columns === null ? awaitedTop(view) : top(view, columns, parts)}
      ${columns === null ? nothing : find.template(columns)}
      <div class="columns">
        <nav class="list" aria-label="Groups and trajectories">
          ${columns === null ? nothing : html`${guard([columns, settings], () => sortBar(view, columns))} ${list.template(columns)}`}
        </nav>
        <section class="conversation" aria-label="Trajectory">
          ${conversationHeader(view, parts.noticeHead)}
          ${conversation === null ? noConversation(view) : feed.template()}
        </section>
      </div>
    </main>
    ${keyList(view)}`;
}

const reading = 'Reading the document…';

function top(view: View, columns: Columns, { overview, noticeTop, resting }: Dependencies): TemplateResult {
  const { settings } = view;
  const rested = resting(columns);
  return html`<div class="top" ${ref(noticeTop)}>
    ${guard([rested, settings, view.document, view.theme], () => overview.template(rested))}
    ${guard([columns, settings, view.draft], () => filterBar(view, columns))}
  </div>`;
}

/**
 * In place of the overview until it is read, in the height that it had before a reload, or about that of most: the
 * conversation should not move.
 */
function awaitedTop({ settings, heights: { top } }: View): TemplateResult {
  const look = settings.showsOverview && top === 0 ? 'is-awaited' : '';
  return html`<div class="top ${look}" ${styled(top === 0 ? {} : { 'min-height': `${top}px` })}><p class="empty" role="status">${reading}</p></div>`;
}

/** Tells each height of an element, in pixels. */
function heightNotice(tell: (height: number) => void): (element?: Element) => void {
  const observer = new ResizeObserver(([entry]) => tell(entry!.borderBoxSize[0]!.blockSize));
  return (element) => {
    observer.disconnect();
    if (element !== undefined) observer.observe(element);
  };
}

function failureLine(view: View): TemplateResult | typeof nothing {
  if (view.failure === null) return nothing;
  return html`<p class="failure" role="alert">${view.failure}</p>`;
}
