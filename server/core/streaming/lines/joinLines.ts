import type { Conflicts } from '../../detection/detectionInput';
import { type LineFacts, maxLines } from '../../detection/lineFacts';
import { better, type LineSums } from '../../detection/lineSums';
import { containerOf, type Engine } from '../../engine';
import { HintSearch } from '../../features/hints/hints';
import { maxProblemsBehindEmpty } from '../../rules/wholeDocument';
import type { Kind } from '../../syntax/tree/nodeKind';
import { maxSyntaxErrors } from '../../syntax/tree/tree';
import { chunksOfString } from '../../text/chunks';
import type { Text } from '../../text/text';
import { EmptySearch } from '../emptySearch';
import type { ContainerSearch, StructureOfLines } from '../lineStructure';
import type { PlacedProblem } from '../placed';
import { type Found, ProblemSum } from '../problemSum';
import { type ExcerptAt, placeIn, SlidingText } from '../slidingText';
import type { StreamOptions } from '../streamOptions';
import { type Checked, verdictOnLines } from '../verdict';
import { containersOf } from './containers';
import { type ConflictsOfPart, type EmptyPart, type FirstLine, type LinesPart, nodesOf } from './linesPart';
import { movedPlace, movedProblem, movedRange, type Shift } from './movedPart';

/** Joins the parts of JSON Lines, in order, to the result of a check of all of them. */
export class JoinedLines implements StructureOfLines {
  sums: LineSums = { held: null, objects: 0, others: 0 };
  count = 0;
  readonly first: LineFacts[] = [];
  deep: number | null = null;
  depth = 0;
  readonly lines: EmptySearch<PlacedProblem>;
  groups: ContainerSearch | null = null;
  private readonly head = new SlidingText();
  private shift: Shift = { length: 0, lines: 0 };
  private syntaxErrors = 0;
  private stoppedAt: number | null = null;
  private joined: ConflictsOfPart = { count: 0, first: null, begun: null, come: 0 };
  private readonly problems: readonly ProblemSum[];
  private readonly hints: readonly HintSearch[];
  private readonly places = new Map<number, ExcerptAt>();
  private readonly engine: Engine;
  private readonly options: StreamOptions;

  constructor(engine: Engine, options: StreamOptions) {
    this.engine = engine;
    this.options = options;
    this.lines = new EmptySearch(engine.schemas.names);
    const kept = Math.max(options.limit, maxProblemsBehindEmpty);
    this.problems = containersOf(engine, options).map((container) => new ProblemSum(container, kept));
    this.hints = options.hints ? [new HintSearch(false), new HintSearch(true)] : [];
  }

  /** Whether a part was checked under the schema that its lines have after those that were added. */
  fits({ problems }: LinesPart): boolean {
    const { held } = this.sums;
    if (this.options.kind !== undefined || (held !== 'group' && held !== 'trajectory')) return true;
    const container = containerOf(this.engine, this.engine.schemas.lines[held]);
    return this.problems.every((sum, i) => sum.container !== container || problems[i] !== null);
  }

  /**
   * Adds the next part. Returns false if reading stops within it, because together with the parts before it, it has too many
   * syntax errors. They must then be checked in one piece.
   */
  add(part: LinesPart): boolean {
    const { shift } = this;
    const isRead = this.stoppedAt === null;
    const together = this.syntaxErrors + part.syntaxErrors;
    const isUnread = this.syntaxErrors >= maxSyntaxErrors;
    if (
      isRead &&
      (isUnread || (this.syntaxErrors > 0 && part.syntaxErrors > 0 && together >= maxSyntaxErrors))
    )
      return false;
    if (this.head.length === shift.length)
      for (const chunk of chunksOfString(part.head)) this.head.add(chunk);
    this.addConflicts(part.conflicts[this.joined.come]!);
    if (isRead) {
      this.syntaxErrors = together;
      this.addStructure(part);
      this.addFound(part);
      if (part.stoppedAt !== null) this.stoppedAt = part.stoppedAt + shift.lines;
    }
    this.shift = { length: shift.length + part.length, lines: shift.lines + part.lineEnds };
    return true;
  }

  /** Number of line ends in the parts so far. */
  get lineEnds(): number {
    return this.shift.lines;
  }

  /** By severity: whether no problems of later parts are listed, whatever these contain. */
  get full(): readonly boolean[] {
    const { held } = this.sums;
    if (this.options.kind === undefined && held !== 'group' && held !== 'trajectory') return [];
    const { engine, options } = this;
    const schema = options.kind === undefined ? engine.schemas.lines[held as 'group'] : null;
    const isMeant = ({ container }: ProblemSum): boolean =>
      schema === null || container === containerOf(engine, schema);
    return this.problems.find(isMeant)!.fullBefore(this.shift.length);
  }

