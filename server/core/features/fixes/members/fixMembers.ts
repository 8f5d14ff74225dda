import type { Document } from '../../../document';
import { partNames } from '../../../schema/partNames';
import type { Problem } from '../../../schema/problem';
import { childrenOf } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { keyName } from '../../../syntax/tree/strings';
import type { Work } from '../../../work';
import { type Fixer, type ProblemAtNode, type QuickFix, shown } from '../fix';
import { isApart, removalsOf } from './removals';
import { splitObject } from './splitObject';

/** `null-value`: removes the property. A required one has no fix. */
export const fixNull: Fixer = (document, problem, { node }) => {
  if (problem.severity === 'error') return [];
  const member = memberOf(node, problem);
  if (member === null) return [];
  const title = member.key === null ? 'Remove this item' : `Remove ${nameOf(document, member)}`;
  const isPreferred = isDispensable(document, problem, member);
  return [{ ...removal(document, { problem, member, title }), isPreferred }];
};

/** Whether a property that is null can be removed unasked: nothing else goes or changes with it. */
export function isDispensable(document: Document, problem: Problem, member: Node): boolean {
  return (
    member.key !== null &&
    !showsLoss(document, problem, member) &&
    !overrides(document, member) &&
    isApart(document, member)
  );
}

/**
 * Whether a null shows that something is missing that a run has: a number, such as the reward of a failed run, or what
 * was said. That must stay visible.
 */
function showsLoss({ text, engine }: Document, { fix }: Problem, { key }: Node): boolean {
  const { groups, trajectories, messages } = engine.schemas.names;
  const { role } = partNames(engine.schemas);
  const name = key === null ? '' : keyName(text, key);
  return fix?.type === 'number' || [groups, trajectories, messages, role].includes(name);
}

/** Names before a property that are compared with its own. */
const maxCompared = 1000;

/** Whether a property is written before, too, or may be: without the later one, the earlier would count. */
function overrides({ text }: Document, { key, parent, index }: Node): boolean {
  if (index > maxCompared) return true;
  const name = keyName(text, key!);
  for (const other of childrenOf(parent!)) {
    if (other.index === index) return false;
    if (other.key !== null && keyName(text, other.key) === name) return true;
  }
  return false;
}

/** `duplicate-key`: removes the property that parsers ignore anyway. */
export const fixDuplicateKey: Fixer = (document, problem, { node }) => {
  const member = memberOf(node, problem);
  if (member?.key === undefined || member.key === null) return [];
  const drop = removal(document, { problem, member, title: `Remove this ${nameOf(document, member)}` });
  const split = splitObject(document, problem, member.parent);
  if (split !== null) return [split, { ...drop, isPreferred: false }];
  // Two objects may have become one only because of a missing bracket or quote.
  return [{ ...drop, isPreferred: drop.isPreferred && document.tree.root.syntaxErrorCount === 0 }];
};

/** The members to remove for `null-value` and `duplicate-key` problems. */
export function* membersToRemove(document: Document, problems: readonly ProblemAtNode[]): Work<Node[]> {
  const members: Node[] = [];
  for (const { problem, node } of problems) {
    yield;
    const member = problem.severity === 'error' ? null : memberOf(node, problem);
    if (member === null || member.key === null) continue;
    const isNull = problem.code === 'null-value';
    if (isNull ? isDispensable(document, problem, member) : isApart(document, member)) members.push(member);
  }
  return members;
}

/** The member whose name or value is marked. */
function memberOf(node: Node, { from }: Problem): Node | null {
  return node.parent === null || (node.key?.from !== from && node.from !== from) ? null : node;
}

/** Removes a property whose value says nothing, if the user chooses that. */
export function removalByChoice(
  document: Document,
  { problem, member }: { problem: Problem; member: Node },
): QuickFix[] {
  if (member.key === null) return [];
  const title = `Remove ${nameOf(document, member)}`;
  return [{ ...removal(document, { problem, member, title }), isPreferred: false }];
}

function removal(
  document: Document,
  { problem, member, title }: { problem: Problem; member: Node; title: string },
): QuickFix {
  const isPreferred = member.key !== null;
  return { title, code: problem.code, edits: removalsOf(document, [member]), isPreferred };
}

function nameOf({ text }: Document, { key }: Node): string {
  return shown(JSON.stringify(keyName(text, key!)));
}
