import type { Document } from '../../document';
import { companion, partNames } from '../../schema/partNames';
import type { Node } from '../../syntax/nodes/node';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import { contentRange } from '../../syntax/tree/contentRange';
import { nameValue } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import { conversationAround, isTooLong, type Mention, mentionsIn, nearest } from './mentions';

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

/** Maximum definitions or references in one response. An editor has to show them all. */
const maxListed = 10_000;

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
  const before = defined.findLastIndex(({ from }) => from <= at.from);
  const meant =
    at.kind === 'tool' ? nearest(defined, before, maxListed) : nearest(defined, Math.max(0, before), 1);
  const origin = contentRange(document.text, at);
  const definitions = meant.map((one) => {
    const selection = contentRange(document.text, one);
    return {
      from: one.whole.from,
      to: one.whole.to,
      selectionFrom: selection.from,
      selectionTo: selection.to,
      originFrom: origin.from,
      originTo: origin.to,
    };
  });
  return { definitions, isCut: isCut || (at.kind === 'tool' && meant.length < defined.length) };
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
  const mentioned = yield* mentionedAt(document, offset);
  if (mentioned === null) return { ranges: [], isCut: false };
  const { at, same, isCut } = mentioned;
  const wanted = withDefinition ? same : same.filter(({ isDefinition }) => !isDefinition);
  const before = wanted.findLastIndex(({ from }) => from <= at.from);
  const listed = nearest(wanted, before, maxListed);
  return {
    ranges: listed.map((mention) => contentRange(document.text, mention)),
    isCut: isCut || listed.length < wanted.length,
  };
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
  const name = nameValue(document.text, node);
  if (name === null || !mayMention(document, node)) return null;
  const conversation = conversationAround(document, node);
  if (conversation === null) return null;
  const mentions = yield* mentionsIn(document, conversation, { near: node, only: name });
  const at = mentions.find(({ from }) => from === node.from);
  if (at === undefined) return null;
  const same = mentions.filter(({ kind }) => kind === at.kind);
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
