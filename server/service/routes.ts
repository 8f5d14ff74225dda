import { randomUUID } from 'node:crypto';
import type { Engine } from '../core/document';
import { decodeBody } from './body';
import { type Answer, refusal } from './head';
import type { Store, StoreFailure } from './store';
import { type Complaint, checkLogRequest, checkTrainingJob } from './validation';

/** What answering takes: the engine that judges bodies, and the disk. */
export interface Means {
  readonly engine: Engine;
  readonly store: Store;
}

/** An operation of the interface: answers the whole body of a POST. */
export type Route = (body: Buffer, means: Means) => Answer;

/**
 * The operation at a request target, or null where the interface has none.
 *
 * The interface leaves the success status open, and the body of a successful log: 200 and `{}` here. The status
 * of a validation error is open too: 422. Every model id names a model.
 */
export function findRoute(target: string): Route | null {
  // The target is taken as it was sent: `URL` would resolve a model id of `..` into another path.
  const path = target.replace(/[?#].*$/s, '');
  if (path === '/v1/preview/training-jobs') return createTrainingJob;
  const model = /^\/v1\/preview\/models\/([^/]*)\/log$/.exec(path)?.[1];
  if (model === undefined) return null;
  return (body, means) => logTrajectories(decodeSegment(model), body, means);
}

function logTrajectories(model: string | null, body: Buffer, { engine, store }: Means): Answer {
  if (model === null || model === '') {
    const msg = 'model_id must be percent-encoded UTF-8, and not empty';
    return invalid([{ loc: ['path', 'model_id'], msg, type: 'wrong-type' }]);
  }
  const decoded = decodeBody(body);
  if ('failure' in decoded) return unreadable(decoded.failure);
  const checked = checkLogRequest(engine, decoded.text);
  if ('complaints' in checked) return invalid(checked.complaints);
  return answerStored(store.appendGroups(model, checked.split, checked.groups), {});
}

function createTrainingJob(body: Buffer, { engine, store }: Means): Answer {
  const decoded = decodeBody(body);
  if ('failure' in decoded) return unreadable(decoded.failure);
  const complaints = checkTrainingJob(engine, decoded.text);
  if (complaints.length > 0) return invalid(complaints);
  const id = randomUUID();
  return answerStored(store.keepTrainingJob(id, body), { id });
}

function answerStored(failed: StoreFailure | null, body: object): Answer {
  if (failed === null) return { status: 200, body };
  return refusal(500, `The request is valid and could not be stored: ${failed.failure}`);
}

function invalid(complaints: readonly Complaint[]): Answer {
  return { status: 422, body: { detail: complaints } };
}

function unreadable(msg: string): Answer {
  return invalid([{ loc: ['body'], msg, type: 'syntax' }]);
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
