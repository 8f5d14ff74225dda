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
export function namedBy({ groupOf, starts, trajectories }: Layout, text: string): Uint8Array {
  const marks = new Uint8Array(trajectories);
  const { group, member } = numbersIn(text);
  if (group === null && member === null) return marks;
  for (let i = 0; i < trajectories; i++) {
    const own = groupOf[i]!;
    const isGroup = group === null || own + 1 === group;
    // A trajectory that is its own group is named by its number in the document, as in the list (`numberOf`).
    const isSingle = starts[own + 1]! - starts[own]! === 1;
    const number = isSingle && group === null ? i + 1 : i - starts[own]! + 1;
    if (isGroup && (member === null || number === member)) marks[i] = 1;
  }
  return marks;
}
