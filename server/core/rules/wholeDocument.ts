import type { DocumentType, WrongFile } from '../schema/documentKind';
import { type Problem, severities } from '../schema/problem';
import type { Names } from '../schema/schema';
import { Column, stride } from '../syntax/layout';
import { Kind } from '../syntax/tree/nodeKind';
import { childAt, childCount, childrenOf, childWithKey, type Node, rootOf } from '../syntax/tree/nodes';
import { type Branch, kindOf, maxLevels, type Pack, type Tree, unreadDepth } from '../syntax/tree/tree';
import type { Range } from '../text/range';
import type { Text } from '../text/text';
import { runToEnd, type Work } from '../work';
import type { Counts } from './checking/problemCollector';
import { collectProblems, type ListOptions } from './checking/problemList';

/** A document whose parts are all checked. */
interface Whole extends ListOptions {
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly counts: Counts;
}

/** Groups examined between two yields. */
const yieldEvery = 1000;

/** Problems of a document as a whole, which no part of it shows. Offsets are document offsets. */
export function* wholeDocument(document: Whole): Work<Problem[]> {
  const { wrongFile } = document.type;
  if (wrongFile !== null) return [wrongFileProblem(wrongFile)];
  return [...deepNesting(document), ...(yield* nothingToSend(document))];
}

/** The only problem of a document that is something else. */
export function wrongFileProblem({ severity, from, to, message }: WrongFile): Problem {
  return { code: 'wrong-file', severity, from, to, message };
}

/** Levels of containers that many JSON readers still accept. */
const maxCommonDepth = 200;

function deepNesting({ tree: { root } }: Whole): Problem[] {
  const node = firstDeep(root);
  return node === null ? [] : [deepNestingAt(node.from, root.depth)];
}

/**
 * The first container, in document order, that is nested deeper than usual; null if there is none. The branch is inside
 * `around` others.
 */
export function firstDeep(branch: Branch, around = 0): { readonly from: number } | null {
  // The root of the tree is the document, not a level of it.
  if (branch.depth - 1 + around <= maxCommonDepth) return null;
  return firstDeeperThan(branch, maxCommonDepth - around);
}

/** The problem at the first container that is nested too deep; `depth` is that of the root. */
export function deepNestingAt(from: number, depth: number): Problem {
  const message = `This is nested deeper than ${maxCommonDepth} levels; many JSON readers refuse that.`;
  const isRead = depth < unreadDepth;
  const unread = isRead
    ? ''
    : ` Anything deeper than ${maxLevels.toLocaleString('en')} levels is not checked.`;
  return { code: 'deep-nesting', severity: 'warning', from, to: from + 1, message: message + unread };
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
  const search = new EmptySearch<Problem>(names);
  const own = (problem: Problem): Problem => problem;
  search.begin(groups, own);
  for (const group of childrenOf(groups)) {
    if (group.index % yieldEvery === yieldEvery - 1) yield;
    search.add(text, group, own);
    if (search.isOver) return [];
  }
  const { problem } = search;
  const found = (index: number): readonly Problem[] =>
    document.counts[index] === 0
      ? []
      : runToEnd(
          collectProblems(document.tree.root, document, {
            severity: severities[index]!,
            limit: maxProblemsBehindEmpty,
          }),
        );
  if (problem === null || [0, 1].some((index) => explainEmpty(found(index), groups, names))) return [];
  return [problem];
}

/** Searches groups for a trajectory. */
export class EmptySearch<Found extends Problem> {
  /** The problem if no trajectory is found; null if there is no group. */
  problem: Found | null = null;
  /** Whether there is something to send. */
  isOver = false;
  /** Whether the problem is at an array. */
  isAtArray = false;
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  /** Begins with the container of the groups. `place` gives the problem its final form. */
  begin(groups: Node, place: (problem: Problem) => Found): void {
    if (groups.kind === Kind.array && childCount(groups) === 0) this.found(groups, 'trajectory group', place);
  }

  /** Adds what another search found in the groups that follow. */
  addFound({
    problem,
    isOver,
    isAtArray,
  }: Pick<EmptySearch<Found>, 'problem' | 'isOver' | 'isAtArray'>): void {
    this.isOver ||= isOver;
    if (problem === null || this.isAtArray || (this.problem !== null && !isAtArray)) return;
    this.problem = problem;
    this.isAtArray = isAtArray;
  }

  /** Adds the next group. */
  add(text: Text, group: Node, place: (problem: Problem) => Found): void {
    const trajectories = childWithKey(text, group, this.names.trajectories);
    if (trajectories !== null && (trajectories.kind !== Kind.array || childCount(trajectories) > 0))
      this.isOver = true;
    else if (!this.isAtArray && (trajectories !== null || this.problem === null))
      this.found(trajectories ?? group, 'trajectory', place);
  }

  private found({ kind, from, to }: Node, what: string, place: (problem: Problem) => Found): void {
    this.isAtArray = kind === Kind.array;
    this.problem = place({
      code: 'nothing-to-send',
      severity: 'information',
      from,
      to: this.isAtArray ? to : from + 1,
      message: `There is no ${what} to send.`,
    });
  }
}

/** Number of problems of a severity to search for what makes a container look empty. */
export const maxProblemsBehindEmpty = 1000;

/**
 * Whether problems show that a container only looks empty: something in it has a syntax error, a wrong type, or another
 * name for trajectories.
 */
export function explainEmpty(problems: readonly Problem[], container: Range, names: Names): boolean {
  return problems.some(
    ({ code, from, fix }) =>
      from >= container.from &&
      from <= container.to &&
      (code === 'syntax' || code === 'wrong-type' || fix?.name === names.trajectories),
  );
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
