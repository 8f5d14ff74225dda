import type { Body, DocumentSnapshot } from '../../send/request/body';
import type { ValidationError } from '../../send/response/validationErrors';
import type { PathLocation, PathSegment, Range } from '../../server/protocol';
import { sourceLocationsOf } from './sourceLocations';

/** A validation error of the service and where it is marked in a document. */
export interface ServiceMark extends Range {
  readonly problem: ValidationError;
  /** The mark alone does not tell what the problem is about. */
  readonly needsPath: boolean;
  /** For how many entries of the answer it stands. */
  readonly entries: number;
}

type EntryMark = Omit<ServiceMark, 'entries'>;

/** Asks where paths stand in the text that was sent; null when nobody knows any more. */
export type Locate = (
  source: DocumentSnapshot,
  paths: readonly (readonly PathSegment[])[],
) => Promise<readonly PathLocation[] | null>;

/** What the service found wrong in a body, marked in each of the documents that the body was made of. */
export async function findMarks(
  { body, problems }: { readonly body: Body; readonly problems: readonly ValidationError[] },
  locate: Locate,
): Promise<ReadonlyMap<DocumentSnapshot, readonly ServiceMark[]>> {
  const locations = sourceLocationsOf(body, problems);
  const sources = new Set(body.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.source])));
  const found = new Map<DocumentSnapshot, readonly ServiceMark[]>();
  for (const source of sources) {
    // A validation error about something that is not in the documents stands at the start of the first one.
    const elsewhere = found.size === 0 ? { source, path: [] } : null;
    const own = problems.flatMap((problem, index) => {
      const location = locations[index] ?? elsewhere;
      return location?.source === source ? [{ location, problem }] : [];
    });
    const paths = own.flatMap(({ location }) => ('path' in location ? [location.path] : []));
    const located = paths.length === 0 ? null : await locate(source, paths);
    let next = 0;
    const marks = own.map(({ location, problem }) => {
      if ('path' in location) return markAt(located?.[next++] ?? null, problem);
      return { from: location.offset, to: location.offset + 1, problem, needsPath: false };
    });
    found.set(source, distinctMarks(marks));
  }
  return found;
}

/** A value of several lines, or one that lacks a key, is marked at its opening bracket. */
function markAt(location: PathLocation | null, problem: ValidationError): EntryMark {
  if (location === null) return { from: 0, to: 1, problem, needsPath: true };
  const { from, to, start, end, matched } = location;
  const isAbsent = isAboutAbsence(problem);
  const shown = start.line !== end.line || isAbsent ? from + 1 : to;
  return { from, to: shown, problem, needsPath: matched === 0 || isAbsent };
}

/**
 * Marks without those that say the same of the same place, and for how many entries each stands. A value that
 * may have several forms gets an entry for each form, and their `loc`s differ only in the labels of the forms,
 * which name nothing in the document.
 */
export function distinctMarks(marks: readonly EntryMark[]): readonly ServiceMark[] {
  const distinct = new Map<string, ServiceMark>();
  for (const mark of marks) {
    const key = JSON.stringify([mark.from, mark.to, mark.problem.message, unseenPath(mark)]);
    const first = distinct.get(key);
    distinct.set(key, { ...(first ?? mark), entries: (first?.entries ?? 0) + 1 });
  }
  return [...distinct.values()];
}

/** What tells a mark apart that stands at another place than it is about; of an absent key its name. */
function unseenPath({ needsPath, problem }: EntryMark): readonly PathSegment[] {
  if (!needsPath) return [];
  return isAboutAbsence(problem) ? problem.loc.slice(-1) : problem.loc;
}

/** The path of a missing key leads to its parent, and its last segment is the key. */
export function isAboutAbsence({ type, message }: ValidationError): boolean {
  return /missing/i.test(type) || /\b(required|missing)\b/i.test(message);
}
