import { isMisspelt } from '../schema/didYouMean';
import type {
  DocumentKind,
  DocumentType,
  LanguageId,
  Rewrite,
  Shape,
  WrongFile,
} from '../schema/documentKind';
import type { Names, Schemas } from '../schema/schema';
import { childAt } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { DetectionInput, TextFacts } from './detectionInput';
import { holdsJson } from './encoded';
import { isForeign } from './foreign';
import { quotedNames, shapeOfKeys, shownKeys, shownName } from './jsonShapes';
import { isTable, isTableOfLists, isTrajectory, keysInside, keysOf, keysOfItem } from './keys';
import { wrappedIn } from './wrapped';

/** Decides what a document of one value is. */
export function typeOfValue(
  document: DetectionInput,
  facts: Pick<TextFacts, 'text' | 'hasSyntaxErrors' | 'schemas'>,
): DocumentType {
  const { text, tree, schemas, language, name } = document;
  const value = childAt(rootOf(tree), 0);
  const kind = defaultKind(language, name);
  const fallback = { kind, shape: null, wrongFile: null, linesHold: null };
  if (value === null) return fallback;
  const judged = (shape: Shape, wrongFile: () => WrongFile): DocumentType => {
    const isSure = !facts.hasSyntaxErrors || (shape === 'other' && isWhole(value) && isForeign(facts));
    return { kind: 'unrecognized', shape, wrongFile: isSure ? wrongFile() : null, linesHold: null };
  };
  if (value.kind === Kind.array) {
    const keys = keysOfItem(text, value);
    const shape = shapeOfItems(keys, schemas);
    return judged(shape, () => onWrapped(value, document) ?? onArray(value, shape, keys, document));
  }
  if (holdsJson(text, value)) return judged('other', () => onEncoded(value));
  if (value.kind !== Kind.object) return fallback;
  const keys = keysOf(text, value);
  if (language === 'training-config' && isConfig(keys, schemas)) return fallback;
  const known = kindOfKeys(keys, fallback.kind, schemas.names);
  if (language === 'training-config' && known !== null && !keys.has(schemas.names.modelId))
    return judged('other', () => onRequest(value, known, keys, schemas.names));
  if (language === 'trajectory' && (isTable(text, value) || isTableOfLists(text, value, schemas.names)))
    return judged('other', () => onTable(value, document));
  if (known !== null && !(known !== 'group' && isRecord(keys, schemas.names)))
    return { ...fallback, kind: known };
  if (isTrajectory(keys, schemas)) {
    // A bare trajectory is also valid in the editor of an expanded line.
    if (nameOfLine.test(name)) return { ...fallback, kind: 'trajectory-lines' };
    return judged('trajectory', () => onObject(value, 'trajectory', keys, document));
  }
  if (isPlausible(keys, document, fallback.kind)) return fallback;
  return judged('other', () => onWrapped(value, document) ?? onObject(value, 'other', keys, document));
}

/** Whether an object in place of a config is one: it has a documented setting, and is no request. */
function isConfig(keys: ReadonlySet<string>, { names, trainingConfig }: Schemas): boolean {
  if (keys.has(names.groups) || keys.has(names.config)) return false;
  return [...keys].some((key) => trainingConfig.properties!.has(key));
}

/** Whether an object with a split or a model is a record of something else, which names them, too. */
function isRecord(keys: ReadonlySet<string>, { groups, trajectories, config }: Names): boolean {
  if (keys.has(groups) || keys.has(config) || shapeOfKeys(keys) === null) return false;
  return ![...keys].some((key) => isMisspelt(key, [groups, trajectories]));
}

/** File name of an expanded line. */
const nameOfLine = /\.line-\d+\.trajectory\.json$/i;

function defaultKind(language: LanguageId, name: string): 'training-config' | 'training-job' | 'log-request' {
  if (language === 'training-config') return 'training-config';
  return name.toLowerCase().endsWith('.training-job.json') ? 'training-job' : 'log-request';
}