  /** Whether later parts cannot have hints any more. */
  get areHintsOver(): boolean {
    const { held } = this.sums;
    const isMeant = ({ isBare }: HintSearch): boolean =>
      held === 'trajectory' ? isBare : held !== 'group' || !isBare;
    return this.hints.filter(isMeant).every(({ isOver }) => isOver);
  }

  /** The result for all parts. */
  end(): Checked {
    const { engine, options, problems, hints, stoppedAt } = this;
    return verdictOnLines({ engine, options, structure: this, problems, hints, stoppedAt });
  }

  get hasSyntaxErrors(): boolean {
    return this.syntaxErrors > 0;
  }

  get headText(): Text {
    return this.head.window.text;
  }

  conflicts(): Conflicts | null {
    const { first, count } = this.joined;
    return first === null ? null : { from: first.from, to: first.to, count };
  }

  placeOf(offset: number): ExcerptAt {
    const { first } = this.joined;
    if (first?.from === offset && first.place !== null) return first.place;
    return this.places.get(offset) ?? placeIn(this.head.window, offset);
  }

  private addStructure(part: LinesPart): void {
    const { shift, sums } = this;
    if (sums.held !== 'group' && sums.held !== 'trajectory')
      this.sums = {
        held: better(sums.held, part.sums.held),
        objects: sums.objects + part.sums.objects,
        others: sums.others + part.sums.others,
      };
    if (this.count === 0 && part.groups !== null) {
      const search = new EmptySearch<PlacedProblem>(this.engine.schemas.names);
      search.addFound(movedSearch(part.groups, shift));
      this.groups = { search, range: movedRange(part.groups.range, shift) };
    }
    for (const line of part.first.slice(0, maxLines - this.first.length)) {
      this.first.push(factsOf(line, shift));
      this.places.set(line.from + shift.length, movedPlace(line.place, shift));
    }
    this.count += part.count;
    this.depth = Math.max(this.depth, part.depth);
    if (this.deep === null && part.deep !== null) {
      this.deep = part.deep.from + shift.length;
      this.places.set(this.deep, movedPlace(part.deep.place, shift));
    }
    this.lines.addFound(movedSearch(part.lines, shift));
  }

  private addFound(part: LinesPart): void {
    const { shift } = this;
    for (const [i, sum] of this.problems.entries()) {
      const found = part.problems[i] ?? null;
      if (found !== null) sum.add(movedFound(found, shift));
    }
    for (const search of this.hints) {
      const record = part.hints.find(({ isBare }) => isBare === search.isBare);
      if (record === undefined) continue;
      for (const { hints, trajectories, end } of nodesOf(record)) {
        const moved = hints.map(({ hint, count }) => ({
          hint: movedProblem(hint as PlacedProblem, shift),
          count,
        }));
        search.addFound({
          hints: moved,
          trajectories,
          end: () => movedProblem(end() as PlacedProblem, shift),
        });
      }
    }
  }

  /** Adds the merge conflicts of the next part; they follow from the marks at the end of the text before. */
  private addConflicts(next: ConflictsOfPart): void {
    const { shift, joined } = this;
    const own = (range: ConflictsOfPart['first']): ConflictsOfPart['first'] => {
      if (range === null) return null;
      if (range.from < 0) return joined.begun;
      const place = range.place === null ? null : movedPlace(range.place, shift);
      return { ...movedRange(range, shift), place };
    };
    this.joined = {
      count: joined.count + next.count,
      first: joined.first ?? own(next.first),
      begun: own(next.begun),
      come: next.come,
    };
  }
}

function movedSearch({ problem, isOver, isAtArray }: EmptyPart, shift: Shift): EmptyPart {
  return { problem: problem === null ? null : movedProblem(problem, shift), isOver, isAtArray };
}

function movedFound({ counts, first, hints }: Found, shift: Shift): Found {
  const list = hints.list.map(({ first: hint, count }) => ({
    first: movedProblem(hint as PlacedProblem, shift),
    count,
  }));
  return {
    counts,
    first: first.map((problems) => problems.map((problem) => movedProblem(problem, shift))),
    hints: { list, isCut: hints.isCut },
  };
}

function factsOf(line: FirstLine, { length }: Shift): LineFacts {
  const { from, kind, isBroken, lineBreaks, firstItem } = line;
  return {
    from: from + length,
    kind: kind as Kind,
    isBroken,
    lineBreaks,
    holdsJson: () => line.holdsJson,
    isTable: () => line.isTable,
    keys: () => new Set(line.keys),
    keysOfArrays: () => new Set(line.keysOfArrays),
    keysOfItems: () => new Set(line.keysOfItems),
    firstItem: () => (firstItem === null ? null : { keys: new Set(firstItem) }),
    inside: () => line.inside,
    isWholeLine: () => line.isWholeLine,
  };
}
