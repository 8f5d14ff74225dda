import type { Conflicts } from '../detection/detectionInput';
import { ConflictSearch, searchConflicts } from '../detection/formats/mergeConflicts';
import { firstLines, type LineFacts, maxLines, settled } from '../detection/lineFacts';
import { better, type LineSums, lineSums } from '../detection/lineSums';
import { firstDeep } from '../rules/wholeDocument';
import type { Schemas } from '../schema/schema';
import { childCount, childrenOf } from '../syntax/nodes/children';
import { childWithKey } from '../syntax/nodes/named';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import type { Branch } from '../syntax/tree/tree';
import type { Chunk } from '../text/chunks';
import type { Range } from '../text/range';
import type { Text } from '../text/text';
import type { UnitsPool } from '../text/unitsPool';
import { runToEnd } from '../work';
import { EmptySearch } from './emptySearch';
import type { Piece } from './linePieces';
import { type PlacedProblem, placed } from './placed';
import { type ExcerptAt, offsetIn, placeIn, rangeIn, SlidingText, type Window } from './slidingText';

/** Code units at the start that are kept to detect the type of a text. */
export const headLength = 2 ** 20;

/** The first line of a conflict that began before. */
export const elsewhere: Range = { from: -1, to: -1 };

/** A search for a trajectory in a container of groups. */
export interface ContainerSearch {
  readonly search: EmptySearch<PlacedProblem>;
  readonly range: Range;
}

/** What the verdict on lines needs of their structure. */
export interface StructureOfLines {
  readonly sums: LineSums;
  readonly count: number;
  readonly first: readonly LineFacts[];
  readonly hasSyntaxErrors: boolean;
  readonly deep: number | null;
  readonly depth: number;
  readonly lines: EmptySearch<PlacedProblem>;
  readonly groups: ContainerSearch | null;
  readonly headText: Text;
  conflicts(): Conflicts | null;
  placeOf(offset: number): ExcerptAt;
}

/** The structure of the lines: enough for their type and for the problems of the document as a whole. */
export class LineStructure implements StructureOfLines {
  sums: LineSums = { held: null, objects: 0, others: 0 };
  /** Number of values. */
  count = 0;
  readonly first: LineFacts[] = [];
  hasSyntaxErrors = false;
  /** Searches for merge conflicts: from the start, and after one or two marks of a conflict that began before. */
  readonly searches = [0, 1, 2].map((come) => new ConflictSearch(come, come === 0 ? null : elsewhere));
  /** Offset of the first deeply nested container; null if there is none. */
  deep: number | null = null;
  /** Nesting depth, including the root. */
  depth = 0;
  /** A search in all lines, and one in the groups of the first value; null if it has none. */
  readonly lines: EmptySearch<PlacedProblem>;
  groups: ContainerSearch | null = null;
  /** Where the first conflict begins, or may begin, that each search finds. */
  readonly conflictPlaces: { readonly from: number; readonly place: ExcerptAt }[] = [];
  readonly places = new Map<number, ExcerptAt>();
  private readonly head: SlidingText;
  private readonly schemas: Schemas;

  constructor(schemas: Schemas, pool: UnitsPool) {
    this.schemas = schemas;
    this.head = new SlidingText(pool);
    this.lines = new EmptySearch(schemas.names);
  }

  /** Keeps the beginning of the text. */
  addText(chunk: Chunk): void {
    if (this.head.length < headLength) this.head.add(chunk);
  }

  /** The beginning of the text, or all of it. */
  get headText(): Text {
    return this.head.window.text;
  }

  /** Adds the next lines. */
  add({ root, readTo }: Piece, window: Window): void {
    const node = rootOf({ root, readTo });
    const { names } = this.schemas;
    for (const line of firstLines(window.text, node, names, maxLines - this.first.length)) {
      if (this.first.length === 0) this.addGroups(node, window);
      this.first.push({ ...settled(line), from: offsetIn(window, line.from) });
      this.keepPlace(line.from, window);
    }
    this.addSums(root);
    this.count += childCount(node);
    this.hasSyntaxErrors ||= root.syntaxErrorCount > 0;
    this.addDepth(root, window);
    addMembers(this.lines, node, window);
  }

  private addSums(root: Branch): void {
    const { held, objects, others } = this.sums;
    if (held === 'group' || held === 'trajectory') return;
    const more = runToEnd(lineSums(root, this.schemas));
    this.sums = {
      held: better(held, more.held),
      objects: objects + more.objects,
      others: others + more.others,
    };
  }

  /** Adds the marks of merge conflicts at the starts of lines in a range. */
  addConflicts(window: Window, from: number, to: number): void {
    const base = offsetIn(window, 0);
    for (const [i, search] of this.searches.entries()) {
      const onFirst = (at: number): void => {
        this.conflictPlaces[i] = { from: base + at, place: placeIn(window, at) };
      };
      searchConflicts(search, window.text, { from, to, base, onFirst });
    }
  }

  conflicts(): Conflicts | null {
    return this.searches[0]!.found;
  }

  private addDepth(root: Branch, window: Window): void {
    if (this.deep === null) {
      const deep = firstDeep(root);
      if (deep !== null) {
        this.deep = offsetIn(window, deep.from);
        this.keepPlace(deep.from, window);
      }
    }
    this.depth = Math.max(this.depth, root.depth);
  }

  /** Searches the groups of the first value, if it is a request. */
  private addGroups(root: Node, window: Window): void {
    const { names } = this.schemas;
    const [value] = childrenOf(root);
    const groups = value === undefined ? null : childWithKey(window.text, value, names.groups);
    if (groups?.kind !== Kind.array) return;
    const search = new EmptySearch<PlacedProblem>(names);
    search.begin(groups, (problem) => placed(problem, window));
    addMembers(search, groups, window);
    this.groups = { search, range: rangeIn(window, groups) };
  }

  private keepPlace(offset: number, window: Window): void {
    this.places.set(offsetIn(window, offset), placeIn(window, offset));
  }

  /** The position of a problem of the whole document. */
  placeOf(offset: number): ExcerptAt {
    const ofConflict = this.conflictPlaces[0];
    if (ofConflict?.from === offset) return ofConflict.place;
    return this.places.get(offset) ?? placeIn(this.head.window, offset);
  }
}

function addMembers(search: EmptySearch<PlacedProblem>, container: Node, window: Window): void {
  if (search.isOver) return;
  for (const member of childrenOf(container)) {
    search.add(window.text, member, (problem) => placed(problem, window));
    if (search.isOver) return;
  }
}
