import type { Document } from '../../document';
import type { Schema } from '../../schema/schema';
import { rootSchemaOf } from '../../schema/schemaAt';
import { childAt, childCount, childrenOf } from '../../syntax/nodes/children';
import { isContainer, type Node, rootOf } from '../../syntax/nodes/node';
import { NodeCache } from '../../syntax/nodes/nodeCache';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import { sliceText } from '../../text/text';
import type { Work } from '../../work';
import { type ItemKind, itemKindOf, itemLabel } from './itemLabel';
import { namePreview, preview } from './preview';

/** An entry of the outline; offsets are UTF-16 code units. */
export interface OutlineNode extends Range {
  /** Plain text of one line, never blank. */
  readonly name: string;
  /** The value of a property, if it is a scalar. */
  readonly detail: string;
  readonly kind: OutlineKind;
  /** The range to reveal when the entry is chosen; its first line represents the entry. */
  readonly selectionFrom: number;
  readonly selectionTo: number;
  readonly children: OutlineNode[];
}

/** The kind of an entry. `cut` is not a value but a notice that entries were left out. */
export type OutlineKind = ItemKind | 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'cut';

/** Maximum entries of a document. */
const maxEntries = 5000;
/** Deeper entries are left out, because clients recurse on the outline. */
const maxDepth = 100;

/** A container whose members are not listed yet. */
interface Pending {
  readonly container: Node;
  readonly schema: Schema | null;
  readonly children: OutlineNode[];
  readonly depth: number;
}

/**
 * The outline of a document: groups, trajectories and messages with labels, everything else by name and value. An
 * outline of more than `limit` entries loses the innermost ones, and its last entry says so.
 */
export function* documentSymbols(document: Document, limit = maxEntries): Work<OutlineNode[]> {
  const outline: OutlineNode[] = [];
  const queue: Pending[] = [];
  const root = rootPending(document, outline);
  if (root !== null) queue.push(root);
  let count = 0;
  for (const pending of queue) {
    const { depth } = pending;
    for (const found of entriesOf(document, pending)) {
      yield;
      if (found === null) continue;
      const { node, schema } = found;
      if (count >= limit - 1 || depth >= maxDepth) {
        outline.push(cutNotice(document, count));
        return outline;
      }
      const entry = entryOf(document, node, schema);
      pending.children.push(entry);
      count++;
      if (isContainer(node))
        queue.push({ container: node, schema, children: entry.children, depth: depth + 1 });
    }
  }
  return outline;
}

function rootPending(document: Document, children: OutlineNode[]): Pending | null {
  const root = rootOf(document.tree);
  const schema = rootSchemaOf(document);
  const { anything } = document.engine.schemas;
  if (root.kind === Kind.lines) {
    return { container: root, schema: { ...anything, items: schema }, children, depth: 0 };
  }
  const value = childAt(root, 0);
  return value === null ? null : { container: value, schema, children, depth: 0 };
}

interface Entry {
  readonly node: Node;
  readonly schema: Schema | null;
}

/**
 * The members of a container; items of an array of groups, trajectories or messages replace the array. Null for a
 * member that is not listed.
 */
function* entriesOf(document: Document, { container, schema }: Pending): Generator<Entry | null> {
  for (const node of childrenOf(container)) {
    if (node.kind === Kind.invalid && node.key === null) {
      yield null;
      continue;
    }
    const own = schemaOf(document, node, schema);
    const items = own?.items ?? null;
    if (node.key === null || node.kind !== Kind.array || itemKindOf(document, items) === null) {
      yield { node, schema: own };
      continue;
    }
    for (const item of childrenOf(node))
      yield item.kind === Kind.invalid ? null : { node: item, schema: items };
  }
}

function schemaOf({ text }: Document, { key }: Node, container: Schema | null): Schema | null {
  if (key === null) return container?.items ?? null;
  // A name that is in no schema is not documented.
  if (key.number === 0) return null;
  return container?.properties?.get(keyName(text, key)) ?? null;
}

function entryOf(document: Document, node: Node, schema: Schema | null): OutlineNode {
  const { key, from, to } = node;
  const { name, detail, kind, selection } = labelOf(document, node, schema);
  const [selectionFrom, selectionTo] = [from + selection.from, from + selection.to];
  return { name, detail, kind, from: key?.from ?? from, to, selectionFrom, selectionTo, children: [] };
}

/** How an entry is shown. */
interface Label {
  readonly name: string;
  readonly detail: string;
  readonly kind: OutlineKind;
  /** Relative to the start of the value. */
  readonly selection: Range;
}

/** After an edit, only labels of changed entries, and of those with a new index, are created again. */
const knownLabels = new NodeCache<Label & { readonly schema: Schema | null; readonly index: number }>();

function labelOf(document: Document, node: Node, schema: Schema | null): Label {
  const known = knownLabels.get(node);
  if (known !== undefined && known.schema === schema && known.index === node.index) return known;
  const label = { ...newLabel(document, node, schema), schema, index: node.index };
  knownLabels.set(node, label);
  return label;
}

function newLabel(document: Document, node: Node, schema: Schema | null): Label {
  const { key, index } = node;
  const kind = key === null && node.kind === Kind.object ? itemKindOf(document, schema) : null;
  const { from, to } = key ?? selectionOfItem(node);
  const selection = { from: from - node.from, to: to - node.from };
  if (kind !== null) return { name: itemLabel(document, node, schema!), detail: '', kind, selection };
  const name = key === null ? String(index + 1) : nameOfKey(document, key);
  return { name, detail: detailOf(document, node), kind: kindOf(node), selection };
}

/**
 * The line that represents an item when the editor pins it to the top: its first property says more than its bracket.
 */
function selectionOfItem(node: Node): Range {
  const first = (isContainer(node) ? childAt(node, 0) : null) ?? node;
  return first.key ?? { from: first.from, to: isContainer(first) ? first.from + 1 : first.to };
}

/** Editors reject an entry without a name, so a blank one is shown with its quotes. */
function nameOfKey({ text }: Document, key: Range): string {
  const name = namePreview(text, key, 100);
  return name.trim() === '' ? sliceText(text, key.from, Math.min(key.to, key.from + 100)) : name;
}

function detailOf({ text }: Document, node: Node): string {
  if (isContainer(node)) return childCount(node) > 0 ? '' : node.kind === Kind.array ? '[]' : '{}';
  return preview(text, node, 100);
}

function kindOf({ kind }: Node): OutlineKind {
  switch (kind) {
    case Kind.object:
      return 'object';
    case Kind.array:
      return 'array';
    case Kind.number:
      return 'number';
    case Kind.true:
    case Kind.false:
      return 'boolean';
    case Kind.null:
    case Kind.key:
    case Kind.invalid:
      return 'null';
    default:
      return 'string';
  }
}

function cutNotice({ text }: Document, count: number): OutlineNode {
  const end = { from: text.length, to: text.length, selectionFrom: text.length, selectionTo: text.length };
  const name = `Only ${count.toLocaleString('en')} entries are listed; more deeply nested ones are left out`;
  return { name, detail: '', kind: 'cut', ...end, children: [] };
}
