import type { Layout } from '../columns/columns';

/** Numbers of a group or of trajectories as the user sees them: counted from 1. */
interface Numbers {
  readonly group: number | null;
  readonly member: number | null;
}

/** `37`, `#37`, `group 37`, `group 37, trajectory 2`, `trajectory 2`. */
const numbers = /^(?:(?:group\s*)?#?\s*([\d,]+))?(?:[\s,]*trajectory\s*#?\s*([\d,]+))?$/;

/** Longer texts are no number query. */
const maxQueryLength = 60;

function numbersIn(text: string): Numbers {
  const [, group, member] = (text.length <= maxQueryLength && numbers.exec(text.trim().toLowerCase())) || [];
  return { group: numberIn(group), member: numberIn(member) };
}

function numberIn(digits: string | undefined): number | null {
  const number = Number(digits?.replaceAll(',', '') || 'none');
  return Number.isNaN(number) ? null : number;
}

/** The number of the group that the text names, counted from 1. */
export function groupNamedIn(text: string): number | null {
  return numbersIn(text).group;
}

/** Marks trajectories that the text names by their number or their group's: 1 or 0 each. */
export function namedBy({ groups, groupOf, starts, trajectories }: Layout, text: string): Uint8Array {
  const marks = new Uint8Array(trajectories);
  const { group, member } = numbersIn(text);
  if (group === null && member === null) return marks;
  // If each trajectory is its own group, its number in the document is its only one.
  const areSingle = groups === trajectories && starts.every((start, i) => start === i);
  for (let i = 0; i < trajectories; i++) {
    const own = groupOf[i]!;
    if (group !== null && own + 1 !== group) continue;
    // A list without groups names one that is alone in its group by its number in the document (`numberOf`).
    const isAlone = group === null && starts[own + 1]! - starts[own]! === 1;
    const isInGroup = i - starts[own]! + 1 === member && !(isAlone && areSingle);
    if (member === null || isInGroup || (isAlone && i + 1 === member)) marks[i] = 1;
  }
  return marks;
}
