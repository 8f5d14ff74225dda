import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { itemOffsets } from '../../syntax/tree/itemOffsets';
import { Kind } from '../../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, type Node, rootOf } from '../../syntax/tree/nodes';
import { keyName } from '../../syntax/tree/strings';
import { sliceText } from '../../text/text';
import type { Work } from '../../work';
import { FormattedArray, type Frame } from '../format/formattedArray';
import { indentationAt } from '../indentation';
import { StringBuilder } from '../longStrings';
import { firstMixedLine, isMixed } from '../mixedLine';
import { memberOfRoot } from '../summary';
import { countSyntaxErrors } from '../syntaxErrorList';
import { maxNewLength } from './groupLines';
import { isOnOneLine, joinOnOneLine } from './oneLine';

/** How to group bare trajectories: all in one group, or a group each. */
export type Grouping = 'one' | 'each';

/** A converted document, and the names of the first root members that the new form has no place for. */
export interface Converted {
  readonly text: string;
  readonly left: readonly string[];
}

/** The form to convert a document to. */
export type Form = 'lines' | 'log-request';

/**
 * Converts the groups of a document, every token unchanged.
 *
 * `lines` gives JSON Lines, one group per line, without line breaks between tokens. `log-request` gives one object,
 * with the groups and the split of the document, in the document's indentation. Lines and single groups have no split;
 * it is then an empty string to fill in, because any name would be a guess. Anything else in the document (a model id,
 * a training config) is left out and named in `left`.
 *
 * Null if there are no groups; if the text is not JSON, because it could become something else; for bare trajectories
 * without a grouping; and for lines that are groups and trajectories, unless each trajectory is to become a group.
 */
export function* convertDocument(
  document: Document,
  to: Form,
  grouping: Grouping | null = null,
  limit = maxNewLength,
): Work<Converted | null> {
  const groups = countSyntaxErrors(document.tree) > 0 ? null : yield* groupsIn(document, grouping);
  if (groups === null || childCount(groups.container) === 0) return null;
  const text =
    to === 'lines' ? yield* groupsText(document, groups, to) : yield* logRequest(document, groups, limit);
  return { text, left: yield* membersLeft(document, to) };
}

/** A log request, formatted with the document's indentation; not formatted if it would become longer than the limit. */
function* logRequest(document: Document, groups: Groups, limit: number): Work<string> {
  const { engine, text } = document;
  const { container, outer } = groups;
  const { head, tail } = requestFrame(document);
  const { unit } = indentationAt(text, 0);
  const format = { tabSize: unit.length, insertSpaces: unit !== '\t' };
  const frame = { head: head + outer.head, tail: outer.tail + tail };
  const depth = outer === nothing ? 2 : 4;
  const formatted = new FormattedArray({ engine, frame, depth, format, limit });
  for (const offsets of itemOffsets(container)) {
    yield;
    for (let i = 0; i < offsets.length; i += 2)
      yield* formatted.add(text, { from: offsets[i]!, to: offsets[i + 1]! }, frameOf(groups, offsets[i]!));
  }
  return (
    (yield* formatted.end()) ?? `${head}${yield* groupsText(document, groups, 'log-request')}\n  ${tail}\n`
  );
}

/** A log request around its groups. */
function requestFrame(document: Document): Frame {
  const { names } = document.engine.schemas;
  const split = memberOfRoot(document, names.split);
  const value = split === null ? '""' : sliceText(document.text, split.from, split.to);
  const [splitName, groupsName] = [JSON.stringify(names.split), JSON.stringify(names.groups)];
  return { head: `{\n  ${splitName}: ${value},\n  ${groupsName}: [`, tail: ']\n}' };
}

/** Maximum left-out members to name. */
export const maxNamed = 6;

