import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { Kind } from '../../syntax/nodeKind';
import { childrenOf, type Node, rootOf } from '../../syntax/nodes';
import { sliceText } from '../../text/text';
import type { Work } from '../../work';
import { mistakesIn } from '../mistakesIn';
import { memberOfRoot } from '../places/describe';
import { stretchOnOneLine } from './oneLine';

/** What lines of bare trajectories become: one group of all, or a group of each. */
export type Grouping = 'one' | 'each';

/** What a document is converted to. */
export type Form = 'lines' | 'log-request';

/**
 * The groups of a document in another form, every token as it stands.
 *
 * `lines` gives JSON Lines, one group a line: line breaks between tokens are removed. `log-request` gives one
 * object: the groups as they are laid out, and the split of the document. Lines and groups have none; then it
 * is an empty string, to be filled in, because any name would be a guess. What a document holds besides groups
 * and split (a model id, a training config) is no part of the result.
 *
 * Null where there are no groups; where the text is no JSON, because it could become something else; and for
 * lines of bare trajectories when it is not said how they are grouped.
 */
export function* converting(
  document: Document,
  to: Form,
  grouping: Grouping | null = null,
): Work<string | null> {
  const groups = mistakesIn(document.tree) > 0 ? null : groupsIn(document, grouping);
  if (groups === null || groups.length === 0) return null;
  const texts: string[] = [];
  for (const group of groups) texts.push(yield* groupText(document, group, to));
  if (to === 'lines') return texts.map((text) => `${text}\n`).join('');
  const { names } = document.engine.schemas;
  const split = memberOfRoot(document, names.split);
  const value = split === null ? '""' : sliceText(document.text, split.from, split.to);
  const items = texts.map((text) => `\n    ${text}`).join(',');
  const [splitName, groupsName] = [JSON.stringify(names.split), JSON.stringify(names.groups)];
  return `{\n  ${splitName}: ${value},\n  ${groupsName}: [${items}\n  ]\n}\n`;
}

/** A group as it stands in the document, or the trajectories that become one. */
type Group = Node | readonly Node[];

function* groupText(document: Document, group: Group, to: Form): Work<string> {
  if (!('length' in group)) return yield* valueText(document, group, to);
  const texts: string[] = [];
  for (const trajectory of group) texts.push(yield* valueText(document, trajectory, to));
  return `{${JSON.stringify(document.engine.schemas.names.trajectories)}: [${texts.join(', ')}]}`;
}

function* valueText({ text }: Document, { from, to: end }: Node, to: Form): Work<string> {
  yield;
  return to === 'lines' ? yield* stretchOnOneLine(text, { from, to: end }) : sliceText(text, from, end);
}

/** The groups of a document; null where there are none, or where it is not said how trajectories are grouped. */
function groupsIn(document: Document, grouping: Grouping | null): Group[] | null {
  const container = containerOf(document);
  if (container === null) return null;
  const nodes = [...childrenOf(container)];
  const isBare = document.type.kind === 'trajectory-lines' || document.type.shape === 'trajectories';
  if (!isBare) return nodes;
  if (grouping === null) return null;
  return grouping === 'each' || nodes.length === 0 ? nodes.map((node) => [node]) : [nodes];
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
  return type.kind === 'unrecognized' ? null : groupsOf({ ...document, names: engine.schemas.names });
}
