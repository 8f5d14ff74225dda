import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { isDocumented } from '../../../schema/schemaTypes';
import { childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { tokenBehind } from '../../cursorContext';
import { type FixTarget, insert, type QuickFix, replacement } from '../fix';

/** Maximum number of names in the object. */
const maxKeys = 100;
/** Maximum number of names to choose from. */
const maxNames = 4;

const kinds: Partial<Record<number, Kind>> = {
  [Token.openObject]: Kind.object,
  [Token.openArray]: Kind.array,
  [Token.string]: Kind.string,
  [Token.number]: Kind.number,
  [Token.true]: Kind.true,
  [Token.false]: Kind.false,
};

/** A value, or a colon and a value, without a name: inserts one that fits the value. */
export function fixUnnamed(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const object = node.from === problem.from ? node.parent : node;
  const first = tokenBehind(document, problem.from);
  const isColon = first.type === Token.colon;
  const kind = kinds[isColon ? tokenBehind(document, first.to).type : first.type];
  if (kind === undefined || object?.kind !== Kind.object) return [];
  return namesFor(document, problem, { object, kind, behind: isColon ? '' : ': ' });
}

/** A string without a name, which was read as one: it is not documented there. */
export function fixUnnamedString(document: Document, problem: Problem, { key, parent }: Node): QuickFix[] {
  const properties = parent === null ? null : schemaAt(document, parent)?.properties;
  if (key === null || properties == null || properties.has(keyName(document.text, key))) return [];
  const at = { ...problem, from: key.from };
  return namesFor(document, at, { object: parent!, kind: Kind.string, behind: ': ' });
}

/** Inserts each documented name that is absent, and whose type the value has. */
function namesFor(
  document: Document,
  problem: Problem,
  { object, kind, behind }: { readonly object: Node; readonly kind: Kind; readonly behind: string },
): QuickFix[] {
  if (childCount(object) > maxKeys) return [];
  const present = new Set([...childrenOf(object)].map(({ key }) => key && keyName(document.text, key)));
  const properties = [...(schemaAt(document, object)?.properties ?? [])];
  const meant = properties.filter(([name, schema]) => isDocumented(schema, kind) && !present.has(name));
  return meant.slice(0, maxNames).map(([name]) => {
    const edit = insert(problem.from, JSON.stringify(name) + behind);
    return replacement(problem, `Insert the name ${JSON.stringify(name)}`, edit, false);
  });
}
