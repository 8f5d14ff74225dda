import * as vscode from 'vscode';
import { inertText } from '../send/format/plainText';

/** An offered answer. */
export interface Offered<Value> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown even if it does not match the typed text. */
  readonly alwaysShow?: boolean;
  readonly value: Value;
}

/** A question with offered answers that also accepts typed text. */
export interface OpenQuestion<Value> {
  readonly title: string;
  /** Shown in the empty box. */
  readonly placeHolder: string;
  readonly offered: readonly Offered<Value>[];
  /** Parses typed text: its value, or why it is invalid. Never called for blank text. */
  readonly read: (text: string) => Typed<Value>;
  /** Label of the entry for typed text. Default: the text itself. */
  readonly labelOf?: (shown: string) => string;
  /** Initial text. */
  readonly text?: string;
}

export type Typed<Value> =
  | { readonly ok: true; readonly value: Value /** The text as it will be used. */; readonly shown: string }
  | { readonly ok: false; readonly message: string };

interface Item<Value> extends vscode.QuickPickItem {
  /** Absent in the entry of the typed text. */
  readonly offered?: Offered<Value>;
}

/** Shows a quick pick in which typed text becomes an entry. Null when the user dismissed it. */
export function pickOrType<Value>(question: OpenQuestion<Value>): Promise<Value | null> {
  const { title, placeHolder, offered, read, text = '' } = question;
  const list = vscode.window.createQuickPick<Item<Value>>();
  const show = () => {
    const typed = list.value.trim();
    list.items = typed === '' ? [noTyped, ...offered.map(toItem)] : itemsFor(typed, question);
  };
  const hasTyped = () => list.items[0] !== noTyped;
  Object.assign(list, { title, placeholder: placeHolder, ignoreFocusOut: true, value: text });
  show();
  // Until the editor has the entry for the typed text, it chooses among the answers that match it.
  let isTypedShown = hasTyped();
  return new Promise((resolve) => {
    const settle = (value: Value | null) => {
      resolve(value);
      list.dispose();
    };
    list.onDidChangeValue(() => {
      show();
      isTypedShown &&= hasTyped();
    });
    list.onDidChangeActive(([item]) => {
      isTypedShown ||= hasTyped() && item === list.items[0];
    });
    list.onDidHide(() => settle(null));
    list.onDidAccept(() => {
      const chosen = list.selectedItems[0]?.offered;
      const typed = list.value.trim();
      // Enter may arrive before the entry for the typed text.
      const isEarly = hasTyped() && !isTypedShown;
      if (chosen !== undefined && !isEarly) return settle(chosen.value);
      const result = typed === '' ? null : read(typed);
      if (result?.ok) settle(result.value);
    });
    list.show();
  });
}

/** In the place of the entry for typed text. The editor tells the chosen item by its index, perhaps in an earlier list. */
const noTyped = { label: '', kind: vscode.QuickPickItemKind.Separator };

function toItem<Value>(offered: Offered<Value>): Item<Value> {
  const { value: _, ...item } = offered;
  return { ...item, offered };
}

/**
 * Items for typed text. Text equal to an offered label is that answer; any other text gets its own entry, listed first.
 * The editor selects the label closest to the typed text, so a prefix of an offered answer must not select it.
 */
function itemsFor<Value>(typed: string, question: OpenQuestion<Value>): readonly Item<Value>[] {
  const { offered, read, labelOf } = question;
  const items = offered.map(toItem);
  if (offered.some(({ label }) => label === typed)) return [noTyped, ...items];
  const result = read(typed);
  if (!result.ok) {
    const detail = `$(error) ${inertText(result.message, 300)}`;
    return [{ label: inertText(typed, 300), detail, alwaysShow: true }, ...items];
  }
  const shown = inertText(result.shown, 300);
  const entry =
    labelOf === undefined ? { label: shown, description: 'as you typed it' } : { label: labelOf(shown) };
  return [{ ...entry, alwaysShow: true }, ...items];
}
