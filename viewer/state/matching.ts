import type { Columns, Layout } from '../data/columns/columns';
import { type ComparedRef, membersOf } from '../data/comparing';
import {
  type ChangeSummary,
  type Changes,
  changesOf,
  type Effect,
  narrowedMatches,
  sortedMatches,
  summaryOfChanges,
} from '../data/matching/changes';
import { type MatchingKey, matchingKeys } from '../data/matching/keys';
import { type Matching, matchGroups, trajectoriesIn } from '../data/matching/matches';
import { type Measure, valuesOf } from '../data/measures';
import { memoizeLast } from '../data/memoizeLast';
import type { Settings } from '../data/settings';
import type { View } from './view';

/** The groups of the document and of the other file, matched. Computed lazily, and cached until they change. */
export interface MatchedFiles {
  readonly keys: readonly MatchingKey[];
  /** The key that groups are matched by; null for their index. */
  readonly key: string | null;
  readonly matching: Matching;
  readonly changes: Changes;
  /** The matches that are listed, sorted by their change. */
  readonly order: Int32Array;
  readonly summary: ChangeSummary;
}

type Labels = Columns['labels'];

const matchable = () => memoizeLast((layout: Layout, labels: Labels) => ({ layout, labels }));
const [ownGroups, otherGroups] = [matchable(), matchable()];
const values = () => memoizeLast((columns: Columns, measure: Measure) => valuesOf(columns, measure));
const [ownValues, otherValues] = [values(), values()];

/** Null until both files are loaded. */
export function matchedFiles(view: View): MatchedFiles | null {
  const [own, other] = [view.columns, view.other?.columns ?? null];
  if (own === null || other === null) return null;
  const { matchBy, isSwapped, isBestFirst, listed, search } = view.settings.across;
  const [mine, theirs] = [ownGroups(own.layout, own.labels), otherGroups(other.layout, other.labels)];
  const keys = matchingKeys(mine, theirs);
  const wanted = keys.find(({ name }) => `key:${name}` === matchBy) ?? keys[0];
  const key = matchBy === 'index' ? null : (wanted?.name ?? null);
  const matching = matchGroups(mine, theirs, key);
  const changes = changesOf(
    matching,
    own.layout,
    valuesIn(view, false),
    other.layout,
    valuesIn(view, true),
    isSwapped,
  );
  const sorted = sortedMatches(changes, isBestFirst);
  const order = narrowedMatches(sorted, changes, matching, effectListed(listed), search);
  return { keys, key, matching, changes, order, summary: summaryOfChanges(changes) };
}

/** The names of what can be listed, of which some are effects. */
export const effects: readonly Effect[] = ['better', 'worse', 'equal', 'unknown'];

/** The effect of the listed matches; null for any. */
function effectListed(listed: string): Effect | null {
  return effects.find((effect) => effect === listed) ?? null;
}

/** Whether matches are listed, not the groups of one file. */
export function listsMatches({ across }: Settings): boolean {
  return across.listed !== 'own' && across.listed !== 'other';
}

/** The trajectories of the document, or of the other file. */
export function sideOf({ columns, other }: View, isOther: boolean): Columns | null {
  return isOther ? (other?.columns ?? null) : columns;
}

/** What is used in place of the reward, of each trajectory of a file. */
export function valuesIn(view: View, isOther: boolean): Float64Array {
  const columns = sideOf(view, isOther)!;
  return isOther ? otherValues(columns, view.settings.value) : ownValues(columns, view.settings.value);
}

/** The match of a trajectory; -1 if it has none. */
export function matchOf(view: View, { trajectory, isOther }: ComparedRef): number {
  const group = sideOf(view, isOther)?.groupOf[trajectory];
  const of = matchedFiles(view)?.matching.of;
  return (isOther ? of?.other : of?.own)?.[group ?? -1] ?? -1;
}

/** The trajectories that may stand in the place of one: those of its group, or of its file in a match. */
export function choicesFor(view: View, ref: ComparedRef): readonly ComparedRef[] {
  const columns = sideOf(view, ref.isOther);
  if (columns === null) return [ref];
  const match = matchedFiles(view)?.matching.matches[matchOf(view, ref)];
  const members =
    match === undefined
      ? membersOf(columns.layout, columns.groupOf[ref.trajectory]!)
      : trajectoriesIn(columns, ref.isOther ? match.other : match.own);
  return members.map((trajectory) => ({ trajectory, isOther: ref.isOther }));
}
