import type { Document } from '../../../document';
import { wrapper } from '../../../rules/flatTool';
import { didYouMean, isOtherName } from '../../../schema/didYouMean';
import { partNames } from '../../../schema/partNames';
import type { Code, Problem } from '../../../schema/problem';
import type { Schema } from '../../../schema/schema';
import { schemaAt } from '../../../schema/schemaAt';
import { isDocumented } from '../../../schema/schemaTypes';
import { childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { quote } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { charAt, type Edit } from '../../../text/text';
import { type Fixer, insert, type ProblemAtNode, type QuickFix, remove, shown } from '../fix';
import { moveSettings } from './moveSettings';
import { nestedTool } from './nestTool';

/** Maximum properties to rename together. */
const maxKeys = 100;

/**
 * `unknown-property`: renames the property and its misnamed siblings, or puts a flat tool's members into `function`, or
 * the settings beside a config into it.
 */
export const fixUnknownProperty: Fixer = (document, problem, { node }) => {
  const name = problem.fix?.name;
  if (name === undefined)
    return [...ungrouped(document, problem, node), ...moveSettings(document, problem, node)];
  if (node.kind === Kind.object && node.from === problem.from && node.key?.from !== problem.from)
    return name === wrapper ? nested(document, problem, node) : [inGroup(problem, node, name)];
  if (node.key?.from !== problem.from) return [];
  const others = othersMeant(document, node, name);
  const title = [`Rename to "${name}"`, ...others.map(({ from, to }) => `"${from}" to "${to}"`)].join(', ');
  const edits = [renaming(document, node.key, name), ...others.map(({ edit }) => edit)];
  const schema = node.parent === null ? null : schemaAt(document, node.parent);
  const isPreferred = schema?.properties == null || isOnlyMeant(document, node, { schema, meant: name });
  return [{ title, code: problem.code, edits, isPreferred }];
};

/**
 * Whether a renaming for `unknown-property` is certain: another format uses each of the names for a documented property
 * that is absent here, and each value has the documented type. With `score` and `rewards`, it is not certain which is
 * the reward.
 */
export function isSureRenaming(document: Document, { problem, node }: ProblemAtNode): boolean {
  const meant = problem.fix?.name;
  const schema = node.parent === null ? null : schemaAt(document, node.parent);
  if (meant === undefined || schema?.properties == null || node.key?.from !== problem.from) return false;
  if (!isOnlyMeant(document, node, { schema, meant })) return false;
  const isOther = isOtherName(schema, meant, keyName(document.text, node.key));
  const all = [{ to: meant, node }, ...othersMeant(document, node, meant)];
  const { role } = partNames(document.engine.schemas);
  // What has no role may be a choice, whose properties are not documented.
  const isMessage =
    !schema.properties.has(role) || all.some(({ to }) => to === role) || has(document, node.parent!, role);
  return (
    isOther && isMessage && all.every(({ to, node: { kind } }) => fits(schema.properties!.get(to)!, kind))
  );
}

function has({ text }: Document, object: Node, name: string): boolean {
  for (const { key } of childrenOf(object)) if (key !== null && keyName(text, key) === name) return true;
  return false;
}

/** Whether no other property of the object may be meant, too. */
function isOnlyMeant(
  { text }: Document,
  { parent, index }: Node,
  { schema, meant }: { readonly schema: Schema; readonly meant: string },
): boolean {
  if (childCount(parent!) > maxKeys) return false;
  return [...childrenOf(parent!)].every(({ key, index: at }) => {
    const name = at === index || key === null ? meant : keyName(text, key);
    return schema.properties!.has(name) || didYouMean(name, schema, () => false) !== meant;
  });
}

/** With a format, the type alone does not prove that the value is valid. */
function fits(schema: Schema, kind: Kind): boolean {
  return schema.format === null && isDocumented(schema, kind);
}

/**
 * `unknown-call` and `misspelt-role`: corrects the key under which results name their calls, or the id there, or the roles,
 * throughout a group or a bare trajectory.
 */
export const fixThroughout: Fixer = (document, { code, fix }) => {
  const { name, ranges = [] } = fix ?? {};
  const [first] = ranges;
  if (name === undefined || first === undefined) return [];
  const edits = ranges.map(({ value, ...range }) =>
    value === undefined ? renaming(document, range, name) : { ...range, insert: JSON.stringify(value) },
  );
  const where = ranges.length === 1 ? '' : ` in ${ranges.length} ${places[code]}`;
  const title = ranges.every(({ value }) => value === undefined)
    ? `Rename to "${name}"${where}`
    : ranges.length === 1
      ? `Replace with ${shown(JSON.stringify(first.value))}`
      : `Correct "${name}"${where}`;
  return [{ title, code, edits, isPreferred: true }];
};

const places: Partial<Record<Code, string>> = { 'unknown-call': 'results', 'misspelt-role': 'messages' };

/** Keeps existing quotes. */
function renaming({ text }: Document, { from, to }: Range, name: string): Edit {
  const isQuoted = charAt(text, from) === quote && charAt(text, to - 1) === quote;
  const inner = JSON.stringify(name).slice(1, -1);
  return isQuoted
    ? { from: from + 1, to: to - 1, insert: inner }
    : { from, to, insert: JSON.stringify(name) };
}

/** Siblings of a property, which gets the name that is meant, that also have another format's name. */
function othersMeant(
  document: Document,
  { parent, index }: Node,
  meant: string,
): { from: string; to: string; node: Node; edit: Edit }[] {
  const schema = parent === null ? null : schemaAt(document, parent);
  if (parent === null || schema?.properties == null || childCount(parent) > maxKeys) return [];
  const keys = [...childrenOf(parent)].filter(({ key }) => key !== null);
  const names = new Set(keys.map(({ key }) => keyName(document.text, key!)));
  // Of several that may be meant by one name, only the first gets it.
  const given = new Set([meant]);
  return keys.flatMap((node) => {
    const { key, index: at } = node;
    const from = keyName(document.text, key!);
    const to =
      at === index || schema.properties!.has(from) ? null : didYouMean(from, schema, (one) => names.has(one));
    if (to === null || given.has(to) || !isOtherName(schema, to, from)) return [];
    given.add(to);
    return [{ from, to, node, edit: renaming(document, key!, to) }];
  });
}

/** Puts a trajectory into a group. */
function inGroup({ code }: Problem, { from, to }: Node, name: string): QuickFix {
  const edits = [insert(from, `{${JSON.stringify(name)}: [`), insert(to, ']}')];
  return { title: `Put it into the "${name}" of a group`, code, edits, isPreferred: true };
}

/** A group among the trajectories of another: puts its trajectories in its place. */
function ungrouped({ text, tree }: Document, { code, from }: Problem, array: Node): QuickFix[] {
  const { key, parent: group } = array;
  const isMeant = array.kind === Kind.array && key?.from === from && group?.parent?.key != null;
  const isSame = isMeant && keyName(text, group.parent!.key!) === keyName(text, key);
  if (!isSame || childCount(group) > 1 || childCount(array) === 0) return [];
  const edits = [remove(group.from, array.from + 1), remove(array.to - 1, group.to)];
  // It may be there only because a bracket is missing: then two groups would become one.
  const isPreferred = tree.root.syntaxErrorCount === 0;
  return [{ title: 'Put its trajectories in its place', code, edits, isPreferred }];
}

function nested(document: Document, { code }: Problem, tool: Node): QuickFix[] {
  const edits = nestedTool(document, tool);
  const title = `Move the other properties into "${wrapper}"`;
  return edits.length === 0 ? [] : [{ title, code, edits, isPreferred: true }];
}
