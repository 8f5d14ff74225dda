import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { schemaAt } from '../../../schema/schemaAt';
import { isDocumented } from '../../../schema/schemaTypes';
import { Token } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { childCount, childWithKey, type Node } from '../../../syntax/tree/nodes';
import { tokenBehind } from '../../cursorContext';
import { type FixTarget, insert, type QuickFix, replacement } from '../fix';

/** Maximum number of names in the object. */
const maxKeys = 100;
/** Maximum number of names to choose from. */
const maxNames = 4;

const kinds: Partial<Record<number, Kind>> = {
  [Token.openObject]: Kind.object,
  [Token.openArray]: Kind.array,
  [Token.number]: Kind.number,
  [Token.true]: Kind.true,
  [Token.false]: Kind.false,
};

/** A value without its name: inserts a documented name that is absent and whose type the value has. */
export function fixUnnamed(document: Document, problem: Problem, { node }: FixTarget): QuickFix[] {
  const object = objectAround(node, problem);
  if (object === null || childCount(object) > maxKeys) return [];
  const kind = kinds[tokenBehind(document, problem.from).type];
  const properties = schemaAt(document, object)?.properties;
  if (kind === undefined || properties == null) return [];
  const meant = [...properties].filter(
    ([name, schema]) => isDocumented(schema, kind) && childWithKey(document.text, object, name) === null,
  );
  return meant.slice(0, maxNames).map(([name]) => {
    const edit = insert(problem.from, `${JSON.stringify(name)}: `);
    return replacement(problem, `Insert the name ${JSON.stringify(name)}`, edit, false);
  });
}

function objectAround(node: Node, { from }: Problem): Node | null {
  const object = node.from === from ? node.parent : node;
  return object?.kind === Kind.object ? object : null;
}
