import { isMisspelt, isOtherName } from '../schema/didYouMean';
import type { DocumentType, WrongFile } from '../schema/documentKind';
import { rewardName } from '../schema/fields';
import type { Names, Schemas } from '../schema/schema';
import { Kind } from '../syntax/tree/nodeKind';
import type { TextFacts } from './detectionInput';
import { isForeign } from './foreign';
import { quotedNames, shapeOfKeys, shownKeys, shownName } from './jsonShapes';
import { isTrajectory } from './keys';
import type { InsideLine, LineFacts, LinesFacts } from './lineFacts';

/** Lines are trajectories if the first group or trajectory is a trajectory. */
export function typeOfLines(facts: TextFacts, lines: LinesFacts): DocumentType {
  const { objects, others } = lines.sums;
  const type = { kind: 'group-lines', shape: null, wrongFile: null, linesHold: null } as const;
  if (lines.sums.held === null && objects + others === 0) return type;
  if (lines.count === 1 && !facts.hasSyntaxErrors && lines.first()[0]!.isTable())
    return { ...type, kind: 'unrecognized', shape: 'other', wrongFile: table(lines) };
  const held = lines.sums.held ?? meantBy(lines, facts.schemas);
  if (held === 'trajectory') return { ...type, kind: 'trajectory-lines', linesHold: held };
  if (held === 'group') return { ...type, linesHold: held };
  // Other lines may be torn.
  const areMost = objects > 0 && 2 * objects >= lines.count;
  const isSure = !facts.hasSyntaxErrors || (held === null && objects > 0 && (areMost || isForeign(facts)));
  const wrongFile = !isSure ? null : held === 'request' ? requests(lines) : withoutGroups(facts, lines);
  // Assume that a line still being typed will be a group.
  if (wrongFile === null && objects === 0 && held === null) return type;
  return { ...type, kind: 'unrecognized', shape: 'other', wrongFile };
}

/**
 * What lines are meant to be that have a wrong name for the messages of a trajectory, or for the trajectories of a group.
 * The first whole object decides, or the second: the first may say what the file is. Null if they seem to be something
 * else.
 */
function meantBy(lines: LinesFacts, schemas: Schemas): 'group' | 'trajectory' | null {
  const objects = lines.first().filter(isWholeObject).slice(0, 2);
  for (const object of objects) {
    const meant = meantByLine(object, schemas);
    if (meant !== null) return meant;
  }
  return null;
}

function meantByLine(object: LineFacts, schemas: Schemas): 'group' | 'trajectory' | null {
  if (object.inside() !== null) return null;
  const arrays = object.keysOfArrays();
  const { trajectories, messages } = schemas.names;
  const has = (keys: ReadonlySet<string>, name: string): boolean =>
    [...keys].some((key) => isMisspelt(key, [name]));
  if (has(arrays, trajectories)) return 'group';
  const isOther = [...arrays].some((key) => isOtherName(schemas.group, trajectories, key));
  const items = object.keysOfItems();
  if (isOther && isTrajectory(items, schemas)) return 'group';
  const isConversation = arrays.has('messages') || has(arrays, messages);
  return isConversation && has(object.keys(), rewardName(schemas)) ? 'trajectory' : null;
}

function wholeObject(lines: readonly LineFacts[]): LineFacts | undefined {
  return lines.find(isWholeObject);
}

function isWholeObject({ kind, isBroken }: LineFacts): boolean {
  return kind === Kind.object && !isBroken;
}

/** What pandas writes without `lines=True`. */
function table({ sums, first }: LinesFacts): WrongFile {
  const message =
    'This line is a table by columns, as pandas writes it. Each line must be a group or a trajectory. Write it with orient="records" and lines=True.';
  return { ...at(first()[0]!), severity: sums.held === null ? 'warning' : 'error', message };
}

function requests(lines: LinesFacts): WrongFile {
  const first = lines.first()[0]!;
  const { objects, others } = lines.sums;
  const isOne = lines.count === 1;
  const which = objects + others === 0 ? 'Each line is a request.' : 'Some of these lines are requests.';
  const message = isOne
    ? 'This is a request on one line, not JSON Lines, where each line is a trajectory group.'
    : `${which} In JSON Lines, each line must be a trajectory group.`;
  return {
    ...at(first),
    severity: 'warning',
    message,
    rewrites: ['lines'],
    language: isOne ? 'trajectory' : null,
  };
}

function withoutGroups({ schemas }: TextFacts, facts: LinesFacts): WrongFile | null {
  const lines = facts.first();
  const first = lines[0]!;
  if (lines.every(({ kind }) => kind === Kind.array)) return arrays(lines, schemas.names);
  if (lines.every((line) => line.holdsJson())) {
    const message = 'Each line is JSON inside a string: it was encoded twice.';
    return { ...at(first), severity: 'error', message, rewrites: ['decoded'] };
  }
  const scalars = facts.sums.objects === 0 && lines.length > 1 ? nounOfScalars(lines) : null;
  if (scalars !== null) {
    const message = `These lines are ${scalars}. Each line must be an object: a trajectory group.`;
    return { ...at(first), severity: 'error', message };
  }
  const object = wholeObject(lines);
  if (object === undefined) return null;
  const inside = object.inside();
  if (inside !== null) return onWrapped(object, inside, lines.length === 1);
  const message = onObjects(object.keys(), lines.length === 1, schemas.names);
  return { ...at(object), severity: 'warning', message };
}

/** Rows of a data set, for example, with a group or a trajectory in one column. */
function onWrapped(line: LineFacts, { name, what, others }: InsideLine, isOne: boolean): WrongFile {
  if (others.length > 0) {
    const message = `${isOne ? 'This line has' : 'These lines have'} ${what} in each of ${quotedNames([name!, ...others])}. Each line must be one.`;
    return { ...at(line), severity: 'warning', message };
  }
  const found = `${what} in "${shownName(name!)}"`;
  const message = isOne
    ? `This line has ${found}. Keep only that value.`
    : `These lines have ${found}. Keep only that value of each.`;
  return { ...at(line), severity: 'warning', message, rewrites: ['unwrap'] };
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

/** What lines are that are all numbers, all strings, or the like; else null. */
function nounOfScalars(lines: readonly LineFacts[]): string | null {
  const [noun = null, ...others] = new Set(lines.map(({ kind }) => scalarNouns[kind] ?? null));
  return others.length === 0 ? noun : null;
}

const scalarNouns: { readonly [kind: number]: string } = {
  [Kind.string]: 'strings',
  [Kind.number]: 'numbers',
  [Kind.true]: 'true or false',
  [Kind.false]: 'true or false',
  [Kind.null]: 'null',
};

/** Lines that are arrays. The items of a single array may be what the lines should be. */
function arrays(lines: readonly LineFacts[], names: Names): WrongFile | null {
  const first = lines[0]!;
  const item = first.firstItem();
  const keys = item?.keys ?? new Set();
  if (lines.length === 1 && (keys.has(names.trajectories) || keys.has(names.messages))) {
    const message = 'This is an array on one line, not JSON Lines, where each line is one item.';
    return { ...at(first), severity: 'error', message, rewrites: ['lines'] };
  }
  if (item === null) return null;
  return {
    ...at(first),
    severity: 'error',
    message: `${lines.length === 1 ? 'This line is an array' : 'These lines are arrays'}. Each line must be an object: a trajectory group.`,
  };
}

function at({ from }: LineFacts): Pick<WrongFile, 'from' | 'to' | 'rewrites' | 'language'> {
  return { from, to: from + 1, rewrites: [], language: null };
}
