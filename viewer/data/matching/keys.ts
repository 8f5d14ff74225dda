import type { Columns, Layout } from '../columns/columns';
import type { Labels } from '../columns/labels';
import { memoizeLast } from '../memoizeLast';

/** The groups of two files. */
export interface Both<Value> {
  readonly own: Value;
  readonly other: Value;
}

/** What matching needs of a file. */
export type Matchable = Pick<Columns, 'layout' | 'labels'>;

/** A label column by which groups of two files can be matched, and how many different values match. */
export interface MatchingKey {
  readonly name: string;
  readonly matches: number;
}

/** Names that identify a task in common data sets, the most telling first. */
const knownNames = [
  ...['task_id', 'instance_id', 'problem_id', 'question_id', 'example_id', 'prompt_id', 'sample_id'],
  ...['task', 'problem', 'question', 'prompt', 'id'],
];

/** The label of a group: the one of all its trajectories that have any. An index into the texts; -1 without one. */
export function groupLabel({ starts }: Layout, { values }: Labels, group: number): number {
  let label = -1;
  for (let i = starts[group]!; i < starts[group + 1]!; i++) {
    const code = values[i]!;
    if (code < 0 || code === label) continue;
    if (label >= 0) return -1;
    label = code;
  }
  return label;
}

/**
 * The keys by which groups of two files can be matched, the best first: known names, then those that match most. A key
 * with one value for all groups matches nothing, and one that is true or false, such as `solved`, names no task.
 */
export const matchingKeys = memoizeLast((own: Matchable, other: Matchable): readonly MatchingKey[] => {
  const keys: MatchingKey[] = [];
  for (const [name, labels] of own.labels) {
    const others = other.labels.get(name);
    if (others === undefined) continue;
    const mine = textsOf(own.layout, labels);
    const theirs = textsOf(other.layout, others);
    if ([...mine].every(isTruth)) continue;
    const matches = [...mine].filter((text) => theirs.has(text)).length;
    const isTelling = tellsApart(own.layout, mine) && tellsApart(other.layout, theirs);
    if (matches > 0 && isTelling) keys.push({ name, matches });
  }
  const rank = ({ name }: MatchingKey) => {
    const at = knownNames.indexOf(name.slice(name.lastIndexOf('.') + 1));
    return at < 0 ? knownNames.length : at;
  };
  return keys.sort((a, b) => rank(a) - rank(b) || b.matches - a.matches);
});

function isTruth(text: string): boolean {
  return text === 'true' || text === 'false';
}

/** Whether not all groups have one value. A single group may be one of the other file's tasks. */
function tellsApart({ groups }: Layout, texts: ReadonlySet<string>): boolean {
  return groups === 1 || texts.size > 1;
}

function textsOf(layout: Layout, labels: Labels): ReadonlySet<string> {
  const texts = new Set<string>();
  for (let group = 0; group < layout.groups; group++) {
    const code = groupLabel(layout, labels, group);
    if (code >= 0) texts.add(labels.texts[code]!);
  }
  return texts;
}
