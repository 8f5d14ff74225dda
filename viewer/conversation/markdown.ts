import DOMPurify from 'dompurify';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { noChange } from 'lit/html.js';
import MarkdownIt from 'markdown-it';
import { counted } from '../format/numbers';
import { piecesOf, visible } from '../format/visibleText';
import { isBitmap } from './images';

/** Longer text is not rendered: that is slow, and nobody reads it rendered. */
const maxRenderedLength = 50_000;

const markdown = new MarkdownIt({ html: false, linkify: false });

const purify = DOMPurify(window);

const linked = /^(https?|mailto):/i;

// Runs before anything enters the page: an image would be fetched as soon as it exists.
purify.addHook('uponSanitizeAttribute', (_element, data) => {
  if (data.attrName === 'src' && !isBitmap(data.attrValue)) data.keepAttr = false;
  // Links are replaced by buttons, so keep every target: it is shown to the user.
  if (data.attrName === 'href') data.forceKeepAttr = true;
});

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img', '#text'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Renders Markdown into an element, once per text. Fetches nothing; links are replaced. */
class Rendered extends Directive {
  private text: string | null = null;

  render(_text: string, _follow: (target: string) => void): unknown {
    return noChange;
  }

  override update(part: ElementPart, [text, follow]: [string, (target: string) => void]): unknown {
    if (text !== this.text) part.element.replaceChildren(...contentOf(text, follow));
    this.text = text;
    return noChange;
  }
}

export const rendered = directive(Rendered);

function contentOf(text: string, follow: (target: string) => void): Node[] {
  if (text.length > maxRenderedLength) {
    const body = elementOf('div', 'text', visible(text));
    return [
      elementOf('p', 'note', `Not rendered, because it is long: ${counted(text.length)} characters.`),
      body,
    ];
  }
  const fragment = purify.sanitize(markdown.render(text), { ...allowed, RETURN_DOM_FRAGMENT: true });
  for (const image of fragment.querySelectorAll('img:not([src])')) {
    image.replaceWith(`[image: ${visible(image.getAttribute('alt') ?? '')}]`);
  }
  for (const anchor of fragment.querySelectorAll('a')) anchor.replaceWith(linkOf(anchor, follow));
  showEscapes(fragment);
  return [fragment];
}

/** Shows invisible characters as escapes, as in plain text. */
function showEscapes(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const pieces = piecesOf(text.data);
    if (pieces.length <= 1 && typeof pieces[0] === 'string') continue;
    text.replaceWith(
      ...pieces.map((piece) =>
        typeof piece === 'string' ? piece : elementOf('span', 'escape', piece.escape),
      ),
    );
  }
}

/** Replaces a link by a button that shows its target. */
function linkOf(anchor: HTMLAnchorElement, follow: (target: string) => void): Node {
  const target = anchor.getAttribute('href') ?? '';
  const isLink = linked.test(target);
  const result = elementOf(isLink ? 'button' : 'span', isLink ? 'link' : '', '');
  result.append(...anchor.childNodes);
  if (target !== '' && result.textContent !== target) result.append(` (${target})`);
  if (!isLink) return result;
  result.addEventListener('click', (event) => {
    event.stopPropagation();
    follow(target);
  });
  return result;
}

function elementOf(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
