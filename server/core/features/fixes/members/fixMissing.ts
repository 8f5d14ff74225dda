import type { Document } from '../../../document';
import { uuidPattern } from '../../../rules/uuid';
import type { Schema } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import { childAt, childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Flag, Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName, stringValue } from '../../../syntax/tree/strings';
import { carriageReturn } from '../../../text/characters';
import { charAt, type Edit, sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { isLines, tokenBehind } from '../../cursorContext';
import { type Fixer, insert, type QuickFix, shown } from '../fix';
import { isLike, nameOfArrayOf } from '../shapes';

/** `missing-property`: inserts the property in the interface's order, with a value to fill in. */
export const fixMissingProperty: Fixer = function* (document, problem, { recentModelIds, node: object }) {
  const name = problem.fix?.name;
  if (name === undefined || object.kind !== Kind.object || object.from !== problem.from) return [];
  const owner = schemaAt(document, object);
  const schema = owner?.properties?.get(name) ?? null;
  if (owner === null || schema === null) return [];
  const point = yield* insertionPointFor(document, { object, owner, name });
  const placeholder = placeholders[schema.type ?? 'object']!;
  const inserted = insertion(point, { name, value: placeholder, title: `Insert "${name}"` });
  const renamed = renamings(document, object, { owner, name, schema });
  // What is there under another name must not get an empty value beside it.
  const fixes = renamed.length === 0 ? [inserted] : [...renamed, { ...inserted, isPreferred: false }];
  if (schema.format !== 'uuid') return fixes;
  const known = recentModelIds.slice(0, 5).map((id): QuickFix => {
    const title = `Insert "${name}": ${shown(id)}`;
    const { cursor: _, ...fix } = insertion(point, { name, value: JSON.stringify(id), title });
    return { ...fix, isPreferred: false };
  });
  return [...fixes, ...known];
};

/** Undocumented properties to look at. */
const maxKeys = 50;

/** Renames an undocumented property whose value shows that this one is meant: groups, trajectories, or a UUID. */
function renamings(
  document: Document,
  object: Node,
  { owner, name, schema }: { readonly owner: Schema; readonly name: string; readonly schema: Schema },
): QuickFix[] {
  if (childCount(object) > maxKeys) return [];
  return [...childrenOf(object)].flatMap((node) => {
    const { key } = node;
    const isOther = key !== null && !owner.properties!.has(keyName(document.text, key));
    const edits = isOther ? editsIfMeant(document, node, schema) : null;
    if (key === null || edits === null) return [];
    const rename = { from: key.from, to: key.to, insert: JSON.stringify(name) };
    const title = `Rename ${shown(sliceText(document.text, key.from, key.to))} to "${name}"`;
    return [{ title, code: 'missing-property' as const, edits: [rename, ...edits], isPreferred: true }];
  });
}

/** Edits that make a value one of the property, none if it is one already; null if it is something else. */
function editsIfMeant(document: Document, node: Node, schema: Schema): Edit[] | null {
  if (schema.format === 'uuid') {
    const value = node.kind === Kind.string ? stringValue(document.text, node) : null;
    return value !== null && uuidPattern.test(value) ? [] : null;
  }
  const group = schema.items;
  const first = node.kind === Kind.array ? childAt(node, 0) : null;
  if (group === null || first?.kind !== Kind.object) return null;
  if (isLike(document, first, group)) return [];
  const name = nameOfArrayOf(document, first, group);
  return name === null ? null : [insert(node.from, `[{${JSON.stringify(name)}: `), insert(node.to, '}]')];
}

/** Values to fill in; the cursor goes after the first character of a string, array or object. */
const placeholders: Record<string, string> = {
  string: '""',
  array: '[]',
  object: '{}',
  number: '0',
  boolean: 'false',
};

/** An empty value of a documented type, for the cursor to go into; null if the type has no empty value. */
export function placeholderOf(schema: Schema | null): string | null {
  const placeholder = placeholders[schema?.type ?? 'number']!;
  return placeholder.length === 2 ? placeholder : null;
}

/** Where to insert a new property, and the text around it. */
interface InsertionPoint {
  readonly at: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}

function insertion(point: InsertionPoint, fix: { name: string; value: string; title: string }): QuickFix {
  const start = `${point.before}${JSON.stringify(fix.name)}: `;
  const edit = { from: point.at, to: point.to, insert: `${start}${fix.value}${point.after}` };
  const isContainer = /^["[{]/.test(fix.value);
  return {
    title: fix.title,
    code: 'missing-property',
    edits: [edit],
    isPreferred: true,
    cursor: point.at + start.length + (isContainer ? 1 : 0),
  };
}

/** Members looked at between two yields. */
const yieldEvery = 10_000;

/** After the last property that the interface lists before it, else at the start of the object. */
function* insertionPointFor(
  document: Document,
  { object, owner, name }: { object: Node; owner: Schema; name: string },
): Work<InsertionPoint> {
  const before = new Set<string>();
  for (const other of owner.properties!.keys()) {
    if (other === name) break;
    before.add(other);
  }
  let previous: Node | null = null;
  for (const child of childrenOf(object)) {
    if (child.index % yieldEvery === yieldEvery - 1) yield;
    const { key } = child;
    // Only a known name has a number, unless it is spelled in another way. There may be a million others.
    if (key === null || (key.number === 0 && key.flags === 0)) continue;
    const isComplete = child.kind !== Kind.key && (child.flags & Flag.broken) === 0;
    if (isComplete && before.has(keyName(document.text, key))) previous = child;
  }
  const first = childAt(object, 0);
  if (previous !== null) {
    return { at: previous.to, to: previous.to, before: `,${gapBefore(document, previous)}`, after: '' };
  }
  if (first === null) return inEmpty(document, object);
  const start = (first.key ?? first).from;
  return { at: start, to: start, before: '', after: `,${gapBefore(document, first)}` };
}

/** The white space before a member: a line break with indentation, or a space. */
export function gapBefore({ text }: Document, member: Node): string {
  const to = (member.key ?? member).from;
  const before = sliceText(text, Math.max(0, to - 200), to);
  return /(?:\r\n|\n|\r)[ \t]*$/.exec(before)?.[0] ?? ' ';
}

/** Keeps the content of an empty object, such as a comment; replaces white space. */
function inEmpty(document: Document, object: Node): InsertionPoint {
  const { text } = document;
  const next = tokenBehind(document, object.from + 1);
  const isBare = next.type === Token.closeObject && sliceText(text, object.from + 1, next.from).trim() === '';
  const at = object.from + 1;
  if (!isBare || isLines(document)) return { at, to: at, before: '', after: '' };
  const line = sliceText(text, Math.max(0, object.from - 200), object.from);
  const indent = /(?:^|\n|\r)([ \t]*)[^\n\r]*$/.exec(line)?.[1] ?? '';
  const lineBreak =
    charAt(text, next.from - 2) === carriageReturn || charAt(text, at) === carriageReturn ? '\r\n' : '\n';
  return { at, to: next.from, before: `${lineBreak}${indent}  `, after: `${lineBreak}${indent}` };
}
