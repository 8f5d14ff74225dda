import type { DocumentType, WrongFile } from '../schema/documentKind';
import type { Names } from '../schema/schema';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf } from '../syntax/tree/nodes';
import type { Text } from '../text/text';
import type { DetectionInput } from './detectionInput';
import { holdsJson } from './encoded';
import { isForeign } from './foreign';
import { shapeOfKeys, shownKeys } from './jsonShapes';
import { keysOf } from './keys';
import { lineSums } from './lineSums';

/** Lines are trajectories if the first group or trajectory is a trajectory. */
export function typeOfLines(document: DetectionInput): DocumentType {
  const { tree, schemas } = document;
  const { held, objects, others } = lineSums(tree.root, schemas);
  const type = { kind: 'group-lines', shape: null, wrongFile: null, linesHold: null } as const;
  if (held === 'trajectory') return { ...type, kind: 'trajectory-lines', linesHold: held };
  if (held === 'group') return { ...type, linesHold: held };
  if (held === null && objects + others === 0) return type;
  const isSure = tree.root.syntaxErrorCount === 0 || (held === null && objects > 0 && isForeign(document));
  const wrongFile = !isSure ? null : held === 'request' ? requests(document) : withoutGroups(document);
  // Assume that a line still being typed will be a group.
  if (wrongFile === null && objects === 0 && held === null) return type;
  return { ...type, kind: 'unrecognized', shape: 'other', wrongFile };
}

function requests({ tree }: DetectionInput): WrongFile {
  const root = rootOf(tree);
  const first = childAt(root, 0)!;
  const isOne = childCount(root) === 1;
  const message = isOne
    ? 'This is a request on one line, not JSON Lines, where each line is a trajectory group.'
    : 'Each line is a request. In JSON Lines, each line must be a trajectory group.';
  return {
    ...at(first),
    severity: 'warning',
    message,
    rewrites: ['lines'],
    language: isOne ? 'trajectory' : null,
  };
}

/** Maximum number of lines examined. */
const maxLines = 100;

function withoutGroups({ text, tree, schemas }: DetectionInput): WrongFile | null {
  const root = rootOf(tree);
  const lines: Node[] = [];
  for (const line of childrenOf(root)) if (lines.push(line) === maxLines) break;
  const first = lines[0]!;
  if (lines.every(({ kind }) => kind === Kind.array)) return arrays(text, lines, schemas.names);
  if (lines.every((line) => holdsJson(text, line))) {
    const message = 'Each line is JSON inside a string: it was encoded twice.';
    return { ...at(first), severity: 'error', message, rewrites: ['decoded'] };
  }
  const object = lines.find(({ kind, flags }) => kind === Kind.object && (flags & Flag.broken) === 0);
  if (object === undefined) return null;
  const keys = keysOf(text, object);
  const message = onObjects(keys, lines.length === 1, schemas.names);
  return { ...at(object), severity: 'warning', message };
}

function onObjects(keys: ReadonlySet<string>, isOne: boolean, { trajectories, messages }: Names): string {
  const known = shapeOfKeys(keys);
  const others = `${isOne ? 'a JSON object' : 'JSON objects'} (${shownKeys(keys)})`;
  const what = (isOne ? known?.one : known?.many) ?? others;
  const found = isOne
    ? `This line is ${what}, and contains no trajectories.`
    : `These lines are ${what}, and none contains trajectories.`;
  return `${found} A line must be a group, {"${trajectories}": […]}, or a trajectory, which has ${messages} and a reward.${known?.next ?? ''}`;
}

/** Lines that are arrays. The items of a single array may be what the lines should be. */
function arrays(text: Text, lines: readonly Node[], names: Names): WrongFile | null {
  const first = lines[0]!;
  const item = childAt(first, 0);
  const keys = item?.kind === Kind.object ? keysOf(text, item) : new Set();
  if (lines.length === 1 && (keys.has(names.trajectories) || keys.has(names.messages))) {
    const message = 'This is an array on one line, not JSON Lines, where each line is one item.';
    return { ...at(first), severity: 'error', message, rewrites: ['lines'] };
  }
  if (item === null) return null;
  return {
    ...at(first),
    severity: 'error',
    message: 'These lines are arrays. Each line must be an object: a trajectory group.',
  };
}

function at({ from }: Node): Pick<WrongFile, 'from' | 'to' | 'rewrites' | 'language'> {
  return { from, to: from + 1, rewrites: [], language: null };
}
