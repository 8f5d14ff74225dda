import { type DocumentType, languageNames, type Rewrite, type WrongFile } from '../schema/documentKind';
import { type Problem, severities } from '../schema/problem';
import type { Names, Schemas } from '../schema/schema';
import { Column, stride } from '../syntax/layout';
import { childAt } from '../syntax/nodes/children';
import { childNamed } from '../syntax/nodes/named';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { type Branch, kindOf, maxLevels, type Pack, type Tree, unreadDepth } from '../syntax/tree/tree';
import type { Range } from '../text/range';
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

/** The only problem of a document that is something else. Its message names the quick fixes. */
export function wrongFileProblem({ severity, from, to, message, ...file }: WrongFile): Problem {
  return { code: 'wrong-file', severity, from, to, message: message + fixesNamed(file) };
}

function fixesNamed({ language, rewrites }: Pick<WrongFile, 'language' | 'rewrites'>): string {
  const named = rewrites.map((rewrite) => namedFixes[rewrite]).find((one) => one !== undefined);
  const fix = named?.purpose == null ? '' : ` A quick fix ${named.purpose}.`;
  const command =
    named === undefined ? '' : ` In a terminal, use \`trajectory convert --to ${named.format}\`.`;
  if (language === null) return fix + command;
  const [another, what] = fix === '' ? ['a quick fix', 'the document'] : ['another one', 'it'];
  return `${fix} In VS Code, ${another} treats ${what} as ${languageNames[language]}.${command}`;
}

/** A quick fix, and the format of the command that does the same. */
interface NamedFix {
  /** Null if the message says already what it does. */
  readonly purpose: string | null;
  readonly format: string;
}

const toJson: NamedFix = { purpose: 'converts the document to JSON', format: 'json' };
const toBareJson: NamedFix = { purpose: null, format: 'json' };

/** Quick fixes to name. The messages of other wrong files say already what theirs do, and no command does the same. */
const namedFixes: Partial<Record<Rewrite, NamedFix>> = {
  lines: { purpose: 'converts the document to JSON Lines', format: 'lines' },
  'log-request': { purpose: 'converts the document to a log request', format: 'log-request' },
  literals: toJson,
  unquoted: toJson,
  typography: toJson,
  decoded: { purpose: 'decodes the document', format: 'json' },
  unfence: toBareJson,
  'strip-prefix': toBareJson,
  'strip-marks': toBareJson,
};

/** Levels of containers that many JSON parsers still accept. */
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
  const message = `This is nested deeper than ${maxCommonDepth} levels; many JSON parsers reject that.`;
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

/** No group, or no trajectory in any group: reported at the empty array, or at the start of lines. */
function* nothingToSend(document: Whole): Work<Problem[]> {
  const { text } = document;
  const { schemas } = document.ruleSet;
  const { names } = schemas;
  const groups = groupsOf({ ...document, schemas });
  if (groups === null) return [];
  const empty = yield* emptyOf(text, groups, names.trajectories);
  if (empty === null) return [];
  const found = (index: number): readonly Problem[] =>
    document.counts[index] === 0
      ? []
      : runToEnd(
          collectProblems(document.tree.root, document, {
            severity: severities[index]!,
            limit: maxProblemsBehindEmpty,
          }),
        );
  if ([0, 1].some((index) => explainEmpty(found(index), groups, names))) return [];
  return [nothingToSendAt(empty, empty === groups ? 'trajectory group' : 'trajectory')];
}

/** The problem at a container without groups, or a group without trajectories; `what` is missing. */
export function nothingToSendAt(
  { kind, from, to }: Pick<Node, 'kind' | 'from' | 'to'>,
  what: string,
): Problem {
  return {
    code: 'nothing-to-send',
    severity: 'information',
    from,
    to: kind === Kind.array ? to : kind === Kind.lines ? from : from + 1,
    message: `There is no ${what} to send.`,
  };
}

/** Number of problems of a severity to search for what makes a container look empty. */
export const maxProblemsBehindEmpty = 1000;

/**
 * Whether problems show that a container only looks empty: something in it has a syntax error, a wrong type, or another
 * name for trajectories. `container` is null for the whole text.
 */
export function explainEmpty(problems: readonly Problem[], container: Range | null, names: Names): boolean {
  return problems.some(
    ({ code, from, fix }) =>
      (container === null || (from >= container.from && from <= container.to)) &&
      (code === 'syntax' || code === 'wrong-type' || fix?.name === names.trajectories),
  );
}

/** The container whose members are the trajectory groups of a document, or null. */
export function groupsOf(document: {
  readonly text: Text;
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly schemas: Schemas;
}): Node | null {
  const { text, tree, type, schemas } = document;
  const root = rootOf(tree);
  if (type.kind === 'group-lines' || type.kind === 'group') return root;
  const value = childAt(root, 0);
  if (value === null) return null;
  const name = schemas.names.groups;
  const groups = childNamed(text, value, { text: name, number: schemas.grammar.vocabulary.numberOf(name) });
  return groups?.kind === Kind.array ? groups : null;
}
