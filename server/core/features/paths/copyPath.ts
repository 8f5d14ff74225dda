import type { Document } from '../../document';
import type { Node } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { type PathSegment, pathOf } from '../../syntax/nodes/path';

/** Code units of all names in a path: longer ones are of no use, and take long to copy. */
const maxLength = 1_000_000;

/**
 * The path of the value at an offset, for the clipboard; null if it is too long. `pointer` is a JSON Pointer (RFC 6901)
 * into the document; in JSON Lines its first segment is the index of the line's value. `loc` is the service's name for
 * the value in an error, in the body that the document is or would be part of:
 * `body.trajectory_groups.0.trajectories.1.reward`, or a JSON array if a name does not fit between dots.
 */
export function copyPath(document: Document, offset: number, format: 'pointer' | 'loc'): string | null {
  const node = nodeAt(document.tree, offset);
  if (lengthOfNames(node) > maxLength) return null;
  const path = pathOf(document.text, node);
  if (format === 'pointer') return path.map((segment) => `/${escapeStep(segment)}`).join('');
  const loc = [...prefixOf(document), ...path];
  return loc.every(fitsBetweenDots) ? loc.join('.') : JSON.stringify(loc);
}

function lengthOfNames(node: Node): number {
  let length = 0;
  for (let one: Node | null = node; one !== null; one = one.parent)
    if (one.key !== null) length += one.key.to - one.key.from;
  return length;
}

function escapeStep(segment: PathSegment): string {
  return String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * The path of the document's root in a request body. Lines of bare trajectories have none: grouping decides their
 * bodies.
 */
function prefixOf({ type, engine }: Document): PathSegment[] {
  const { names } = engine.schemas;
  switch (type.kind) {
    case 'log-request':
    case 'training-job':
      return ['body'];
    case 'group-lines':
      return ['body', names.groups];
    case 'group':
      return ['body', names.groups, 0];
    case 'training-config':
      return ['body', names.config];
    // Depends on whether they are sent as one group or as a group each.
    case 'trajectory-lines':
    case 'unrecognized':
      return [];
  }
}

function fitsBetweenDots(segment: PathSegment): boolean {
  return typeof segment === 'number' || /^[^\s.[\]"]+$/.test(segment);
}
