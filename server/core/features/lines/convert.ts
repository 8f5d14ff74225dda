import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { childrenOf, type Node, rootOf } from '../../syntax/nodes';
import { Kind } from '../../syntax/tree';
import { sliceText } from '../../text/text';
import { mistakesIn } from '../fixes/verified';
import { memberOfRoot } from '../places/describe';
import { onOneLine } from './oneLine';

/** What lines of bare trajectories become: one group of all, or a group of each. */
export type Grouping = 'one' | 'each';

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
export function convert(
  document: Document,
  to: 'lines' | 'log-request',
  grouping: Grouping | null = null,
): string | null {
  const groups = mistakesIn(document.tree) > 0 ? null : groupTexts(document, grouping);
  if (groups === null || groups.length === 0) return null;
  if (to === 'lines') return groups.map((group) => `${onOneLine(group)}\n`).join('');
  const { names } = document.engine.schemas;
  const split = memberOfRoot(document, names.split);
  const value = split === null ? '""' : textOf(document, split);
  const items = groups.map((group) => `\n    ${group}`).join(',');
  const [splitName, groupsName] = [JSON.stringify(names.split), JSON.stringify(names.groups)];
  return `{\n  ${splitName}: ${value},\n  ${groupsName}: [${items}\n  ]\n}\n`;
}

/** The text of each group, as it stands or made of bare trajectories. */
function groupTexts(document: Document, grouping: Grouping | null): string[] | null {
  const { names } = document.engine.schemas;
  const container = containerOf(document);
  if (container === null) return null;
  const texts = [...childrenOf(container)].map((node) => textOf(document, node));
  const isBare = document.type.kind === 'trajectory-lines' || document.type.shape === 'trajectories';
  if (!isBare) return texts;
  if (grouping === null) return null;
  const groups = grouping === 'each' || texts.length === 0 ? texts : [texts.join(', ')];
  return groups.map((group) => `{${JSON.stringify(names.trajectories)}: [${group}]}`);
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

function textOf({ text }: Document, { from, to }: Node): string {
  return sliceText(text, from, to);
}
