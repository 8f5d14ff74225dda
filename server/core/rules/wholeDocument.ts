import type { DocumentType, WrongFile } from '../schema/documentKind';
import { type Problem, severities } from '../schema/problem';
import type { Names } from '../schema/schema';
import { Column, stride } from '../syntax/layout';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childWithKey, type Node, rootOf } from '../syntax/tree/nodes';
import { type Branch, kindOf, maxLevels, type Pack, type Tree, unreadDepth } from '../syntax/tree/tree';
import type { Text } from '../text/text';
import { runToEnd, type Work } from '../work';
import type { Counts } from './checking/problemCollector';
import { collectProblems, type ListOptions } from './checking/problemList';
import { emptyOf } from './emptyGroups';

/** A document whose parts are all checked. */
interface Whole extends ListOptions {
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly counts: Counts;
}

/** Problems of a document as a whole, which no part of it shows. Offsets are document offsets. */
export function* wholeDocument(document: Whole): Work<Problem[]> {
  const { wrongFile } = document.type;
  if (wrongFile !== null) return [wrongFileProblem(wrongFile)];
  return [...deepNesting(document), ...(yield* nothingToSend(document))];
}

/** The only problem of a document that is something else. */
function wrongFileProblem({ severity, from, to, message }: WrongFile): Problem {
  return { code: 'wrong-file', severity, from, to, message };
}

/** Levels of containers that many JSON parsers still accept. */
const maxCommonDepth = 200;

function deepNesting({ tree: { root } }: Whole): Problem[] {
  // The root of the tree is the document, not a level of it.
  if (root.depth - 1 <= maxCommonDepth) return [];
  const node = firstDeeperThan(root, maxCommonDepth);
  if (node === null) return [];
  const message = `This is nested deeper than ${maxCommonDepth} levels; many JSON parsers reject that.`;
  const isRead = root.depth < unreadDepth;
  const unread = isRead
    ? ''
    : ` Anything deeper than ${maxLevels.toLocaleString('en')} levels is not checked.`;
  const { from } = node;
  return [{ code: 'deep-nesting', severity: 'warning', from, to: from + 1, message: message + unread }];
}

/** The first container, in document order, that is inside that many others. */
function firstDeeperThan(root: Branch, levels: number): { readonly from: number } | null {
  let branch = root;
  let offset = 0;
  for (let around = 0; ; around++) {
    const index = branch.parts.findIndex(({ depth }) => around + depth > levels);
    const part = branch.parts[index];
    if (part === undefined) return null;
    offset += branch.starts[index]!;
    if (part.type === 'pack') return firstRowDeeperThan(part, offset, levels - around);
    if (around === levels) return { from: offset + part.open };
    branch = part;
  }
}

function firstRowDeeperThan(pack: Pack, offset: number, levels: number): { readonly from: number } | null {
  const { rows } = pack;
  /** Ends of the containers around the row. */
  const ends: number[] = [];
  for (let row = pack.row; row < pack.rowEnd; row++) {
    while (row >= ends[ends.length - 1]!) ends.pop();
    const kind = kindOf(rows[row * stride]!);
    if (kind !== Kind.object && kind !== Kind.array) continue;
    if (ends.length >= levels) return { from: offset + rows[row * stride + Column.from]! };
    ends.push(pack.row + rows[row * stride + Column.next]!);
  }
  return null;
}

/** No group, or no trajectory in any group: reported at the empty array. */
function* nothingToSend(document: Whole): Work<Problem[]> {
  const { text } = document;
  const { names } = document.ruleSet.schemas;
  const groups = groupsOf({ ...document, names });
  if (groups === null) return [];
  const empty = yield* emptyOf(text, groups, names.trajectories);
  if (empty === null || looksEmptyOnly(document, groups)) return [];
  const what = empty === groups ? 'trajectory group' : 'trajectory';
  const { kind, from } = empty;
  const to = kind === Kind.array ? empty.to : from + 1;
  const message = `There is no ${what} to send.`;
  return [{ code: 'nothing-to-send', severity: 'information', from, to, message }];
}

/**
 * Whether a node only looks empty: something in it has a syntax error, a wrong type, or another name for trajectories.
 */
function looksEmptyOnly(document: Whole, node: Node): boolean {
  const { names } = document.ruleSet.schemas;
  return [0, 1].some((index) => {
    if (document.counts[index] === 0) return false;
    const options = { severity: severities[index]!, limit: 1000 };
    const problems = runToEnd(collectProblems(document.tree.root, document, options));
    return problems.some(
      ({ code, from, fix }) =>
        from >= node.from &&
        from <= node.to &&
        (code === 'syntax' || code === 'wrong-type' || fix?.name === names.trajectories),
    );
  });
}

/** The container whose members are the trajectory groups of a document, or null. */
export function groupsOf(document: {
  readonly text: Text;
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly names: Names;
}): Node | null {
  const { text, tree, type, names } = document;
  const root = rootOf(tree);
  if (type.kind === 'group-lines' || type.kind === 'group') return root;
  const value = childAt(root, 0);
  const groups = value === null ? null : childWithKey(text, value, names.groups);
  return groups?.kind === Kind.array ? groups : null;
}
