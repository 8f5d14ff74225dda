import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  type NotificationType,
  type RequestType,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { Engine } from '../core/engine';
import type { Schemas } from '../core/schema/schema';
import type { ClientSupport } from './clientSupport';
import type { DescribeFile } from './describedFile';
import type { CollectionStates } from './documents/collectionStates';
import type { DescribedVersions } from './documents/describedVersions';
import type { Documents } from './documents/documents';
import { traceOf } from './errorTrace';
import { fits, isRepeatable, maxRepeatedDepth, maxRepeatedValues, type Shape } from './params';
import type { Lanes } from './scheduling/lanes';
import type { Matcher } from './scheduling/matcher';
import type { Files } from './viewedFiles/files';
import { NotShown } from './viewedFiles/notShown';

/** State that features share while a client is connected. */
export interface ServerContext {
  readonly connection: Connection;
  readonly documents: Documents;
  readonly files: Files;
  readonly described: DescribedVersions;
  /** The collection states that views have. */
  readonly collections: CollectionStates;
  readonly lanes: Lanes;
  readonly matcher: Matcher;
  readonly engine: Engine;
  /** Null where there are no files: in a browser. */
  readonly describeFile: DescribeFile | null;
  readonly schemas: Schemas;
  client: ClientSupport;
  /** Model ids recently used by the client, newest first. */
  recentModelIds: readonly string[];
  /** Whether the user wants hints, and code lenses. */
  hasHints: boolean;
  hasLenses: boolean;
  /** True after `shutdown`. Pending work stops. */
  isEnding: boolean;
}

/** A feature's capability and its handlers, side by side so that they cannot drift apart. */
export interface Feature {
  /** Empty for messages that only our own client knows. */
  readonly capability: ServerCapabilities;
  /** Which clients it is announced to; all if omitted. */
  readonly isFor?: (client: ClientSupport) => boolean;
  readonly handlers: readonly ((server: ServerContext) => void)[];
}

type Result<R> = R | ResponseError<void>;

/** The response after an exception. Logs the trace. */
export function failed({ console }: Connection, method: string, error: unknown): ResponseError<void> {
  console.error(`${method} failed: ${traceOf(error)}`);
  return new ResponseError(
    ErrorCodes.InternalError,
    `The language server failed to handle ${method}. See its log for details.`,
  );
}

/**
 * Registers a request handler. Parameters of another shape are rejected. An exception is a bug: the trace is logged, and
 * the response is an error.
 */
export function onRequest<P, R, E>(
  type: RequestType<P, R, E>,
  shape: Shape,
  respond: (server: ServerContext, params: P, token: CancellationToken) => Result<R> | Promise<Result<R>>,
): (server: ServerContext) => void {
  const { method } = type;
  const handle = async (server: ServerContext, params: P, token: CancellationToken): Promise<Result<R>> => {
    if (!fits(params, shape)) return new ResponseError(ErrorCodes.InvalidParams, needed(method, shape));
    try {
      return await respond(server, params, token);
    } catch (error) {
      if (error instanceof NotShown) return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
      return failed(server.connection, method, error);
    }
  };
  return (server) => {
    server.connection.onRequest<unknown, void>(method, (params: P, token: CancellationToken) =>
      handle(server, params, token),
    );
  };
}

/** Like `onRequest`, for a response that repeats the parameters: those nested too deeply, or too many, are rejected. */
export function onResolve<P, R, E>(
  type: RequestType<P, R, E>,
  shape: Shape,
  respond: (server: ServerContext, params: P, token: CancellationToken) => Result<R> | Promise<Result<R>>,
): (server: ServerContext) => void {
  const message = `The parameters of ${type.method} must have at most ${maxRepeatedDepth} levels of nesting and ${maxRepeatedValues} values.`;
  return onRequest(type, shape, (server, params, token) =>
    isRepeatable(params)
      ? respond(server, params, token)
      : new ResponseError<void>(ErrorCodes.InvalidParams, message),
  );
}

/** Like `onRequest`, for a notification: errors are only logged. Missing parameters count as an empty object. */
export function onNotification<P>(
  type: NotificationType<P>,
  shape: Shape,
  take: (server: ServerContext, params: P) => void | Promise<void>,
): (server: ServerContext) => void {
  const { method } = type;
  return (server) => {
    const { connection } = server;
    connection.onNotification(type, async (given: P | null | undefined) => {
      const params = given ?? ({} as P);
      if (!fits(params, shape)) return connection.console.error(needed(method, shape));
      try {
        await take(server, params);
      } catch (error) {
        connection.console.error(`${method} failed: ${traceOf(error)}`);
      }
    });
  };
}

function needed(method: string, shape: Shape): string {
  const names = Object.keys(shape);
  if (names.length === 0) return `The parameters of ${method} must be an object.`;
  return `${method} needs these parameters, in the form that the protocol defines: ${names.join(', ')}.`;
}
