import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import { keyName, type Node, nodeAt } from '../../syntax/nodes';
import { charAt } from '../../text/text';
import { type Fixer, type QuickFix, replacement, shown } from './fix';
import { removalsOf } from './removals';

/** `null-value`: the property is left out. A required one has no repair. */
export const fixNull: Fixer = (document, problem) => {
  if (problem.severity === 'error') return [];
  const member = memberOf(document, problem);
  if (member === null) return [];
  const title = member.key === null ? 'Remove this item' : `Remove ${nameOf(document, member)}`;
  return [removal(document, { problem, member, title })];
};

/** `duplicate-key`: the one that readers drop anyway is removed. */
export const fixDuplicateKey: Fixer = (document, problem) => {
  const member = memberOf(document, problem);
  if (member?.key === undefined || member.key === null) return [];
  return [removal(document, { problem, member, title: `Remove this ${nameOf(document, member)}` })];
};

/** `unknown-property`: the name that was meant, in the quotes that are there. */
export const fixUnknownProperty: Fixer = ({ text }, problem) => {
  const name = problem.fix?.name;
  if (name === undefined) return [];
  const { from, to } = problem;
  const isQuoted = charAt(text, from) === 34 && charAt(text, to - 1) === 34;
  const inner = JSON.stringify(name).slice(1, -1);
  const edit = isQuoted
    ? { from: from + 1, to: to - 1, insert: inner }
    : { from, to, insert: JSON.stringify(name) };
  return [replacement(problem, `Rename to "${name}"`, edit)];
};

/** The members that problems of `null-value` and `duplicate-key` want removed. */
export function membersToRemove(document: Document, problems: readonly Problem[]): Node[] {
  return problems
    .filter(({ severity }) => severity !== 'error')
    .map((problem) => memberOf(document, problem))
    .filter((member) => member !== null)
    .filter((member) => member.key !== null);
}

/** The property whose name is marked, or the value that is. */
function memberOf({ tree }: Document, { from }: Problem): Node | null {
  const node = nodeAt(tree, from);
  return node.parent === null || (node.key?.from !== from && node.from !== from) ? null : node;
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
