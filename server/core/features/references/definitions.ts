import type { Document } from '../../document';
import { companion, partNames } from '../../schema/partNames';
import { contentRange } from '../../syntax/tree/contentRange';
import { Kind } from '../../syntax/tree/nodeKind';
import { type Node, nodeAt } from '../../syntax/tree/nodes';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { conversationAround, isTooLong, type Mention, mentionsIn } from './mentions';

/** The definition of a name: the whole of it, and the name in it. Offsets are UTF-16 code units. */
export interface Definition extends Range {
  readonly selectionFrom: number;
  readonly selectionTo: number;
  /** The name at the requested offset. */
  readonly originFrom: number;
  readonly originTo: number;
}

export interface Definitions {
  readonly definitions: readonly Definition[];
  /** Whether there may be more, farther away. */
  readonly isCut: boolean;
}

/**
 * The definition, within the trajectory, of the tool or call named at an offset. A tool: all definitions with that name
 * among the trajectory's tools. A call: the last message before the offset that makes it. Empty if nothing is named, or
 * if it is not defined.
 */
export function* definitionsOf(document: Document, offset: number): Work<Definitions> {
  const mentioned = yield* mentionedAt(document, offset);
  if (mentioned === null) return { definitions: [], isCut: false };
  const { at, same, isCut } = mentioned;
  const defined = same.filter(({ isDefinition }) => isDefinition);
  const isPast = ({ node }: Mention): boolean => node.from <= at.node.from;
  const meant = at.kind === 'tool' ? defined : [defined.findLast(isPast) ?? defined[0]];
  const origin = contentRange(document.text, at.node);
  const definitions = meant.flatMap((one) => {
    if (one === undefined) return [];
    const selection = contentRange(document.text, one.node);
    return {
      from: one.whole.from,
      to: one.whole.to,
      selectionFrom: selection.from,
      selectionTo: selection.to,
      originFrom: origin.from,
      originTo: origin.to,
    };
  });
  return { definitions, isCut };
}

/** Ranges that belong together. */
export interface References {
  readonly ranges: readonly Range[];
  /** Whether there may be more, farther away. */
  readonly isCut: boolean;
}

/**
 * All mentions, within the trajectory, of the tool or call named at an offset; includes the definition on request.
 * Empty if nothing is named.
 */
export function* referencesOf(document: Document, offset: number, withDefinition: boolean): Work<References> {
  const { same, isCut } = (yield* mentionedAt(document, offset)) ?? { same: [], isCut: false };
  const wanted = withDefinition ? same : same.filter(({ isDefinition }) => !isDefinition);
  return { ranges: wanted.map(({ node }) => contentRange(document.text, node)), isCut };
}

/** The mention at an offset, and all mentions of the same name in the trajectory. */
interface Mentioned {
  readonly at: Mention;
  readonly same: readonly Mention[];
  /** Whether part of the trajectory was not searched. */
  readonly isCut: boolean;
}

/** The mention at an offset; null if there is none. */
export function* mentionedAt(document: Document, offset: number): Work<Mentioned | null> {
  const node = nodeAt(document.tree, offset);
  if (node.kind !== Kind.string || !mayMention(document, node)) return null;
  const conversation = conversationAround(document, node);
  if (conversation === null) return null;
  const mentions = yield* mentionsIn(document, conversation, node);
  const at = mentions.find((mention) => isSame(mention.node, node));
  if (at === undefined) return null;
  const same = mentions.filter(({ kind, name }) => kind === at.kind && name === at.name);
  return { at, same, isCut: isTooLong(document, conversation) };
}

/** Most strings can be dismissed without reading the conversation. */
function mayMention({ engine }: Document, { key }: Node): boolean {
  const { functionName, messageName } = partNames(engine.schemas);
  const { callId, resultId } = companion;
  const { grammar } = engine.schemas;
  return [functionName, messageName, callId, resultId].some(
    (name) => grammar.vocabulary.numberOf(name) === key?.number,
  );
}

function isSame(a: Node, b: Node): boolean {
  return a.from === b.from && a.to === b.to;
}
