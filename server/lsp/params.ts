import type { NotificationType, RequestType } from 'vscode-languageserver';

/** The parameters of a request or a notification of ours. */
export type Asked<Message> =
  Message extends RequestType<infer Params, infer _Result, infer _Error>
    ? Params
    : Message extends NotificationType<infer Params>
      ? Params
      : never;

/** The response to a request of ours. */
export type Answer<Request> =
  Request extends RequestType<infer _Params, infer Result, infer _Error> ? Result : never;

/** Validates a value in a message: a client may send anything. */
export type Check = (value: unknown) => boolean;

/** Required parameters of a message, by name. */
export type Shape = Readonly<Record<string, Check>>;

/** Whether parameters have the required shape. Additional ones do not matter. */
export function fits(params: unknown, shape: Shape): boolean {
  return objectOf(shape)(params);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isString: Check = (value) => typeof value === 'string';

/** Accepts some strings only. */
export function oneOf(...values: readonly string[]): Check {
  return (value) => isString(value) && values.includes(value as string);
}

export const isNumber: Check = (value) => Number.isSafeInteger(value);
export const isIndex: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

/** Levels of nesting that parameters may have if a response repeats them. JSON cannot be encoded at any depth. */
export const maxRepeatedDepth = 100;
/** Values that such parameters may have. */
export const maxRepeatedValues = 100_000;

/** Whether a value has at most `maxRepeatedDepth` levels of objects and arrays, and `maxRepeatedValues` values. */
export const isRepeatable: Check = (value) => {
  const isContainer = (one: unknown): one is object => typeof one === 'object' && one !== null;
  let level = [value].filter(isContainer);
  let count = 0;
  for (let depth = 0; depth <= maxRepeatedDepth; depth++) {
    if (level.length === 0) return true;
    const inner: object[] = [];
    for (const container of level) {
      const values: unknown[] = Object.values(container);
      count += values.length;
      if (count > maxRepeatedValues) return false;
      for (const one of values) if (isContainer(one)) inner.push(one);
    }
    level = inner;
  }
  return false;
};

/** A step of a path: a name or an index. */
export const isSegment: Check = (value) => isString(value) || isIndex(value);

/** Also accepts null, which our own requests use. */
export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

export function listOf(check: Check, most = Number.POSITIVE_INFINITY): Check {
  return (value) => Array.isArray(value) && value.length <= most && value.every(check);
}

export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function objectOf(shape: Shape): Check {
  // Listed once: there may be a hundred thousand values to check.
  const checks = Object.entries(shape);
  return (value) => isObject(value) && checks.every(([name, check]) => check(value[name]));
}

export const isPosition = objectOf({ line: isIndex, character: isIndex });
export const isRange = objectOf({ start: isPosition, end: isPosition });

/** A trajectory's number, or its index in a group. */
export const isTrajectory: Check = (value) =>
  isIndex(value) || fits(value, { group: isIndex, member: orNull(isIndex) });

/** A part of a value, as in `viewProtocol/places.ts`. */
export const isPart = objectOf({ path: listOf(isSegment), from: isIndex, to: isIndex });

/** Parameters of most requests. */
export const documentParams: Shape = { textDocument: objectOf({ uri: isString }) };
export const positionParams: Shape = { ...documentParams, position: isPosition };

/** Parameters of most of our own messages. */
export const uriParams = { uri: isString };
export const versionParams = { ...uriParams, version: isNumber };
