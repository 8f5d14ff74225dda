import type { PathSegment } from '../../server/protocol';
import { closeCutList, parseObject } from './jsonText';

/** One entry of the documented validation error body (interface §2.10). */
export interface ValidationError {
  readonly loc: readonly PathSegment[];
  readonly message: string;
  readonly type: string;
}

/** How many entries are looked at; the editor shows no more of one file. */
const maxErrors = 5000;

/**
 * Reads the validation error body. The document says that `loc` holds strings; services of this kind also
 * send integers. Entries of another shape are left out; the result is empty when the shape is not there. Texts go
 * through `hide` (see `tokenHider`).
 */
export function readValidationErrors(
  text: string,
  hide: (text: string) => string = (whole) => whole,
): readonly ValidationError[] {
  // Entries may echo what was sent, so a long answer is cut; its whole entries are still worth reading.
  const detail = (parseObject(text) ?? parseObject(closeCutList(text)))?.['detail'];
  if (!Array.isArray(detail)) return [];
  const distinct = new Map<string, ValidationError>();
  for (const entry of detail.slice(0, maxErrors)) {
    const problem = readEntry(entry, hide);
    // The same entry may come several times; those that differ in labels alone are told apart by their place.
    if (problem !== null) distinct.set(JSON.stringify([problem.loc, problem.message]), problem);
  }
  return [...distinct.values()];
}

function readEntry(entry: unknown, hide: (text: string) => string): ValidationError | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { loc, msg, type } = entry as Readonly<Record<string, unknown>>;
  if (!Array.isArray(loc) || typeof msg !== 'string') return null;
  const path = loc.filter((segment) => typeof segment === 'string' || Number.isInteger(segment));
  return {
    loc: path.map((segment) => (typeof segment === 'string' ? hide(segment) : (segment as number))),
    message: hide(msg).slice(0, 2000),
    type: typeof type === 'string' ? hide(type) : '',
  };
}
