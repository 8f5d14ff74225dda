import { malformedOffset } from '../../send/response/sourceLocations';
import type { DocumentKind, PathSegment } from '../../server/protocol';

/**
 * Turns a path in a request body into a path in the document it was made from. Names that the document lacks may stay:
 * the server skips them. Two cases need more:
 *
 * - In trajectory lines the service counts groups and trajectories, the document only lines. They were sent as one
 *   group, or as one group each: one of the two indexes is always 0, and their sum is the line.
 * - `["body", OFFSET]` is an offset in the body. Where the body is more than the document, it says nothing.
 */
export function locInDocument(kind: DocumentKind, loc: readonly PathSegment[]): readonly PathSegment[] {
  const isWhole = kind === 'log-request' || kind === 'training-job' || kind === 'unrecognized';
  if (isWhole) return loc;
  if (malformedOffset({ loc }) !== null) return ['body'];
  const path = loc[0] === 'body' ? loc.slice(1) : loc;
  return kind === 'trajectory-lines' ? inTrajectoryLines(path) : path;
}

/** A path that begins with an index is already relative to the document. */
function inTrajectoryLines(path: readonly PathSegment[]): readonly PathSegment[] {
  const [groups, group, trajectories, trajectory, ...rest] = path;
  if (indexOf(groups) !== null || trajectories === undefined) return path;
  const [line, part] = [indexOf(group), indexOf(trajectory)];
  return line === null || part === null ? path : [line + part, ...rest];
}

/** By the interface document all segments are strings, even indexes. */
function indexOf(segment: PathSegment | undefined): number | null {
  return /^\d{1,15}$/.test(String(segment)) ? Number(segment) : null;
}
