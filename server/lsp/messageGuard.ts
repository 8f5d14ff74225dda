import {
  ErrorCodes,
  type Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
} from 'vscode-languageserver';
import { traceOf } from './errorTrace';
import { isObject } from './params';

/**
 * A reader that passes on only messages that the protocol library can handle. All others are logged, and rejected if
 * they have an id. The library throws uncaught exceptions on some malformed messages and responds to others with the
 * message of a JavaScript exception.
 */
export function guardReader(reader: MessageReader, writer: MessageWriter): MessageReader {
  const guard = new MessageGuard(writer);
  reader.onError(({ message }) => guard.log(`A message could not be read: ${message}`));
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        if (!guard.accepts(message)) return;
        try {
          callback(message);
        } catch (error) {
          guard.log(`A message could not be handled: ${traceOf(error)}`);
        }
      }),
  };
}

type Sent = Message & Readonly<Record<string, unknown>>;

/** Filters messages by their form and the state of the connection. */
class MessageGuard {
  private readonly writer: MessageWriter;
  private state: 'new' | 'serving' | 'ending' = 'new';

  constructor(writer: MessageWriter) {
    this.writer = writer;
  }

  /** Whether to pass a message on. */
  accepts(message: unknown): boolean {
    if (!isObject(message)) return this.drop('the message is not an object');
    const { id, method } = message;
    if (method === undefined && isId(id) && isResponse(message)) return true;
    if (typeof method !== 'string')
      return this.reject(id, ErrorCodes.InvalidRequest, 'the message has no method');
    if (id === undefined) return this.acceptsNotification(method, message['params']);
    if (!isId(id)) return this.drop('the id of a request is neither a number nor a string');
    return this.acceptsRequest(message as unknown as Sent & { readonly id: number | string });
  }

  log(message: string): void {
    const params = { type: MessageType.Error, message };
    this.write({ jsonrpc: '2.0', method: 'window/logMessage', params });
  }

  private acceptsRequest({ id, method, params }: Sent & { readonly id: number | string }): boolean {
    if (method === 'initialize') {
      if (this.state !== 'new')
        return this.reject(id, ErrorCodes.InvalidRequest, 'the server is initialized already');
      if (!isObject(params) || !isObject(params['capabilities']))
        return this.reject(id, ErrorCodes.InvalidParams, 'initialize needs capabilities');
      // The library polls this process and exits if it does not exist.
      if (!isProcessId(params['processId'])) Object.assign(params, { processId: null });
      this.state = 'serving';
      return true;
    }
    if (this.state === 'new')
      return this.reject(id, ErrorCodes.ServerNotInitialized, 'the server is not initialized');
    if (this.state === 'ending') return this.reject(id, ErrorCodes.InvalidRequest, 'the server is shut down');
    if (method === 'shutdown') this.state = 'ending';
    return true;
  }

  private acceptsNotification(method: string, params: unknown): boolean {
    if (method === 'exit') return true;
    if (this.state !== 'serving') return false;
    if (method === '$/cancelRequest') {
      return (isObject(params) && isId(params['id'])) || this.drop('a cancellation has no id');
    }
    // The library handles these itself, without checking their parameters.
    if (!method.startsWith('$/') && !method.startsWith('window/')) return true;
    return isObject(params) || this.drop('a notification has no parameters');
  }

  private reject(id: unknown, code: number, reason: string): false {
    if (isId(id)) {
      const error = { code, message: `Rejected: ${reason}.` };
      this.write({ jsonrpc: '2.0', id, error });
    }
    return this.drop(reason);
  }

  private drop(reason: string): false {
    this.log(`A message was ignored: ${reason}.`);
    return false;
  }

  private write(message: Message & Readonly<Record<string, unknown>>): void {
    // A client that cannot be written to is gone; the server exits when its input closes.
    this.writer.write(message).catch(() => {});
  }
}

function isId(id: unknown): id is number | string {
  return typeof id === 'number' || typeof id === 'string';
}

function isResponse({ result, error }: Readonly<Record<string, unknown>>): boolean {
  return result !== undefined || isObject(error);
}

function isProcessId(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31;
}
