import { randomUUID } from 'node:crypto';
import type { Engine } from '../core/engine';
import { errorResponse, type HttpResponse } from './request';
import { appendGroups, keepTrainingJob } from './store';
import { checkBody, linesOf, splitOf, type ValidationError } from './validation';

/** What handlers need: the engine that checks bodies, and the data folder. */
export interface ServiceContext {
  readonly engine: Engine;
  readonly dataFolder: string;
}

/**
 * Responds to a POST with its whole body to a request target.
 *
 * The interface leaves open the success status and the body of a successful log: 200 and `{}` here. It also leaves open
 * the status of a validation error: 422. Every model id names a model.
 */
export function handlePost(target: string, body: Buffer, context: ServiceContext): HttpResponse {
  // Use the target as sent: `URL` would resolve a model id of `..` into another path.
  const path = target.replace(/[?#].*$/s, '');
  if (path === '/v1/preview/training-jobs') return createTrainingJob(body, context);
  const model = /^\/v1\/preview\/models\/([^/]*)\/log$/.exec(path)?.[1];
  if (model !== undefined) return logTrajectories(decodeSegment(model), body, context);
  return errorResponse(404, 'There is nothing at this path.');
}

function logTrajectories(
  model: string | null,
  body: Buffer,
  { engine, dataFolder }: ServiceContext,
): HttpResponse {
  if (model === null || model === '') {
    const msg = 'model_id must be percent-encoded UTF-8, and not empty';
    return invalid([{ loc: ['path', 'model_id'], msg, type: 'wrong-type' }]);
  }
  const document = checkBody(engine, body, 'log-request');
  if (Array.isArray(document)) return invalid(document);
  const failure = appendGroups(dataFolder, { model, split: splitOf(document), groups: linesOf(document) });
  return stored(failure, {});
}

function createTrainingJob(body: Buffer, { engine, dataFolder }: ServiceContext): HttpResponse {
  const document = checkBody(engine, body, 'training-job');
  if (Array.isArray(document)) return invalid(document);
  const id = randomUUID();
  return stored(keepTrainingJob(dataFolder, id, body), { id });
}

function stored(failure: string | null, body: object): HttpResponse {
  if (failure === null) return { status: 200, body };
  return errorResponse(500, `The request is valid but could not be stored: ${failure}`);
}

function invalid(detail: readonly ValidationError[]): HttpResponse {
  return { status: 422, body: { detail } };
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
