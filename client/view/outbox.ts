import type * as vscode from 'vscode';
import type { ToView } from './viewMessages';

/** Messages to a page. The page comes and goes: VS Code keeps none that is hidden. */
export interface Outbox {
  /** Sends a message; for a page that does not listen the newest of those that lead somewhere wait. */
  post(message: ToView): void;
  /** The page listens from now on: it gets the first message and what has waited. */
  open(first: ToView): void;
  /** The page is gone. */
  close(): void;
}

/** The others are about what a page has asked or shows; a new page asks by itself. */
const queuedTypes: readonly ToView['type'][] = ['show', 'command'];

/** Makes the way from a host to its page. */
export function createOutbox(webview: vscode.Webview): Outbox {
  const waiting = new Map<ToView['type'], ToView>();
  let isOpen = false;
  const send = (message: ToView) => void webview.postMessage(message);
  return {
    post: (message) => {
      if (isOpen) send(message);
      else if (queuedTypes.includes(message.type)) waiting.set(message.type, message);
    },
    open: (first) => {
      isOpen = true;
      [first, ...waiting.values()].forEach(send);
      waiting.clear();
    },
    close: () => {
      isOpen = false;
    },
  };
}
