/** A text found in a message that is drawn, with what is around it. */
export interface Found {
  readonly range: Range;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Maximum ranges of a message. */
const maxRanges = 500;
/** Code units kept on either side. */
const around = 20;
/** Elements with text of the document. Words that are marked within do not interrupt it. */
const containers = ['.text', '.markdown', '.tool'].join();

/** Where some texts are in a message, without those in messages under its calls. */
export function foundIn(article: Element, texts: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  for (const container of article.querySelectorAll(containers)) {
    const isInner = container.parentElement!.closest(containers) !== null;
    if (isInner || container.closest('article') !== article) continue;
    const shown = joinedText(container);
    for (const text of texts) {
      for (let at = shown.data.indexOf(text); at >= 0; at = shown.data.indexOf(text, at + text.length)) {
        if (found.length >= maxRanges) return found;
        const end = at + text.length;
        const before = shown.data.slice(Math.max(0, at - around), at);
        found.push({
          range: rangeOf(shown, at, end),
          text,
          before,
          after: shown.data.slice(end, end + around),
        });
      }
    }
  }
  return found;
}

interface JoinedText {
  readonly data: string;
  readonly nodes: readonly Text[];
  /** The offset of each node. */
  readonly starts: readonly number[];
}

function joinedText(container: Element): JoinedText {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const starts: number[] = [];
  let length = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push(node as Text);
    starts.push(length);
    length += (node as Text).data.length;
  }
  return { data: nodes.map(({ data }) => data).join(''), nodes, starts };
}

function rangeOf({ nodes, starts }: JoinedText, from: number, to: number): Range {
  const range = document.createRange();
  const first = starts.findLastIndex((start) => start <= from);
  const last = starts.findLastIndex((start) => start < to);
  range.setStart(nodes[first]!, from - starts[first]!);
  range.setEnd(nodes[last]!, to - starts[last]!);
  return range;
}
