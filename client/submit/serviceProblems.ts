import type { PathSegment } from '../../server/protocol';
import { closeCutList } from './jsonMarks';

/** One entry of the documented validation error body (interface §2.10). */
export interface ServiceProblem {
  readonly loc: readonly PathSegment[];
  readonly message: string;
  readonly type: string;
}

/** How many entries are looked at; the editor shows no more of one file. */
const PROBLEM_LIMIT = 5000;

/**
 * Reads the validation error body. The document says that `loc` holds strings; services of this kind also
 * send integers. Entries of another shape are left out; the result is empty when the shape is not there.
 */
export function readServiceProblems(text: string): readonly ServiceProblem[] {
  // Entries may echo what was sent, so a long answer is cut; its whole entries are still worth reading.
  const body = parse(text) ?? parse(closeCutList(text) ?? '');
  const detail = isRecord(body) ? body['detail'] : undefined;
  if (!Array.isArray(detail)) return [];
  const distinct = new Map<string, ServiceProblem>();
  for (const entry of detail.slice(0, PROBLEM_LIMIT)) {
    const problem = readEntry(entry);
    // One mistake in a value that may have several forms is reported once for each form.
    if (problem !== null) distinct.set(JSON.stringify([problem.loc, problem.message]), problem);
  }
  return [...distinct.values()];
}

function readEntry(entry: unknown): ServiceProblem | null {
  if (!isRecord(entry)) return null;
  const { loc, msg, type } = entry;
  if (!Array.isArray(loc) || typeof msg !== 'string') return null;
  const path = loc.filter((segment) => typeof segment === 'string' || Number.isInteger(segment));
  return {
    loc: path as PathSegment[],
    message: msg.slice(0, 2000),
    type: typeof type === 'string' ? type : '',
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
