import * as vscode from 'vscode';
import { inertText } from '../send/format/plainText';

/** A value that is offered. */
export interface Offered<Value> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Whatever is typed. */
  readonly alwaysShow?: boolean;
  readonly value: Value;
}

/** A question with some answers, and room for any other. */
export interface OpenQuestion<Value> {
  readonly title: string;
  /** What is asked for, in the empty box. */
  readonly placeHolder: string;
  readonly offered: readonly Offered<Value>[];
  /** The value that typed text stands for, or why it stands for none. Never asked about blank text. */
  readonly read: (text: string) => Typed<Value>;
  /** The label of the entry for what is typed; the text itself when it is not given. */
  readonly labelOf?: (shown: string) => string;
  /** Text that is there from the start. */
  readonly text?: string;
}

export type Typed<Value> =
  | { readonly ok: true; readonly value: Value /** As it is used. */; readonly shown: string }
  | { readonly ok: false; readonly message: string };

interface Item<Value> extends vscode.QuickPickItem {
  /** Absent in the entry of the typed text. */
  readonly offered?: Offered<Value>;
}

/** Asks with a list in which what is typed becomes an entry of its own. Null when the user gave no answer. */
export function pickOrType<Value>(question: OpenQuestion<Value>): Promise<Value | null> {
  const { title, placeHolder, offered, read, text = '' } = question;
  const list = vscode.window.createQuickPick<Item<Value>>();
  const show = () => {
    const typed = list.value.trim();
    list.items = typed === '' ? offered.map(toItem) : itemsFor(typed, question);
  };
  Object.assign(list, { title, placeholder: placeHolder, ignoreFocusOut: true, value: text });
  show();
  return new Promise((resolve) => {
    const settle = (value: Value | null) => {
      resolve(value);
      list.dispose();
    };
    list.onDidChangeValue(show);
    list.onDidHide(() => settle(null));
    list.onDidAccept(() => {
      // Enter can be faster than the entry of what was typed.
      const chosen = list.selectedItems[0]?.offered;
      const typed = list.value.trim();
      if (chosen !== undefined) return settle(chosen.value);
      const result = typed === '' ? null : read(typed);
      if (result?.ok) settle(result.value);
    });
    list.show();
  });
}

function toItem<Value>(offered: Offered<Value>): Item<Value> {
  const { value: _, ...item } = offered;
  return { ...item, offered };
}

/**
 * An answer that is spelled out is that answer; any other text is an entry. The editor puts the label first that is
 * most like what was typed, so what begins another answer is not taken for that one.
 */
function itemsFor<Value>(typed: string, question: OpenQuestion<Value>): readonly Item<Value>[] {
  const { offered, read, labelOf } = question;
  const items = offered.map(toItem);
  if (offered.some(({ label }) => label === typed)) return items;
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
