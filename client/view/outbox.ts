import type * as vscode from 'vscode';
import type { ToView } from './viewMessages';

/** Sends messages to a page. VS Code discards hidden pages and reloads them when shown. */
export interface Outbox {
  /** Sends a message. While the page is not ready, keeps the newest one of each type in `queuedTypes`. */
  post(message: ToView): void;
  /** The page is ready: sends it `first` and the queued messages. */
  open(first: ToView): void;
  /** The page is gone. */
  close(): void;
}

/** Messages of other types respond to or update a page; a new page requests everything by itself. */
const queuedTypes: readonly ToView['type'][] = ['show', 'command'];

/** Creates the message channel from a host to its page. */
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
