import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ContentPart, CutText, MessageCard } from '../../server/viewProtocol/conversation';
import { plural } from '../format/numbers';
import { visible, visibleName } from '../format/visibleText';
import { icon, iconButton, stopping } from '../icons';
import { focusMessage, showInText, showProblemInText, tellMoved } from '../state/actions';
import { loadedOf } from '../state/loadedConversation';
import { fold, needText } from '../state/pages';
import { updateSettings, type View } from '../state/view';
import { callParts } from './calls';
import { copyMessage, rawOf, rawShown, toggleRaw } from './copying';
import { isBitmap } from './images';
import { problemList } from './problems';
import { cutText, type Look, plain, plainName, textAt, textItself } from './text';
import { tokenButton, tokenList } from './tokens';

/** Longer system prompts are initially folded. */
const maxUnfoldedPromptLength = 400;

/** Roles with a look of their own. */
export const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** The accessible name of a message's article: its number, counted from 1, and its role. */
export function nameOf({ index, role }: MessageCard, total: number): string {
  return `Message ${index + 1} of ${total}, ${role === null ? 'no role' : visibleName(role)}`;
}

/** The CSS class of a card. A document can have any text as a role, so it is not part of the class. */
export function roleClass({ role }: MessageCard): string {
  return `role-${role !== null && roles.includes(role) ? role : 'other'}`;
}

/** A message, or a choice, as a card. `isAnswer`: it is shown under the call that it answers. */
export function messageCard(view: View, card: MessageCard, isAnswer = false): TemplateResult {
  const { message, conversation } = view;
  const total = conversation!.total;
  const isCurrent = message === card.index;
  const isFolded = isFoldedCard(view, card);
  return html`<article
    class="card ${roleClass(card)}"
    id="message-${card.index}"
    data-message=${card.index}
    aria-label=${nameOf(card, total)}
    aria-posinset=${card.index + 1}
    aria-setsize=${total}
    aria-current=${isCurrent ? 'true' : nothing}
    tabindex=${isCurrent || (message === null && card.index === 0) ? 0 : -1}
    @focusin=${(event: FocusEvent) => notice(view, card.index, event)}
    @click=${(event: MouseEvent) => click(view, card.index, event)}
    @dblclick=${(event: MouseEvent) => doubleClick(view, card.index, event)}
  >
    ${head(view, card, isAnswer, isFolded)}
    ${isFolded ? foldedLine(view, card) : bodyOf(view, card)}
    ${problemList(card.problems, (problem) => showProblemInText(view, card.index, problem))}
  </article>`;
}

function head(view: View, card: MessageCard, isAnswer: boolean, isFolded: boolean): TemplateResult {
  const { index, role, name, isChoice, finishReason } = card;
  return html`<header>
    ${iconButton(isFolded ? 'chevron-right' : 'chevron-down', 'Fold', () => foldCard(view, card, !isFolded), { expanded: !isFolded })}
    <span class="number">${index + 1}</span>
    <span class="role">${role === null ? 'no role' : plainName(role)}</span>
    ${isAnswer ? html`<span class="quiet">result</span>` : nothing}
    ${name === null ? nothing : html`<span class="name">${plainName(name)}</span>`}
    ${isChoice ? html`<span class="quiet">choice</span>` : nothing}
    ${finishReason === null ? nothing : html`<span class="finish finish-${finishReason === 'length' ? 'length' : 'other'}" title="Why the model stopped (finish_reason)">${finishReason === 'length' ? icon('warning') : nothing}${plainName(finishReason)}</span>`}
    <span class="actions">${actions(view, card)}</span>
  </header>`;
}

function actions(view: View, card: MessageCard): TemplateResult {
  const role = card.role ?? '';
  const isMarkdown = view.settings.markdown.includes(role);
  const { trajectory } = view.conversation!;
  return html`
    ${card.tokens.length > 0 ? tokenButton(view, card) : nothing}
    ${hasText(card) ? iconButton('markdown', `Render Markdown of ${role || 'no role'}`, () => toggleMarkdown(view, role), { pressed: isMarkdown }) : nothing}
    ${card.content.some(isLaidOut) ? iconButton('quote', 'Plain Text', () => fold(view, itselfName(card), itselfShown(view, card)), { pressed: itselfShown(view, card) }) : nothing}
    ${iconButton('json', 'Raw JSON', () => toggleRaw(view, card), { pressed: rawShown(view, card) })}
    ${iconButton('copy', 'Copy', () => void copyMessage(view, card))}
    ${iconButton('clippy', 'Copy as Markdown', () => view.host.post({ type: 'copyMarkdown', of: { what: 'message', trajectory, message: card.index } }))}
    ${iconButton('link', 'Copy Reference', () => view.host.post({ type: 'copyReference', trajectory, message: card.index }))}
    ${iconButton('go-to-file', 'Show in Text', () => showInText(view, card.index, true))}`;
}

function bodyOf(view: View, card: MessageCard): TemplateResult {
  const raw = rawOf(view, card);
  if (raw !== null) return html`<div class="body">${raw}</div>`;
  const showsTokens = view.conversation!.folds.get(`tokens ${card.index}`) === false;
  return html`<div class="body">
    ${card.reasoning === null ? nothing : reasoning(view, card, card.reasoning)}
    ${showsTokens ? tokenList(card) : card.content.map((part) => contentPart(view, card, part))}
    ${callParts(view, card, (answer) => messageCard(view, answer, true))}
    ${leftOut(card)}
  </div>`;
}

