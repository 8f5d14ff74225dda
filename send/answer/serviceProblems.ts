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
 * send integers. Entries of another shape are left out; the result is empty when the shape is not there. Texts go
 * through `hide` (see `tokenHider`).
 */
export function readServiceProblems(
  text: string,
  hide: (text: string) => string = (whole) => whole,
): readonly ServiceProblem[] {
  // Entries may echo what was sent, so a long answer is cut; its whole entries are still worth reading.
  const body = parse(text) ?? (text.includes('"detail"') ? parse(closeCutList(text) ?? '') : undefined);
  const detail = isRecord(body) ? body['detail'] : undefined;
  if (!Array.isArray(detail)) return [];
  const distinct = new Map<string, ServiceProblem>();
  for (const entry of detail.slice(0, PROBLEM_LIMIT)) {
    const problem = readEntry(entry, hide);
    // The same entry may come several times; those that differ in labels alone are told apart by their place.
    if (problem !== null) distinct.set(JSON.stringify([problem.loc, problem.message]), problem);
  }
  return [...distinct.values()];
}

/** Where a problem is marked in a document. */
export interface MarkedProblem {
  readonly problem: ServiceProblem;
  readonly from: number;
  readonly to: number;
  /** The mark alone does not tell what the problem is about. */
  readonly needsPath: boolean;
}

/**
 * Marks without those that say the same of the same place, and for how many entries each stands. A value that
 * may have several forms gets an entry for each form, and their `loc`s differ only in the labels of the forms,
 * which name nothing in the document.
 */
export function distinctMarks<M extends MarkedProblem>(
  marks: readonly M[],
): readonly (M & { readonly entries: number })[] {
  const distinct = new Map<string, M & { readonly entries: number }>();
  for (const mark of marks) {
    const key = JSON.stringify([mark.from, mark.to, mark.problem.message, unseenPath(mark)]);
    const first = distinct.get(key);
    distinct.set(key, { ...(first ?? mark), entries: (first?.entries ?? 0) + 1 });
  }
  return [...distinct.values()];
}

/** What tells a mark apart that stands at another place than it is about; of an absent key its name. */
function unseenPath({ needsPath, problem }: MarkedProblem): readonly PathSegment[] {
  if (!needsPath) return [];
  return isAboutAbsence(problem) ? problem.loc.slice(-1) : problem.loc;
}

/** The path of a missing key leads to its parent, and its last segment is the key. */
export function isAboutAbsence({ type, message }: ServiceProblem): boolean {
  return /missing/i.test(type) || /\b(required|missing)\b/i.test(message);
}

function readEntry(entry: unknown, hide: (text: string) => string): ServiceProblem | null {
  if (!isRecord(entry)) return null;
  const { loc, msg, type } = entry;
  if (!Array.isArray(loc) || typeof msg !== 'string') return null;
  const path = loc.filter((segment) => typeof segment === 'string' || Number.isInteger(segment));
  return {
    loc: path.map((segment) => (typeof segment === 'string' ? hide(segment) : (segment as number))),
    message: hide(msg).slice(0, 2000),
    type: typeof type === 'string' ? hide(type) : '',
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