/** The names of the first members of a request that the new form has no place for. */
export function* membersLeft({ text, tree, type, engine }: Document, to: Form): Work<string[]> {
  const { names } = engine.schemas;
  const root = childAt(rootOf(tree), 0);
  const isRequest = type.kind === 'log-request' || type.kind === 'training-job';
  if (!isRequest || root?.kind !== Kind.object) return [];
  const kept = to === 'lines' ? [names.groups] : [names.groups, names.split];
  const left = new Set<string>();
  const seen = new Set<string>();
  for (const { key } of childrenOf(root)) {
    yield;
    const name = key === null ? names.groups : keyName(text, key);
    if (!kept.includes(name)) left.add(name);
    else if (seen.has(name)) left.add(`${name} (written twice)`);
    seen.add(name);
    if (left.size === maxNamed) break;
  }
  return [...left];
}

/** The groups of a document, or bare trajectories and what makes groups of them. */
interface Groups {
  readonly container: Node;
  /** The text around all values, and around each. */
  readonly outer: Frame;
  readonly inner: Frame;
  /** Offsets of values that need none, because they are groups among trajectories. */
  readonly whole: ReadonlySet<number>;
}

function frameOf({ inner, whole }: Groups, offset: number): Frame {
  return whole.has(offset) ? nothing : inner;
}

/** All groups, each on a line of its own. There may be millions, so none is kept. */
function* groupsText({ text }: Document, groups: Groups, to: Form): Work<string> {
  const { container, outer } = groups;
  const [before, between, behind] = to === 'lines' ? ['', '\n', '\n'] : ['\n    ', ',\n    ', ''];
  const separator = outer === nothing ? between : ', ';
  const converted = new StringBuilder();
  let gap = `${before}${outer.head}`;
  for (const offsets of itemOffsets(container)) {
    yield;
    for (let i = 0; i < offsets.length; i += 2) {
      const range = { from: offsets[i]!, to: offsets[i + 1]! };
      const isReady = to === 'log-request' || isOnOneLine(text, range);
      const { head, tail } = frameOf(groups, range.from);
      converted.push(gap, head);
      if (isReady) yield* converted.pushRange(text, range);
      else converted.push(yield* joinOnOneLine(text, range));
      converted.push(tail);
      gap = separator;
    }
  }
  converted.push(outer.tail, behind);
  return converted.toString();
}

const nothing: Frame = { head: '', tail: '' };

/** Null if there are none, if bare trajectories come without a grouping, or if some can only become a group each. */
function* groupsIn(document: Document, grouping: Grouping | null): Work<Groups | null> {
  const container = containerOf(document);
  const isBare = document.type.kind === 'trajectory-lines' || document.type.shape === 'trajectories';
  const mixed = (yield* firstMixedLine(document)) !== null;
  if (container === null || (isBare && grouping === null) || (mixed && grouping !== 'each')) return null;
  const { trajectories } = document.engine.schemas.names;
  const group = { head: `{${JSON.stringify(trajectories)}: [`, tail: ']}' };
  return {
    container,
    outer: isBare && grouping === 'one' ? group : nothing,
    inner: (isBare || mixed) && grouping === 'each' ? group : nothing,
    whole: mixed ? yield* groupsAmong(document, container, isBare) : new Set(),
  };
}

/** Where lines begin that are not trajectories. */
function* groupsAmong(document: Document, lines: Node, isBare: boolean): Work<Set<number>> {
  const starts = new Set<number>();
  for (const line of childrenOf(lines)) {
    yield;
    if (isMixed(document, line, isBare) === isBare) starts.add(line.from);
  }
  return starts;
}

/** The container of the groups, or of the bare trajectories, of a document. */
function containerOf(document: Document): Node | null {
  const { type, tree, engine } = document;
  const root = rootOf(tree);
  if (type.kind === 'trajectory-lines') return root;
  if (type.shape === 'groups' || type.shape === 'trajectories') {
    const [array] = childrenOf(root);
    return array?.kind === Kind.array ? array : null;
  }
  return type.kind === 'unrecognized' ? null : groupsOf({ ...document, schemas: engine.schemas });
}
