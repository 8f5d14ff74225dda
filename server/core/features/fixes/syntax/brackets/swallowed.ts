import { type Document, listingOf } from '../../../../document';
import { collectProblems } from '../../../../rules/checking/problemList';
import { schemaAt } from '../../../../schema/schemaAt';
import { childAt, childCount } from '../../../../syntax/nodes/children';
import { childWithKey } from '../../../../syntax/nodes/named';
import type { Node } from '../../../../syntax/nodes/node';
import { nodeAt } from '../../../../syntax/nodes/nodeAt';
import { Kind } from '../../../../syntax/tree/nodeKind';
import { keyName } from '../../../../syntax/tree/strings';
import type { Work } from '../../../../work';
import { documentedNames, maxMembers, namesIn } from './objectMeant';

/** Warnings that are looked at. */
const maxWarnings = 50;
/** Containers that end together. */
const maxLevels = 8;

/** The last member before what an unclosed container swallowed, and the containers that end with that member. */
interface Swallowing {
  readonly last: Node;
  /** Innermost first. */
  readonly ending: readonly Node[];
}

/**
 * Where the brackets that a text lacks at its end are really missing: before the first name that is not documented where
 * it is, but for a container farther out. Null if there is no such name.
 */
export function* findSwallowing(document: Document, open: Node): Work<Swallowing | null> {
  const listing = listingOf(document.engine, document.text, document);
  const warnings = yield* collectProblems(document.tree.root, listing, {
    severity: 'warning',
    limit: maxWarnings,
  });
  for (const { code, from } of warnings) {
    if (code !== 'unknown-property' || from < open.from) continue;
    const value = nodeAt(document.tree, from);
    const swallowing = value.key?.from === from ? swallowingAt(document, value) : null;
    if (swallowing !== null) return swallowing;
  }
  return null;
}

/** The name may be of an object farther out or, if it is the first in an item, of the items of an array farther out. */
function swallowingAt(document: Document, value: Node): Swallowing | null {
  const { text } = document;
  const name = keyName(text, value.key!);
  const isFirst = value.index === 0;
  const first = isFirst ? value.parent! : value;
  if (isFirst && first.parent?.kind !== Kind.array) return null;
  const last = first.index === 0 ? null : childAt(first.parent!, first.index - 1);
  if (last === null) return null;
  const ending: Node[] = [];
  for (let outer = first.parent!; outer.parent !== null && ending.length <= maxLevels; outer = outer.parent) {
    const isOwn = isFirst
      ? namesIn(schemaAt(document, outer)?.items ?? null).has(name)
      : documentedNames(document, outer).has(name) && lacks(document, outer, name);
    if (isOwn && outer !== first.parent) return { last, ending };
    ending.push(outer);
  }
  return null;
}

function lacks({ text }: Document, object: Node, name: string): boolean {
  return childCount(object) <= maxMembers && childWithKey(text, object, name) === null;
}
