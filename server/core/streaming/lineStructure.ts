import { firstLines, type LineFacts, maxLines, settled } from '../detection/lineFacts';
import { better, type LineSums, lineSums } from '../detection/lineSums';
import { ConflictSearch, searchConflicts } from '../detection/mergeConflicts';
import { firstDeep } from '../rules/wholeDocument';
import type { Schemas } from '../schema/schema';
import { Kind } from '../syntax/tree/nodeKind';
import { childCount, childrenOf, childWithKey, type Node, rootOf } from '../syntax/tree/nodes';
import type { Branch } from '../syntax/tree/tree';
import type { Range } from '../text/range';
import type { Text } from '../text/text';
import { EmptySearch } from './emptySearch';
import type { Piece } from './linePieces';
import { type PlacedProblem, placed } from './placed';
import { offsetIn, type Place, placeIn, rangeIn, SlidingText, type Window } from './slidingText';

/** Code units of the beginning that are kept to find out what a text is. */
const headLength = 2 ** 20;

/** A search for a trajectory in a container of groups. */
interface ContainerSearch {
  readonly search: EmptySearch<PlacedProblem>;
  readonly range: Range;
}

/** What is known of the structure of lines: enough for their type and for the problems of the document as a whole. */
export class LineStructure {
  sums: LineSums = { held: null, objects: 0, others: 0 };
  /** Number of values. */
  count = 0;
  readonly first: LineFacts[] = [];
  hasSyntaxErrors = false;
  readonly conflicts = new ConflictSearch();
  /** Offset of the first container that is nested deep; null if there is none. */
  deep: number | null = null;
  /** Levels of containers, the root included. */
  depth = 0;
  /** A search in all lines, and one in the groups of the first value; null if it has none. */
  readonly lines: ContainerSearch;
  groups: ContainerSearch | null = null;
  private readonly places = new Map<number, Place>();
  private conflictAt: { readonly from: number; readonly place: Place } | null = null;
  private readonly head = new SlidingText();
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
    const range = { from: 0, to: Number.POSITIVE_INFINITY };
    this.lines = { search: new EmptySearch(schemas.names), range };
  }

  /** Keeps the beginning of the text. */
  addText(units: Uint16Array): void {
    if (this.head.length < headLength) this.head.add(units);
  }

  /** The beginning of the text, or all of it. */
  get headText(): Text {
    return this.head.window.text;
  }

  /** Adds the next lines. */
  add({ root, readTo }: Piece, window: Window): void {
    const node = rootOf({ root, readTo });
    for (const line of firstLines(window.text, node, maxLines - this.first.length)) {
      if (this.first.length === 0) this.addGroups(node, window);
      this.first.push({ ...settled(line), from: offsetIn(window, line.from) });
      this.keepPlace(line.from, window);
    }
    this.addSums(root);
    this.count += childCount(node);
    this.hasSyntaxErrors ||= root.syntaxErrorCount > 0;
    this.addDepth(root, window);
    addMembers(this.lines.search, node, window);
  }

  private addSums(root: Branch): void {
    const { held, objects, others } = this.sums;
    if (held === 'group' || held === 'trajectory') return;
    const more = lineSums(root, this.schemas);
    this.sums = {
      held: better(held, more.held),
      objects: objects + more.objects,
      others: others + more.others,
    };
  }

  /** Adds the marks of merge conflicts at the starts of lines in a range. */
  addConflicts(window: Window, from: number, to: number): void {
    const base = offsetIn(window, 0);
    const onFirst = (at: number): void => {
      this.conflictAt = { from: base + at, place: placeIn(window, at) };
    };
    searchConflicts(this.conflicts, window.text, { from, to, base, onFirst });
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

  /** The place of an offset at which a problem of the whole document is. */
  placeOf(offset: number): Place {
    if (this.conflictAt?.from === offset) return this.conflictAt.place;
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
