import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { childCount, childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { keyName } from '../../../syntax/tree/strings';
import { sliceText } from '../../../text/text';
import { type QuickFix, replacement } from '../fix';

/** Maximum properties of an object that may be two. */
const maxProperties = 50;
/** Maximum white space between them. */
const maxBetween = 200;

/**
 * Splits an object among the items of an array where its names begin again: the brackets between two objects are
 * missing. Null if that is not likely.
 */
export function splitObject(document: Document, problem: Problem, object: Node | null): QuickFix | null {
  const { text } = document;
  const isItem = object?.kind === Kind.object && object.parent?.kind === Kind.array;
  if (!isItem || childCount(object) > maxProperties) return null;
  const members = [...childrenOf(object)].filter(({ key }) => key !== null);
  const names = members.map(({ key }) => keyName(text, key!));
  const second = names.indexOf(names[0]!, 1);
  if (second < 0 || !isRepeated(members, names, second)) return null;
  const last = members[second - 1]!;
  // An array or object without its closing bracket contains what follows, in truth.
  const isContainer = last.kind === Kind.array || last.kind === Kind.object;
  if (isContainer && (last.flags & Flag.broken) !== 0) return null;
  const [from, to] = [last.to, members[second]!.key!.from];
  if (to - from > maxBetween || !/^\s*,?\s*$/.test(sliceText(text, from, to))) return null;
  return replacement(problem, 'Make it two objects', { from, to, insert: '}, {' }, false);
}

/** Whether the names from an index on are those before it. A name that is there twice may just be so. */
function isRepeated(members: readonly Node[], names: readonly string[], second: number): boolean {
  const first = new Set(names.slice(0, second));
  const again = new Set(names.slice(second).filter((name) => first.has(name)));
  return again.size > 1 || (names.length === 2 && members[0]!.kind === Kind.array);
}
