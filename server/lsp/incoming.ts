import {
  ErrorCodes,
  type Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
} from 'vscode-languageserver';
import { traceOf } from './failures';
import { isObject } from './params';

/**
 * A reader that hands on only what the protocol library can take: it throws at some malformed messages where
 * nobody catches, and answers others with the words of a JavaScript exception. Whatever else arrives is logged,
 * and refused where it has an id.
 */
export function careful(reader: MessageReader, writer: MessageWriter): MessageReader {
  const gate = new Gate(writer);
  reader.onError(({ message }) => gate.log(`A message could not be read: ${message}`));
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        if (!gate.lets(message)) return;
        try {
          callback(message);
        } catch (error) {
          gate.log(`A message could not be taken: ${traceOf(error)}`);
        }
      }),
  };
}

type Sent = Message & Readonly<Record<string, unknown>>;

/** Decides about each message, by its form and by what the client has said before. */
class Gate {
  private readonly writer: MessageWriter;
  private state: 'new' | 'serving' | 'ending' = 'new';

  constructor(writer: MessageWriter) {
    this.writer = writer;
  }

  /** Whether the library may have a message. */
  lets(message: unknown): boolean {
    if (!isObject(message)) return this.drop('a message is no object');
    const { id, method } = message;
    if (method === undefined && isId(id) && isAnswer(message)) return true;
    if (typeof method !== 'string')
      return this.refuse(id, ErrorCodes.InvalidRequest, 'a message has no method');
    if (id === undefined) return this.letsNotification(method, message['params']);
    if (!isId(id)) return this.drop('the id of a request is no number and no string');
    return this.letsRequest(message as unknown as Sent & { readonly id: number | string });
  }

  log(message: string): void {
    const params = { type: MessageType.Error, message };
    this.write({ jsonrpc: '2.0', method: 'window/logMessage', params });
  }

  private letsRequest({ id, method, params }: Sent & { readonly id: number | string }): boolean {
    if (method === 'initialize') {
      if (this.state !== 'new')
        return this.refuse(id, ErrorCodes.InvalidRequest, 'the server is initialized already');
      if (!isObject(params) || !isObject(params['capabilities']))
        return this.refuse(id, ErrorCodes.InvalidParams, 'initialize needs capabilities');
      // The library looks whether that process lives, and ends when it does not.
      if (!isProcessId(params['processId'])) Object.assign(params, { processId: null });
      this.state = 'serving';
      return true;
    }
    if (this.state === 'new')
      return this.refuse(id, ErrorCodes.ServerNotInitialized, 'the server is not initialized');
    if (this.state === 'ending') return this.refuse(id, ErrorCodes.InvalidRequest, 'the server is shut down');
    if (method === 'shutdown') this.state = 'ending';
    return true;
  }

  private letsNotification(method: string, params: unknown): boolean {
    if (method === 'exit') return true;
    if (this.state !== 'serving') return false;
    if (method === '$/cancelRequest') {
      return (isObject(params) && isId(params['id'])) || this.drop('a cancellation names no request');
    }
    // These the library takes itself, and looks into their parameters.
    if (!method.startsWith('$/') && !method.startsWith('window/')) return true;
    return isObject(params) || this.drop('a notification has no parameters');
  }

  private refuse(id: unknown, code: number, reason: string): false {
    if (isId(id)) {
      const error = { code, message: `Refused: ${reason}.` };
      this.write({ jsonrpc: '2.0', id, error });
    }
    return this.drop(reason);
  }

  private drop(reason: string): false {
    this.log(`A message was ignored: ${reason}.`);
    return false;
  }

  private write(message: Message & Readonly<Record<string, unknown>>): void {
    // When the client cannot be written to, it is gone, and the server with it.
    this.writer.write(message).catch(() => {});
  }
}

function isId(id: unknown): id is number | string {
  return typeof id === 'number' || typeof id === 'string';
}

function isAnswer({ result, error }: Readonly<Record<string, unknown>>): boolean {
  return result !== undefined || isObject(error);
}

function isProcessId(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31;
}
