import type { Document } from '../../document';
import { isTrajectory, rewardName } from '../../schema/fields';
import type { Schema } from '../../schema/schema';
import { ownerSchemaOf, schemaAt } from '../../schema/schemaAt';
import type { Node } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { type PathSegment, pathOf } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import { positionAt } from '../../text/text';
import type { Work } from '../../work';
import { isLines } from '../cursorContext';
import { roundedNumber, standingOf } from '../rewards';
import { label, visible } from '../visible';
import type { HoverPart } from './hoverPart';
import { shownValue } from './shownValue';

/** Information on a key or value. Offsets are UTF-16 code units. */
export interface Hover extends Range {
  readonly lines: readonly HoverPart[];
}

/** Information on the key, value or opening bracket at an offset; null if there is none. */
export function* hover(document: Document, offset: number): Work<Hover | null> {
  const node = nodeAt(document.tree, offset);
  if (node.parent === null) return null;
  const range = rangeAt(node, offset);
  if (range === null) return null;
  const lines = [
    ...(yield* shownValue(document, node)),
    ...documentation(document, node),
    ...(yield* standing(document, node)),
    ...pathPart(document, node),
  ];
  return lines.length === 0 ? null : { ...range, lines };
}

/** A hover as plain text, each part on lines of its own. Only blocks of a document's text have several. */
export function plainTextOf(parts: readonly HoverPart[]): string {
  const isBlock = ({ style }: HoverPart): boolean => style === 'block' || style === 'json';
  return parts.map((part) => (isBlock(part) ? visible : label)(part.text)).join('\n');
}

/** A container is represented by its bracket: the rest belongs to its members. */
function rangeAt(node: Node, offset: number): Range | null {
  const { key } = node;
  if (key !== null && offset <= key.to) return { from: key.from, to: key.to };
  const isContainer = node.kind === Kind.object || node.kind === Kind.array;
  const range = isContainer ? { from: node.from, to: node.from + 1 } : { from: node.from, to: node.to };
  return offset >= range.from && offset <= range.to ? range : null;
}

function documentation(document: Document, node: Node): HoverPart[] {
  const schema = schemaAt(document, node);
  if (schema === null) return node.key === null ? [] : undocumented(document, node);
  const owner = ownerSchemaOf(document, node);
  const isRequired = node.key !== null && owner?.required.has(keyName(document.text, node.key)) === true;
  return parts([
    ['title', schema.title],
    ['text', schema.description],
    ['text', typeLine(schema, isRequired)],
  ]);
}

function undocumented(document: Document, node: Node): HoverPart[] {
  const name = keyName(document.text, node.key!);
  const owner = ownerSchemaOf(document, node);
  const isCompanion = owner?.companions.has(name) === true;
  return parts([
    ['code', shortened(name)],
    ['text', isCompanion ? owner.companionDescription : 'Not documented; it is sent as is.'],
  ]);
}

function typeLine({ type, items, format }: Schema, isRequired: boolean): string {
  if (type === null) return isRequired ? 'Required.' : '';
  const of = items === null ? '' : ` of ${plural(items)}`;
  const form = format === null ? '' : ` (${format})`;
  return `Type: ${type}${of}${form}${isRequired ? ', required' : ''}.`;
}

function plural({ type }: Schema): string {
  return `${type ?? 'value'}s`;
}

/** For a trajectory or its reward: its rank in the group. */
function* standing(document: Document, node: Node): Work<HoverPart[]> {
  const { schemas } = document.engine;
  const isReward = node.key !== null && keyName(document.text, node.key) === rewardName(schemas);
  const trajectory = isReward ? node.parent! : node;
  if (trajectory.kind !== Kind.object || !isTrajectory(schemaAt(document, trajectory), schemas)) return [];
  const found = yield* standingOf(document, trajectory);
  if (found === null) return [];
  const { rank, ties, rewards } = found;
  const reward = String(found.reward);
  const { count } = rewards;
  if (count === 1) return parts([['text', `Reward ${reward}: the only one in its group.`]]);
  const among =
    rewards.seen < rewards.trajectories ? `the ${count} examined in its group` : `${count} in its group`;
  const tie = ties > 0 ? `, shared with ${ties} more` : '';
  const [mean, deviation] = [rewards.mean, rewards.deviation].map(roundedNumber);
  return parts([
    ['text', `Reward ${reward}: rank ${rank} of ${among}${tie}.`],
    ['text', `Mean ${mean}, standard deviation ${deviation}, from ${rewards.lowest} to ${rewards.highest}.`],
  ]);
}

/** The path, if it leads through an array: otherwise it adds nothing to the text. */
function pathPart(document: Document, node: Node): HoverPart[] {
  const path = pathOf(document.text, node, keyName);
  if (!path.some((segment) => typeof segment === 'number')) return [];
  if (!isLines(document)) return parts([['code', shortened(pathText(path))]]);
  const line = `line ${positionAt(document.text, node.from).line + 1}`;
  return parts([['code', shortened([line, pathText(path.slice(1))].filter(Boolean).join(': '))]]);
}

/** A path as programs write it: `trajectory_groups[3].trajectories[1]`. */
function pathText(path: readonly PathSegment[]): string {
  return path
    .map((segment, i) => {
      if (typeof segment === 'number') return `[${segment}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(segment)) return `[${JSON.stringify(segment)}]`;
      return i === 0 ? segment : `.${segment}`;
    })
    .join('');
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

function parts(lines: readonly (readonly [HoverPart['style'], string])[]): HoverPart[] {
  return lines.filter(([, text]) => text !== '').map(([style, text]) => ({ style, text }));
}