/** Says how many parts and calls are not sent with a message. */
export function leftOut({ leftOut: { parts, calls } }: MessageCard): TemplateResult | typeof nothing {
  if (parts === 0 && calls === 0) return nothing;
  return html`<p class="note">
    Not shown here: ${plural(parts, 'further part')}, ${plural(calls, 'further call')}. Raw JSON has them.
  </p>`;
}

/** Tool output is mostly machine-readable: show it as code. */
function lookOf({ settings }: View, role: string | null): Look {
  if (settings.markdown.includes(role ?? '')) return 'markdown';
  return role === 'tool' || role === 'function' ? 'code' : 'text';
}

const itselfName = ({ index }: MessageCard) => `itself ${index}`;

/** Whether the user wants a JSON result as its original text. */
function itselfShown(view: View, card: MessageCard): boolean {
  return view.conversation!.folds.get(itselfName(card)) === false;
}

function isLaidOut(part: ContentPart): boolean {
  return part.type === 'text' && part.text.form === 'laid-out';
}

function contentPart(view: View, card: MessageCard, part: ContentPart): TemplateResult {
  switch (part.type) {
    case 'text':
      if (!isLaidOut(part)) return cutText(view, part.text, lookOf(view, card.role));
      return itselfShown(view, card) ? textAt(view, textItself(part.text)) : cutText(view, part.text);
    case 'json':
      return cutText(view, part.text);
    case 'image':
      return image(view, part);
  }
}

/** Shows only images embedded in the document; the page's policy allows no others. */
function image(view: View, { url, description }: ContentPart & { readonly type: 'image' }): TemplateResult {
  const known = loadedOf(view.conversation, url);
  if (known.length < url.length) needText(view, url, known, url.length - known.length);
  return known.length === url.length && isBitmap(known)
    ? html`<img class="image" src=${known} alt=${visible(description)} />`
    : html`<p class="note">${plain(description)}</p>`;
}

function reasoning(view: View, { index }: MessageCard, text: CutText): TemplateResult {
  const name = `reasoning ${index}`;
  const isFolded = view.conversation!.folds.get(name) ?? !view.settings.showsReasoning;
  return html`<div class="reasoning">
    <button class="fold-line" aria-expanded=${!isFolded} @click=${stopping(() => fold(view, name, !isFolded))}>
      ${icon(isFolded ? 'chevron-right' : 'chevron-down')} ${icon('lightbulb')} Reasoning
      <span class="quiet">${plural(text.length, 'character')}</span>
    </button>
    ${isFolded ? nothing : cutText(view, text)}
  </div>`;
}

function foldedLine(view: View, card: MessageCard): TemplateResult {
  const texts = textsOf(card);
  const [text] = texts;
  const beginning = text?.text.slice(0, 200).trim() ?? '';
  // The first line of formatted JSON is only a bracket: join lines instead.
  const start = text?.form === 'laid-out' ? beginning.replace(/\n\s*/g, ' ') : beginning.split('\n', 1)[0]!;
  const length = texts.reduce((sum, { length }) => sum + length, 0);
  return html`<button class="fold-line folded" aria-expanded="false" @click=${stopping(() => foldCard(view, card, false))}>
    <span class="first-line">${plain(start)}${length > start.length ? ' …' : ''}</span>
    <span class="quiet">${plural(length, 'character')}</span>
  </button>`;
}

/** What a message says; the arguments of its calls if it only calls tools. */
function textsOf({ content, calls }: MessageCard): readonly CutText[] {
  const said = content.flatMap((part) => (part.type === 'image' ? [] : [part.text]));
  return said.length > 0 ? said : calls.flatMap((call) => call.arguments ?? []);
}

/** Whether the user folded the card, or it is a long prompt. */
export function isFoldedCard(view: View, { index, role, content, problems }: MessageCard): boolean {
  const chosen = view.conversation!.folds.get(`card ${index}`);
  if (chosen !== undefined) return chosen;
  const isPrompt = role === 'system' || role === 'developer';
  const isLong = content.some((part) => part.type === 'text' && part.text.length > maxUnfoldedPromptLength);
  return isPrompt && isLong && problems.length === 0;
}

export function foldCard(view: View, card: MessageCard, isFolded: boolean): void {
  fold(view, `card ${card.index}`, isFolded);
}

function toggleMarkdown(view: View, role: string): void {
  const { markdown } = view.settings;
  const isOn = markdown.includes(role);
  updateSettings(view, { markdown: isOn ? markdown.filter((one) => one !== role) : [...markdown, role] });
}

function hasText({ content }: MessageCard): boolean {
  return content.some((part) => part.type === 'text' && !isLaidOut(part));
}

/** Makes a message current when it, or one of its buttons, receives focus. */
function notice(view: View, message: number, event: FocusEvent): void {
  const article = (event.target as Element).closest('article');
  if (article !== event.currentTarget || view.message === message) return;
  view.message = message;
  tellMoved(view);
  view.update();
}

/** A click shows the source, unless text is being selected. */
function click(view: View, message: number, event: MouseEvent): void {
  event.stopPropagation();
  if (event.detail > 1 || getSelection()?.isCollapsed === false) return;
  view.message = message;
  view.update();
  showInText(view, message, false);
}

function doubleClick(view: View, message: number, event: MouseEvent): void {
  event.stopPropagation();
  if (event.target instanceof Element && event.target.closest('button') !== null) return;
  focusMessage(view, message);
  showInText(view, message, true);
}
