import { randomUUID } from 'node:crypto';
import type { Engine } from '../core/document';
import { decodeBody } from './body';
import { type Answer, refusal } from './head';
import type { Store } from './store';
import { type Complaint, checkLogRequest, checkTrainingJob } from './validation';

/** What answering takes: the engine that judges bodies, and the disk. */
export interface Means {
  readonly engine: Engine;
  readonly store: Store;
}

/** An operation of the interface, found by the path of a request. */
export interface Route {
  readonly method: 'POST';
  /** Answers a whole body. Never rejects for anything that a sender or a disk does. */
  answer(body: Buffer, means: Means): Promise<Answer>;
}

/**
 * The operation at a request target, or null where the interface has none.
 *
 * The interface leaves the success status open, and the body of a successful log: 200 and `{}` here. The status
 * of a validation error is open too: 422. Every model id names a model.
 */
export function findRoute(target: string): Route | null {
  // The target is taken as it was sent: `URL` would resolve a model id of `..` into another path.
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (path === '/v1/preview/training-jobs') return { method: 'POST', answer: createTrainingJob };
  const model = /^\/v1\/preview\/models\/([^/]*)\/log$/.exec(path)?.[1];
  if (model === undefined) return null;
  return { method: 'POST', answer: (body, means) => logTrajectories(model, body, means) };
}

async function logTrajectories(encodedModel: string, body: Buffer, means: Means): Promise<Answer> {
  const model = decodeSegment(encodedModel);
  if (model === null) return invalid([badModelId('model_id is not percent-encoded UTF-8')]);
  if (model === '') return invalid([badModelId('model_id must not be empty')]);
  const decoded = decodeBody(body);
  if ('failure' in decoded) return invalid([unreadable(decoded.failure)]);
  const checked = checkLogRequest(means.engine, decoded.text);
  if ('complaints' in checked) return invalid(checked.complaints);
  const stored = await means.store.appendGroups(model, checked.split, checked.groups);
  return stored === null ? { status: 200, body: {} } : notStored(stored.failure);
}

async function createTrainingJob(body: Buffer, means: Means): Promise<Answer> {
  const decoded = decodeBody(body);
  if ('failure' in decoded) return invalid([unreadable(decoded.failure)]);
  const complaints = checkTrainingJob(means.engine, decoded.text);
  if (complaints.length > 0) return invalid(complaints);
  const id = randomUUID();
  const stored = await means.store.keepTrainingJob(id, body);
  return stored === null ? { status: 200, body: { id } } : notStored(stored.failure);
}

function invalid(complaints: readonly Complaint[]): Answer {
  return { status: 422, body: { detail: complaints } };
}

function notStored(failure: string): Answer {
  return refusal(500, `The request is valid and could not be stored: ${failure}`);
}

function badModelId(msg: string): Complaint {
  return { loc: ['path', 'model_id'], msg, type: 'wrong-type' };
}

function unreadable(msg: string): Complaint {
  return { loc: ['body'], msg, type: 'syntax' };
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
