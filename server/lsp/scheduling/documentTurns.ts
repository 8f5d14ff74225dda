import type { Message, MessageReader } from 'vscode-languageserver';
import { isObject } from '../params';
import type { Schedule } from './slices';

/**
 * A reader that passes on one message per turn of the event loop: those about a document in order, and the documents in
 * turn. However many messages about one document wait, those about another come through.
 */
export function documentsInTurn(reader: MessageReader, nextTurn: Schedule): MessageReader {
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) => {
      const waiting = new WaitingMessages();
      let isScheduled = false;
      const turn = (): void => {
        const message = waiting.next();
        isScheduled = message !== null;
        if (message === null) return;
        nextTurn(turn);
        callback(message);
      };
      return reader.listen((message) => {
        const passed = waiting.add(message);
        passed.forEach(callback);
        if (!isScheduled) turn();
      });
    },
  };
}

/** Messages about the documents between two messages that are about none, or one of those alone. */
type Stage = Map<string, Queue>;

/** Messages about a document, of which those before `next` have been taken. */
interface Queue {
  readonly messages: (Message | null)[];
  next: number;
}

/** Key of a message about no document, or about several: it stays behind all before it, and before all behind it. */
const noDocument = '';

class WaitingMessages {
  private readonly stages: Stage[] = [];
  /** Where each waiting request is, by its id. */
  private readonly requests = new Map<unknown, { readonly queue: Queue; readonly at: number }>();

  /** Adds a message. Returns those to pass on at once: notices of the protocol itself and responses need no order. */
  add(message: Message): Message[] {
    if (!isObject(message)) return [message];
    const { id, method, params } = message as Readonly<Record<string, unknown>>;
    if (typeof method !== 'string') return [message];
    if (method === '$/cancelRequest' && isObject(params)) return [...this.take(params['id']), message];
    if (method.startsWith('$/')) return [message];
    const key = documentOf(params);
    const queue = this.queueOf(key);
    if (id !== undefined) this.requests.set(id, { queue, at: queue.messages.length });
    queue.messages.push(message);
    return [];
  }

  /** Takes the message whose turn it is; null if none waits. */
  next(): Message | null {
    for (let stage = this.stages[0]; stage !== undefined; stage = this.stages[0]) {
      for (const [key, queue] of stage) {
        const message = this.shift(queue);
        stage.delete(key);
        if (queue.next < queue.messages.length) stage.set(key, queue);
        if (message !== null) return message;
      }
      this.stages.shift();
    }
    return null;
  }

  /** The first message of a queue; null if it was taken before. */
  private shift(queue: Queue): Message | null {
    const message = queue.messages[queue.next]!;
    queue.messages[queue.next++] = null;
    if (message !== null) this.requests.delete((message as { readonly id?: unknown }).id);
    return message;
  }

  /** Takes a request out of turn: the protocol library knows only requests that it has received as cancelled. */
  private take(id: unknown): Message[] {
    const place = this.requests.get(id);
    if (place === undefined) return [];
    this.requests.delete(id);
    const { messages } = place.queue;
    const message = messages[place.at]!;
    messages[place.at] = null;
    return [message];
  }

  private queueOf(key: string): Queue {
    let stage = this.stages[this.stages.length - 1];
    if (stage === undefined || key === noDocument || stage.has(noDocument)) {
      stage = new Map();
      this.stages.push(stage);
    }
    let queue = stage.get(key);
    if (queue === undefined) {
      queue = { messages: [], next: 0 };
      stage.set(key, queue);
    }
    return queue;
  }
}

/** The URI of the one document that a message is about. */
function documentOf(params: unknown): string {
  // A comparison names the `documents` of its trajectories.
  if (!isObject(params) || params['documents'] !== undefined) return noDocument;
  const { textDocument, uri } = params;
  const found = isObject(textDocument) ? textDocument['uri'] : uri;
  return typeof found === 'string' ? found : noDocument;
}
