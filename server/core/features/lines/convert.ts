import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import { itemOffsets } from '../../syntax/nodes/itemOffsets';
import { type Node, rootOf } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Work } from '../../work';
import { maxGrowth } from '../format/format';
import { type Layout, treeLayout } from '../format/formatLayout';
import { Printer } from '../format/printer';
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
    to === 'lines' ? yield* groupsText(document, groups) : yield* logRequest(document, groups, limit);
  return { text, left: yield* membersLeft(document, to) };
}

/** A log request with the document's indentation. Its groups stay as they are if it would become too long. */
function* logRequest(document: Document, groups: Groups, limit: number): Work<string> {
  const { text } = document;
  const { unit } = indentationAt(text, 0);
  const layout = treeLayout(text, { tabSize: unit.length, insertSpaces: unit !== '\t' });
  const laidOut = new Printer(text, layout, Math.min(limit, text.length + maxGrowth(text)));
  yield* printRequest(document, groups, { printer: laidOut, isLaidOut: true });
  if (!laidOut.isTooLong) return laidOut.toString();
  const asWritten = new Printer(text, layout, Number.POSITIVE_INFINITY);
  yield* printRequest(document, groups, { printer: asWritten, isLaidOut: false });
  return asWritten.toString();
}

interface Printing {
  readonly printer: Printer;
  /** Whether white space within the groups is replaced. */
  readonly isLaidOut: boolean;
}

function* printRequest(document: Document, groups: Groups, { printer, isLaidOut }: Printing): Work<void> {
  const { split, groups: groupsName } = document.engine.schemas.names;
  const { open, comma, close } = printer.layout;
  const splitValue = memberOfRoot(document, split);
  printer.push(`{${open(1)}${JSON.stringify(split)}: `);
  if (splitValue === null) printer.push('""');
  else yield* printer.value(splitValue, 1);
  printer.push(`,${comma(1)}${JSON.stringify(groupsName)}: [`);
  const outer = groups.isOneGroup ? groupFrame(document, printer.layout, 2) : null;
  if (outer !== null) printer.push(open(2) + outer.head);
  const depth = outer === null ? 2 : 4;
  const frame = groupFrame(document, printer.layout, depth);
  let gap = open(depth);
  for (const item of childrenOf(groups.container)) {
    if (printer.isTooLong) return;
    yield;
    const isFramed = groups.isGroupEach(item.from);
    printer.push(isFramed ? gap + frame.head + open(depth + 2) : gap);
    yield* isLaidOut ? printer.value(item, isFramed ? depth + 2 : depth) : printer.range(item);
    if (isFramed) printer.push(frame.tail);
    gap = `,${comma(depth)}`;
  }
  if (outer !== null) printer.push(outer.tail);
  printer.push(`${close(2)}]${close(1)}}${close(1)}`);
}

/** JSON text around the trajectories of a group that is inside of `depth` containers. */
function groupFrame({ engine }: Document, { open, close }: Layout, depth: number): Frame {
  const name = JSON.stringify(engine.schemas.names.trajectories);
  return { head: `{${open(depth + 1)}${name}: [`, tail: `${close(depth + 2)}]${close(depth + 1)}}` };
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
  /** Whether all values become one group. */
  readonly isOneGroup: boolean;
  /** Whether the value at an offset becomes a group of its own. */
  isGroupEach(offset: number): boolean;
}

/** JSON text before and after others. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** All groups, each on a line of its own. There may be millions, so none is kept. */
function* groupsText(document: Document, { container, isOneGroup, isGroupEach }: Groups): Work<string> {
  const { text, engine } = document;
  const head = `{${JSON.stringify(engine.schemas.names.trajectories)}: [`;
  const tail = ']}';
  const converted = new StringBuilder();
  let gap = isOneGroup ? head : '';
  for (const offsets of itemOffsets(container)) {
    yield;
    for (let i = 0; i < offsets.length; i += 2) {
      const range = { from: offsets[i]!, to: offsets[i + 1]! };
      const isFramed = isGroupEach(range.from);
      converted.push(gap, isFramed ? head : '');
      if (isOnOneLine(text, range)) yield* converted.pushRange(text, range);
      else converted.push(yield* joinOnOneLine(text, range));
      if (isFramed) converted.push(tail);
      gap = isOneGroup ? ', ' : '\n';
    }
  }
  converted.push(isOneGroup ? tail : '', '\n');
  return converted.toString();
}

/** Null if there are none, if bare trajectories come without a grouping, or if some can only become a group each. */
function* groupsIn(document: Document, grouping: Grouping | null): Work<Groups | null> {
  const container = containerOf(document);
  const isBare = document.type.kind === 'trajectory-lines' || document.type.shape === 'trajectories';
  const mixed = (yield* firstMixedLine(document)) !== null;
  if (container === null || (isBare && grouping === null) || (mixed && grouping !== 'each')) return null;
  const whole = mixed ? yield* groupsAmong(document, container, isBare) : new Set<number>();
  const isEach = (isBare || mixed) && grouping === 'each';
  return {
    container,
    isOneGroup: isBare && grouping === 'one',
    isGroupEach: (offset) => isEach && !whole.has(offset),
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