/** The kind of an object with a documented name; null if it has none. */
function kindOfKeys(keys: ReadonlySet<string>, fallback: DocumentKind, names: Names): DocumentKind | null {
  const hasSplit = keys.has(names.split);
  // A model beside a split may be there for both requests: a log request has its model in its URL.
  const isJob = fallback === 'training-job' || keys.has(names.config);
  if (hasModel(keys, names) && (isJob || !hasSplit)) return 'training-job';
  if (keys.has(names.config) && !hasSplit) return 'training-job';
  if (hasSplit || keys.has(names.groups))
    return fallback === 'training-job' && !hasSplit ? 'training-job' : 'log-request';
  return keys.has(names.trajectories) ? 'group' : null;
}

/** Whether an object names a model, also in another notation: `modelId` beside `trajectoryGroups`. */
function hasModel(keys: ReadonlySet<string>, { modelId, groups }: Names): boolean {
  if (keys.has(modelId)) return true;
  const plain = (key: string): string => key.replace(/[_-]/g, '').toLowerCase();
  const plainKeys = new Set([...keys].map(plain));
  return plainKeys.has(plain(groups)) && plainKeys.has(plain(modelId));
}

/** Whether an object without a documented name may become what is expected: its names are empty, or one is misspelt. */
function isPlausible(keys: ReadonlySet<string>, { schemas }: DetectionInput, kind: DocumentKind): boolean {
  if (kind === 'training-config') return shapeOfKeys(keys) === null;
  const { groups, trajectories, split, modelId, config } = schemas.names;
  // In a large object, a name similar to a short one is a coincidence.
  const documented =
    keys.size > maxUnfinishedKeys ? [groups, trajectories] : [groups, trajectories, split, modelId, config];
  // A request to a chat service has a model, too.
  const isOther = shapeOfKeys(keys) !== null;
  const isMeant = (key: string): boolean => isMisspelt(key, isOther ? [groups, trajectories] : documented);
  return [...keys].every((key) => key === '') || [...keys].some(isMeant);
}

/** An object with at most this many keys may be unfinished. */
const maxUnfinishedKeys = 3;

function isWhole({ flags }: Node): boolean {
  return (flags & Flag.broken) === 0;
}

/** What the items of an array are, by the names of the first one. */
export function shapeOfItems(keys: ReadonlySet<string>, schemas: Schemas): Shape {
  if (keys.has(schemas.names.trajectories)) return 'groups';
  return isTrajectory(keys, schemas) ? 'trajectories' : 'other';
}

function onArray(array: Node, shape: Shape, keys: ReadonlySet<string>, document: DetectionInput): WrongFile {
  const { schemas, language } = document;
  const wanted = wantedIn(document);
  // What it can be wrapped in.
  const wrapping = language === 'trajectory' ? kinds['log-request'] : wanted;
  const known = keys.has(schemas.names.groups) ? severalRequests : shapeOfKeys(keys);
  const what = known?.many;
  const messages = {
    groups: `This is an array of trajectory groups, not ${wrapping}. Wrap it in a log request.`,
    trajectories: `This is an array of trajectories, not ${wrapping}. Wrap it to make it one group of a log request.`,
    trajectory: '',
    other: `This is an array${what === undefined ? named(keys) : ` of ${what}`}, not ${wanted}: ${whatIsWanted(document)}.${known?.next ?? ''}`,
  };
  return wrongFile(array, messages[shape], language === 'trajectory' && shape !== 'other' ? ['wrap'] : []);
}

const severalRequests = { many: 'requests', next: ' Put each into a file of its own.' };

function named(keys: ReadonlySet<string>): string {
  return keys.size === 0 ? '' : ` of JSON objects (${shownKeys(keys)})`;
}

