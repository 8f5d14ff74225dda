import type { DocumentKind, PathSegment } from '../../server/protocol';

/**
 * A path of a request body as a path of the document that was sent, or would be. Names of the body that the
 * document lacks may stay: the server skips them. Two things need more than that:
 *
 * - In lines of trajectories the service counts groups and trajectories, the document only lines. They were
 *   sent as one group, or as a group each: one of the two indexes is always 0, and their sum is the line.
 * - `["body", OFFSET]` means an offset in the body. Where the body is more than the document, it tells nothing.
 */
export function locInDocument(kind: DocumentKind, loc: readonly PathSegment[]): readonly PathSegment[] {
  const isWhole = kind === 'log-request' || kind === 'training-job' || kind === 'unrecognized';
  if (isWhole) return loc;
  const isBodyLoc = loc[0] === 'body';
  if (isBodyLoc && loc.length === 2 && typeof loc[1] === 'number') return ['body'];
  const path = isBodyLoc ? loc.slice(1) : loc;
  return kind === 'trajectory-lines' ? inTrajectoryLines(path) : path;
}

/** A path that begins with an index is one of the document already. */
function inTrajectoryLines(path: readonly PathSegment[]): readonly PathSegment[] {
  const [groups, group, trajectories, trajectory, ...rest] = path;
  if (indexOf(groups) !== null || trajectories === undefined) return path;
  const [line, part] = [indexOf(group), indexOf(trajectory)];
  return line === null || part === null ? path : [line + part, ...rest];
}

/** The documented type of a segment is a string, also of an index. */
function indexOf(segment: PathSegment | undefined): number | null {
  return /^\d{1,15}$/.test(String(segment)) ? Number(segment) : null;
}
