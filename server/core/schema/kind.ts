import { Kind } from '../syntax/nodeKind';
import { childAt, childrenOf, keyName, type Node } from '../syntax/nodes';
import type { Text } from '../text/text';
import type { Names, Schema, Schemas } from './schema';

/** What a document is: one of the bodies of the interface, or a shape that people have instead. */
export type DocumentKind =
  | 'log-request'
  | 'training-job'
  | 'group'
  | 'training-config'
  | 'group-lines'
  /** JSON Lines of trajectories that are in no group. */
  | 'trajectory-lines'
  | 'unrecognized';

/** Shapes that are none of the documented ones, but that people really have. */
export type Shape = 'groups' | 'trajectories' | 'trajectory' | 'messages' | 'chats' | 'other';

export interface DocumentType {
  readonly kind: DocumentKind;
  /** Of an unrecognized document, what it looks like. */
  readonly shape: Shape | null;
}

export type LanguageId = 'trajectory' | 'training-config' | 'trajectory-jsonl';

/**
 * What a document is follows from the keys of its root first, then from its language and its name. This is
 * the only place that decides it.
 */
export function documentType(
  root: Node,
  from: {
    readonly text: Text;
    readonly schemas: Schemas;
    readonly language: LanguageId;
    readonly name: string;
  },
): DocumentType {
  const { text, schemas, language, name } = from;
  const { names } = schemas;
  if (language === 'trajectory-jsonl') return { kind: kindOfLines(root, text, names), shape: null };
  const fallback = { kind: defaultKind(language, name), shape: null };
  const value = childAt(root, 0);
  if (value === null) return fallback;
  if (value.kind === Kind.array) return { kind: 'unrecognized', shape: shapeOfItems(value, text, names) };
  if (value.kind !== Kind.object) return fallback;
  const keys = keysOf(text, value);
  if (keys.has(names.modelId) || keys.has(names.config)) return { kind: 'training-job', shape: null };
  if (keys.has(names.split) || keys.has(names.groups)) {
    const isJob = fallback.kind === 'training-job' && !keys.has(names.split);
    return { kind: isJob ? 'training-job' : 'log-request', shape: null };
  }
  if (keys.has(names.trajectories)) return { kind: 'group', shape: null };
  const shape = shapeOf(keys, names);
  // A trajectory that stands alone in a line is right in the editor of that line too.
  if (shape === 'trajectory' && nameOfLine.test(name)) return { kind: 'trajectory-lines', shape: null };
  return shape === null || fallback.kind === 'training-config' ? fallback : { kind: 'unrecognized', shape };
}

/** The schema of a document's root value; null where the document is none of the documented ones. */
export function schemaOfKind(schemas: Schemas, kind: DocumentKind): Schema | null {
  switch (kind) {
    case 'log-request':
      return schemas.logRequest;
    case 'training-job':
      return schemas.trainingJob;
    case 'training-config':
      return schemas.trainingConfig;
    case 'group':
    case 'group-lines':
      return schemas.group;
    case 'trajectory-lines':
      return schemas.trajectory;
    case 'unrecognized':
      return null;
  }
}

/** What a document is called that holds a line of JSON Lines, to be edited. */
const nameOfLine = /\.line-\d+\.trajectory\.json$/;

/** Lines are trajectories when the first that is a group or a trajectory is one. */
function kindOfLines(root: Node, text: Text, names: Names): DocumentKind {
  for (const line of childrenOf(root)) {
    if (line.index >= mostLines) break;
    if (line.kind !== Kind.object) continue;
    const keys = keysOf(text, line);
    if (keys.has(names.trajectories)) return 'group-lines';
    if (keys.has(names.messages)) return 'trajectory-lines';
  }
  return 'group-lines';
}

/** Lines that are looked at: in a file of another kind none will ever tell. */
const mostLines = 20;

function defaultKind(language: LanguageId, name: string): DocumentKind {
  if (language === 'training-config') return 'training-config';
  return name.endsWith('.training-job.json') ? 'training-job' : 'log-request';
}

function shapeOfItems(array: Node, text: Text, names: Names): Shape {
  const first = childAt(array, 0);
  if (first === null || first.kind !== Kind.object) return 'other';
  const keys = keysOf(text, first);
  if (keys.has(names.trajectories)) return 'groups';
  const shape = shapeOf(keys, names);
  if (shape === 'trajectory') return 'trajectories';
  return shape ?? (keys.has('role') ? 'messages' : 'other');
}

/** Chat data sets commonly have `conversations` with `from` and `value`, or `messages`. */
function shapeOf(keys: ReadonlySet<string>, names: Names): Shape | null {
  if (keys.has(names.messages)) return 'trajectory';
  if (keys.has('conversations') || keys.has('messages')) return 'chats';
  return keys.has('from') && keys.has('value') ? 'messages' : null;
}

/** Names of the first hundred properties: enough to know an object by. */
function keysOf(text: Text, object: Node): Set<string> {
  const keys = new Set<string>();
  for (const child of childrenOf(object)) {
    if (child.key !== null) keys.add(keyName(text, child.key));
    if (child.index >= 100) break;
  }
  return keys;
}