function onObject(
  object: Node,
  shape: 'trajectory' | 'other',
  keys: ReadonlySet<string>,
  document: DetectionInput,
): WrongFile {
  const { text, schemas, language } = document;
  const wanted = wantedIn(document);
  if (shape === 'trajectory') {
    if (language === 'training-config')
      return wrongFile(object, `This is one trajectory, not ${wanted}.`, []);
    const message = `This is one trajectory, not ${kinds['log-request']}. Wrap it to make it a log request of one group.`;
    return wrongFile(object, message, ['wrap']);
  }
  const isConfig =
    language === 'trajectory' && [...keys].every((key) => schemas.trainingConfig.properties!.has(key));
  if (isConfig) {
    const message = `This is a training config, not ${wanted}. Its name should end with .training-config.json.`;
    return { ...wrongFile(object, message, []), language: 'training-config' };
  }
  const known = shapeOfKeys(keys) ?? shapeOfKeys(keysInside(text, object, keys));
  const what = known?.one ?? `another JSON object (${shownKeys(keys)})`;
  const message = `This is ${what}, not ${wanted}: ${whatIsWanted(document)}.${known?.next ?? ''}`;
  return wrongFile(object, message, []);
}

/** A document of another language in place of a training config. */
function onRequest(object: Node, kind: DocumentKind, keys: ReadonlySet<string>, names: Names): WrongFile {
  const isAround = kind === 'training-job' && !keys.has(names.groups);
  if (isAround)
    return wrongFile(
      object,
      `This is not a training config, but has one in "${names.config}". Keep only that value.`,
      ['unwrap'],
    );
  const what =
    kind === 'group'
      ? 'a trajectory group'
      : kind === 'training-job'
        ? 'a training job request'
        : 'a log request';
  const suffix = kind === 'training-job' ? '.training-job.json' : '.trajectory.json';
  const message = `This is ${what}, not a training config. Its name should end with ${suffix}.`;
  return { ...wrongFile(object, message, []), language: 'trajectory' };
}

function onTable(object: Node, document: DetectionInput): WrongFile {
  const what = `a table by columns, as pandas writes it, not ${wantedIn(document)}`;
  const next = 'Write it with orient="records" and lines=True.';
  const message = `This is ${what}: ${whatIsWanted(document)}. ${next}`;
  return wrongFile(object, message, []);
}

/** A document of ours inside something else, such as the answer of a service. */
function onWrapped(value: Node, document: DetectionInput): WrongFile | null {
  const { text, schemas, language } = document;
  const wrapped = language === 'trajectory' ? wrappedIn(text, value, schemas.names) : null;
  if (wrapped === null) return null;
  const { name, what, others } = wrapped;
  if (others.length > 0) {
    const message = `This is not ${wantedIn(document)}, but has several documents, in ${quotedNames([name!, ...others])}. Put each into a file of its own.`;
    return wrongFile(value, message, []);
  }
  const where = name === null ? `but an array with ${what}` : `but has ${what} in "${shownName(name)}"`;
  return wrongFile(value, `This is not ${wantedIn(document)}, ${where}. Keep only that value.`, ['unwrap']);
}

type Expecting = Pick<DetectionInput, 'language' | 'name' | 'schemas'>;

/** What a document should be, by its language and its name. */
function wantedIn({ language, name }: Expecting): string {
  return kinds[defaultKind(language, name)];
}

const kinds: Readonly<Record<ReturnType<typeof defaultKind>, string>> = {
  'training-config': 'a training config',
  'training-job': 'a training job request',
  'log-request': 'a log request',
};

function whatIsWanted(document: Expecting): string {
  const { split, modelId, groups, messages } = document.schemas.names;
  const kind = defaultKind(document.language, document.name);
  if (kind === 'training-config') return 'a training config is an object with settings of the training';
  const first = kind === 'training-job' ? modelId : split;
  return `${kinds[kind]} is an object with ${first} and ${groups}, whose trajectories have ${messages} and a reward`;
}

function onEncoded(node: Node): WrongFile {
  return wrongFile(node, 'This is JSON inside a string: it was encoded twice.', ['decoded']);
}

function wrongFile({ from }: Node, message: string, rewrites: readonly Rewrite[]): WrongFile {
  return { severity: 'error', from, to: from + 1, message, rewrites, language: null };
}
