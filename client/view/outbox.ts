import type { ToView } from './viewMessages';

/** Sends messages to a page that VS Code may discard and reload at any moment: hidden, or moved to another group. */
export interface Outbox {
  /** Sends a message. Keeps the newest one of each type in `keptTypes` for the next page until `received`. */
  post(message: ToView): void;
  /** The page has carried out a kept message. */
  received(message: ToView): void;
  /** A page is ready: sends it `first` and the kept messages. */
  open(first: ToView): void;
  /** The page is gone. */
  close(): void;
  /** Whether a page is ready. */
  isOpen(): boolean;
}

/** Messages of other types respond to or update a page; a new page requests everything by itself. */
const keptTypes: readonly ToView['type'][] = ['show', 'other', 'command'];

/** Creates the message channel from a host to its page; `send` may lose what it sends. */
export function createOutbox(send: (message: ToView) => void): Outbox {
  const kept = new Map<ToView['type'], ToView>();
  let isOpen = false;
  return {
    post: (message) => {
      if (keptTypes.includes(message.type)) kept.set(message.type, message);
      if (isOpen) send(message);
    },
    received: (message) => {
      // A newer one may be on its way.
      if (JSON.stringify(kept.get(message.type)) === JSON.stringify(message)) kept.delete(message.type);
    },
    open: (first) => {
      isOpen = true;
      [first, ...kept.values()].forEach(send);
    },
    close: () => {
      isOpen = false;
    },
    isOpen: () => isOpen,
  };
}
