import type { PathLocation, PathSegment, Range } from '../../server/protocol';
import { type Body, type DocumentSnapshot, isFilePiece, piecesOfDocuments } from '../request/body';
import { sourceLocationsOf } from './sourceLocations';
import type { ValidationError } from './validationErrors';

/** A validation error of the service and its range in a document. */
export interface ServiceMark extends Range {
  readonly error: ValidationError;
  /** The range alone does not show what the error is about, so show the path. */
  readonly needsPath: boolean;
  /** Entries of the response merged into this mark. */
  readonly entries: number;
}

type EntryMark = Omit<ServiceMark, 'entries'>;

/** Finds the ranges of paths in the text that was sent; null when that version is gone. */
export type Locate = (
  source: DocumentSnapshot,
  paths: readonly (readonly PathSegment[])[],
) => Promise<readonly PathLocation[] | null>;

/** Maps the service's validation errors of a body to ranges in the documents that the body was made of. */
export async function findMarks(
  { body, errors }: { readonly body: Body; readonly errors: readonly ValidationError[] },
  locate: Locate,
): Promise<ReadonlyMap<DocumentSnapshot, readonly ServiceMark[]>> {
  const locations = sourceLocationsOf(body, errors);
  const sources = new Set(piecesOfDocuments(body).map(({ source }) => source));
  const isInFile = body.some(isFilePiece);
  const found = new Map<DocumentSnapshot, readonly ServiceMark[]>();
  for (const source of sources) {
    // Errors about nothing in the documents are marked at the start of the first one, or are about a file.
    const elsewhere = found.size === 0 && !isInFile ? { source, path: [] } : null;
    const own = errors.flatMap((error, index) => {
      const location = locations[index] ?? elsewhere;
      return location?.source === source ? [{ location, error }] : [];
    });
    const paths = own.flatMap(({ location }) => ('path' in location ? [location.path] : []));
    const located = paths.length === 0 ? null : await locate(source, paths);
    let next = 0;
    const marks = own.map(({ location, error }) => {
      if ('path' in location) return markAt(located?.[next++] ?? null, error);
      return { from: location.offset, to: location.offset + 1, error, needsPath: false };
    });
    found.set(source, distinctMarks(marks));
  }
  return found;
}

/** A multi-line value, or one that lacks a key, is marked at its opening bracket. */
function markAt(location: PathLocation | null, error: ValidationError): EntryMark {
  if (location === null) return { from: 0, to: 1, error, needsPath: true };
  const { from, to, start, end, matched } = location;
  const isAbsent = isAboutAbsence(error);
  const shown = start.line !== end.line || isAbsent ? from + 1 : to;
  return { from, to: shown, error, needsPath: matched === 0 || isAbsent };
}

/**
 * Merges marks with the same range and message, and counts their entries. A value that may have several forms gets an
 * entry for each form; their `loc`s differ only in the labels of the forms, which are not in the document.
 */
export function distinctMarks(marks: readonly EntryMark[]): readonly ServiceMark[] {
  const distinct = new Map<string, ServiceMark>();
  for (const mark of marks) {
    const key = JSON.stringify([mark.from, mark.to, mark.error.message, unseenPath(mark)]);
    const first = distinct.get(key);
    distinct.set(key, { ...(first ?? mark), entries: (first?.entries ?? 0) + 1 });
  }
  return [...distinct.values()];
}

/** Distinguishes marks that are not at the value they are about; for an absent key, by its name. */
function unseenPath({ needsPath, error }: EntryMark): readonly PathSegment[] {
  if (!needsPath) return [];
  return isAboutAbsence(error) ? error.loc.slice(-1) : error.loc;
}

/** The path of a missing key leads to its parent, and its last segment is the key. */
export function isAboutAbsence({ type, message }: ValidationError): boolean {
  return /missing/i.test(type) || /\b(required|missing)\b/i.test(message);
}
