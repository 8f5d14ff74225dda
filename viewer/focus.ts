import { showInView } from './scrollWithin';
import type { View } from './state/view';

/** The focus before a render. */
export interface Held {
  readonly element: Element | null;
  readonly message: string | null;
  readonly isList: boolean;
  /** Its row in the list. */
  readonly row: string | null;
  readonly isFilter: boolean;
  /** In the field that finds, or in the list of hits: both are drawn anew where a comparison begins or ends. */
  readonly isFind: boolean;
  readonly isHit: boolean;
}

export function heldFocus(): Held {
  const element = document.activeElement;
  const article = element?.closest<HTMLElement>('[data-message]');
  return {
    element: element === document.body ? null : element,
    message: article?.dataset['message'] ?? null,
    isList: element?.closest('.list-scroller') != null,
    row: element?.closest<HTMLElement>('.list-scroller [data-row]')?.dataset['row'] ?? null,
    isFilter: element?.closest('.filter-bar') != null,
    isFind: element?.closest('.find-bar') != null,
    isHit: element?.closest('.hit-scroller') != null,
  };
}

/** If the focused element is gone, focuses the nearest one, so that focus is never lost. */
export function keepFocus(view: View, held: Held): void {
  const { element, message, isList, row, isFilter, isFind, isHit } = held;
  // An edit has moved what it showed to another row.
  const isMoved = row !== null && row !== `${view.listRow}` && document.activeElement === element;
  if (view.rowFocusWanted || isMoved || (isList && element?.isConnected === false)) {
    view.rowFocusWanted = false;
    // Rows of a comparison, which takes the place of the list, have numbers, too.
    focusOn(`.list-scroller [data-row="${view.listRow}"]`) || focusOn('.list-scroller .row-button');
    const row = document.activeElement;
    const scroller = row?.closest('.list-scroller');
    if (row !== null && scroller != null && document.hasFocus()) showInView(row, scroller);
    return;
  }
  if (element?.isConnected === true || document.activeElement !== document.body) return;
  if (isHit && focusOn('.hit-scroller .row-button[tabindex="0"]')) return;
  if ((isFind || isHit) && focusOn('.find-bar input')) return;
  // Nothing has had the focus since the page was opened: the arrow keys should move in the list, once it is there.
  if (element === null && (view.columns === null || focusOn(currentRow))) return;
  if (isFilter && focusOn('.filter-bar summary')) return;
  const isInFeed = document.querySelector('.feed-scroller') !== null;
  if (message !== null && isInFeed) {
    // Not the one of the same number: another trajectory may be shown by now.
    if (focusOn(`#message-${view.message ?? 0}`)) return;
    view.focusWanted = (view.message ?? 0) < (view.conversation?.total ?? 0);
  }
  // The current message gets it once it is drawn. Any other one would become the current one.
  if (view.focusWanted && isInFeed) return void focusOn('main');
  focusOn(`#message-${view.message ?? 0}`) || focusOn(currentRow) || focusOn('main');
}

/** The row of the list of groups, or of matched groups, that Tab reaches. Hits have such rows, too. */
const currentRow = ':is(.list-scroller, .match-scroller) .row-button[tabindex="0"]';

function focusOn(selector: string): boolean {
  // Don't steal focus from the text editor.
  if (!document.hasFocus()) return false;
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}

/**
 * VS Code handles key presses that reach the window as key bindings. Stops those that a field or a button uses itself:
 * text stays text, and `Enter` on a button is not *Show in Text*. Only the page knows at once which element has
 * focus: a condition of a key binding would learn it after the next key.
 */
export function keepKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    // Not its target: a row that was drawn before this key may have taken the focus, and with it the key.
    const target = document.activeElement;
    if (isChord(event) || target === null) return;
    const isPressed = key === 'Enter' || key === ' ';
    const isButton = target.matches('button, summary, input, a, [role="button"]');
    if ((isField(target) && isText(event)) || (isPressed && isButton)) event.stopPropagation();
  });
}

/** Many layouts have `[` and `]` on AltGr, which Windows reports with Ctrl and Alt. */
function isChord(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  return metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'));
}

/** Input methods and dead keys name the key only when the character is complete. */
function isText({ key, isComposing }: KeyboardEvent): boolean {
  const others = ['Enter', 'Backspace', 'Delete', 'Dead', 'Process'];
  return isComposing || key.length === 1 || others.includes(key);
}

/** Whether the keys of an element are text. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type="checkbox"]), textarea, select');
}
