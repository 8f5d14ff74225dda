import {
  distinctMarks,
  isAboutAbsence,
  type MarkedProblem,
  type ServiceProblem,
} from '../../send/answer/serviceProblems';
import type { Body, Source } from '../../send/request/body';
import type { Location, PathSegment } from '../../server/protocol';
import type { OffsetRange } from './edits';
import { type Place, placesOf } from './places';

/** A finding of the service and where it is marked, and for how many entries of the answer it stands. */
export interface Finding extends MarkedProblem {
  readonly entries: number;
}

/** Asks where paths stand in the text that was sent; null when nobody knows any more. */
export type Locate = (
  source: Source,
  paths: readonly (readonly PathSegment[])[],
) => Promise<readonly Location[] | null>;

/** What the service found wrong in a body, marked in each of the documents that the body was made of. */
export async function findMarks(
  { body, problems }: { readonly body: Body; readonly problems: readonly ServiceProblem[] },
  locate: Locate,
): Promise<ReadonlyMap<Source, readonly Finding[]>> {
  const places = placesOf(body, problems);
  const sources = new Set(body.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.source])));
  const first = sources.values().next().value;
  const found = new Map<Source, readonly Finding[]>();
  for (const source of sources) {
    // A finding about something that is not in the documents stands at the start of the first one.
    const own = places.flatMap((place, index) => {
      const problem = problems[index]!;
      if (place === null) return source === first ? [{ place: { source, path: [] }, problem }] : [];
      return place.source === source ? [{ place, problem }] : [];
    });
    found.set(source, await marksIn(source, own, locate));
  }
  return found;
}

async function marksIn(
  source: Source,
  own: readonly { readonly place: Place; readonly problem: ServiceProblem }[],
  locate: Locate,
): Promise<readonly Finding[]> {
  const paths = own.flatMap(({ place }) => ('path' in place ? [place.path] : []));
  const located = paths.length === 0 ? [] : await locate(source, paths);
  let next = 0;
  const marks = own.map(({ place, problem }) => {
    if ('offset' in place) return { from: place.offset, to: place.offset + 1, problem, needsPath: false };
    const location = located?.[next++] ?? null;
    const needsPath = (location?.matched ?? 0) === 0 || isAboutAbsence(problem);
    return { ...markedRange(location, problem), problem, needsPath };
  });
  return distinctMarks(marks);
}

/** A value of several lines, or one that lacks a key, is marked at its opening bracket. */
function markedRange(location: Location | null, problem: ServiceProblem): OffsetRange {
  if (location === null) return { from: 0, to: 1 };
  const { from, to, start, end } = location;
  return start.line !== end.line || isAboutAbsence(problem) ? { from, to: from + 1 } : { from, to };
}
