import type { InsideLine } from '../../detection/lineFacts';
import type { LineSums } from '../../detection/lineSums';
import type { Document } from '../../document';
import type { Counted } from '../../features/hints/hintList';
import { type HintsOfNode, hintsOfNode, maxTrajectories } from '../../features/hints/hints';
import type { Node } from '../../syntax/nodes/node';
import type { Range } from '../../text/range';
import { runToEnd } from '../../work';
import { type PlacedProblem, placed } from '../placed';
import type { Found } from '../problemSum';
import type { ExcerptAt, Window } from '../slidingText';

/**
 * What was found in a part of JSON Lines: plain data, which can be written and read as JSON. Offsets and lines count
 * from the start of the part.
 */
export interface LinesPart {
  /** Length in code units, and number of line ends. */
  readonly length: number;
  readonly lineEnds: number;
  /** The line where reading stopped because of too many syntax errors; null if it has not. */
  readonly stoppedAt: number | null;
  readonly syntaxErrors: number;
  readonly sums: LineSums;
  readonly count: number;
  readonly first: readonly FirstLine[];
  /** Merge conflicts, for text before that ends after none, one or two conflict markers. */
  readonly conflicts: readonly ConflictsOfPart[];
  readonly deep: PlaceOfPart | null;
  readonly depth: number;
  readonly lines: EmptyPart;
  readonly groups: (EmptyPart & { readonly range: Range }) | null;
  /** What was found with each possible schema of the lines; null for a schema that is ruled out. */
  readonly problems: readonly (Found | null)[];
  readonly hints: readonly NodesOfPart[];
  /** The beginning of the part. */
  readonly head: string;
}

export interface PlaceOfPart {
  readonly from: number;
  readonly place: ExcerptAt;
}

export interface FirstLine extends PlaceOfPart {
  readonly kind: number;
  readonly isBroken: boolean;
  readonly lineBreaks: number;
  readonly holdsJson: boolean;
  readonly isTable: boolean;
  readonly keys: readonly string[];
  readonly keysOfArrays: readonly string[];
  readonly keysOfItems: readonly string[];
  readonly firstItem: readonly string[] | null;
  readonly inside: InsideLine | null;
  readonly isWholeLine: boolean;
}

export interface ConflictsOfPart {
  readonly count: number;
  /** The first one, and one that is not complete yet; with a negative offset if it began before this part. */
  readonly first: (Range & { readonly place: ExcerptAt | null }) | null;
  readonly begun: (Range & { readonly place: ExcerptAt | null }) | null;
  readonly come: number;
}

export interface EmptyPart {
  readonly problem: PlacedProblem | null;
  readonly isOver: boolean;
  readonly isAtArray: boolean;
}

/** The hints of groups or bare trajectories. */
export interface NodesOfPart {
  readonly isBare: boolean;
  readonly nodes: readonly NodeOfPart[];
}

interface NodeOfPart {
  readonly hints: readonly Counted[];
  readonly trajectories: number;
  readonly end: PlacedProblem;
  /** Further nodes without trajectories and hints. */
  readonly more: number;
  readonly endOfMore: PlacedProblem | null;
}

/** Records the hints of groups or bare trajectories, for a part that follows others. */
export class HintRecord {
  readonly isBare: boolean;
  readonly nodes: { -readonly [Name in keyof NodeOfPart]: NodeOfPart[Name] }[] = [];
  private trajectories = 0;

  constructor(isBare: boolean) {
    this.isBare = isBare;
  }

  get isOver(): boolean {
    return this.trajectories > maxTrajectories;
  }

  add(document: Document, node: Node, window: Window): void {
    if (this.isOver) return;
    const place = (hint: Parameters<typeof placed>[0]): PlacedProblem => placed(hint, window);
    const found = runToEnd(hintsOfNode(document, node, { isBare: this.isBare, place }));
    const last = this.nodes.at(-1);
    const { hints, trajectories } = found;
    this.trajectories += trajectories;
    const end = (): PlacedProblem => found.end() as PlacedProblem;
    if (last !== undefined && trajectories === 0 && hints.length === 0) {
      last.more++;
      last.endOfMore ??= end();
    } else this.nodes.push({ hints, trajectories, end: end(), more: 0, endOfMore: null });
  }
}

/** The recorded nodes, one by one. */
export function* nodesOf({ nodes }: NodesOfPart): Generator<HintsOfNode> {
  for (const { hints, trajectories, end, more, endOfMore } of nodes) {
    yield { hints, trajectories, end: () => end };
    for (let i = 0; i < more; i++) yield { hints: [], trajectories: 0, end: () => endOfMore! };
  }
}
