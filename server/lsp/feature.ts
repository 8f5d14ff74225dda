import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  type NotificationType,
  type RequestType,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { Schemas } from '../core/schema/schema';
import type { Client } from './client';
import type { Described } from './described';
import type { Documents } from './documents';
import { traceOf } from './failures';
import { fits, type Shape } from './params';
import type { Later } from './slices';

/** What the features share while a client is connected. */
export interface Host {
  readonly connection: Connection;
  readonly documents: Documents;
  readonly described: Described;
  readonly later: Later;
  readonly schemas: Schemas;
  client: Client;
  /** Model ids that the client used lately, newest first. */
  recentModelIds: readonly string[];
  /** Whether the user wants code lenses. */
  hasLenses: boolean;
  /** Whether the client has said that it goes: nothing is worked at any longer. */
  isEnding: boolean;
}

/** A feature: what is announced of it, and what answers it, side by side, so that they cannot drift apart. */
export interface Feature {
  /** Nothing is announced of requests that only our own client knows. */
  readonly capability: ServerCapabilities;
  readonly answers: readonly ((host: Host) => void)[];
}

type Result<R> = R | ResponseError<void>;

/** Says that there is no answer, after an exception: the log says where it was. */
export function failed({ console }: Connection, method: string, error: unknown): ResponseError<void> {
  console.error(`${method} failed: ${traceOf(error)}`);
  return new ResponseError(
    ErrorCodes.InternalError,
    `The language server failed at ${method}. Its log has the details.`,
  );
}

/**
 * Answers a request whose parameters have a form; refuses it where they have not. An exception is a mistake of
 * ours: the log says where, and the client that there is no answer.
 */
export function on<P, R, E>(
  type: RequestType<P, R, E>,
  shape: Shape,
  answer: (host: Host, params: P, token: CancellationToken) => Result<R> | Promise<Result<R>>,
): (host: Host) => void {
  const { method } = type;
  const answered = async (host: Host, params: P, token: CancellationToken): Promise<Result<R>> => {
    if (!fits(params, shape)) return new ResponseError(ErrorCodes.InvalidParams, needed(method, shape));
    try {
      return await answer(host, params, token);
    } catch (error) {
      return failed(host.connection, method, error);
    }
  };
  return (host) => {
    host.connection.onRequest<unknown, void>(method, (params: P, token: CancellationToken) =>
      answered(host, params, token),
    );
  };
}

/** As `on`, for a notification: what is wrong with it is logged. */
export function heed<P>(
  type: NotificationType<P>,
  shape: Shape,
  take: (params: P) => void | Promise<void>,
): (connection: Connection) => void {
  const { method } = type;
  return (connection) => {
    connection.onNotification(type, async (params) => {
      if (!fits(params, shape)) return connection.console.error(needed(method, shape));
      try {
        await take(params);
      } catch (error) {
        connection.console.error(`${method} failed: ${traceOf(error)}`);
      }
    });
  };
}

function needed(method: string, shape: Shape): string {
  const names = Object.keys(shape);
  return `The parameters of ${method} ${names.length === 0 ? 'must be an object' : `need ${names.join(', ')}, each in the form that the protocol says`}.`;
}
